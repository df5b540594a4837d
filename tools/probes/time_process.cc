// Runs a program N times and prints one line a run: milliseconds and peak KiB, as the operating system counts them for the finished process.
//
// A small program of its own, because a process starts with the peak memory of whatever started it.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: time_process RUNS PROGRAM [WORD ...]\n", stderr);
    return 2;
  }
  for (long run = std::strtol(argv[1], nullptr, 10); run > 0; --run) {
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
      const int null = open("/dev/null", O_WRONLY);
      dup2(null, STDOUT_FILENO);
      execv(argv[2], argv + 2);
      _exit(127);
    }
    int status = 0;
    struct rusage usage {};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      std::fprintf(stderr, "time_process: %s did not exit with 0\n", argv[2]);
      return 1;
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    std::printf("%.3f %ld\n", elapsed.count(), usage.ru_maxrss);
  }
}
