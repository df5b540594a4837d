"""Runs every test runner and adds up what they say; called by tools/test on a finished build.

A runner is one doctest program that meson.build registers, or one folder of pytest files. Each gets one line on
stderr, with its output above it when it failed; stdout gets one line, "N passed, N failed".

What counts are test cases, from the runner's own summary, never programs. A runner that ran no test, crashed, or whose
count cannot be read is one failure: a test that silently stops running must not look like success.
"""

import argparse
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Meson's default time limit is meant for an idle machine and a program without sanitizers.
PATIENCE = 10
PYTEST_SECONDS = 1800

# A sanitizer's finding must not look like one of the analyzer's own exit codes, and undefined behaviour must stop.
SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": "exitcode=99",
    "LSAN_OPTIONS": "exitcode=99",
    "UBSAN_OPTIONS": "halt_on_error=1:exitcode=99:print_stacktrace=1",
}

DOCTEST_SUMMARY = re.compile(
    r"^\[doctest\] test cases: +(\d+) \| +(\d+) passed \| +(\d+) failed \|(?: +(\d+) skipped)?", re.MULTILINE)


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass
class Finished:
    """How a process ended: its exit code (negative: the signal), or no code when it ran out of time."""
    code: int | None
    output: str


@dataclass
class Result:
    name: str
    counts: Counts
    trouble: str = ""
    output: str = ""
    seconds: float = 0.0

    def line(self) -> str:
        counts = f"{self.counts.passed} passed, {self.counts.failed} failed"
        if self.counts.skipped:
            counts += f", {self.counts.skipped} skipped"
        trouble = f": {self.trouble}" if self.trouble else ""
        return f"{self.name}: {counts} ({self.seconds:.1f} s){trouble}"


def doctest_counts(output: str) -> Counts | None:
    """What doctest says about itself in its last lines. A program that runs doctest twice is not foreseen."""
    summaries = DOCTEST_SUMMARY.findall(output)
    if len(summaries) != 1:
        return None
    _, passed, failed, skipped = summaries[0]
    return Counts(int(passed), int(failed), int(skipped or 0))


def junit_counts(report: Path) -> Counts | None:
    """Counts the cases of pytest's JUnit file themselves: its totals count an error at teardown as another test."""
    try:
        cases = xml.etree.ElementTree.parse(report).iter("testcase")
    except (OSError, xml.etree.ElementTree.ParseError):
        return None
    counts = Counts()
    for case in cases:
        if case.find("failure") is not None or case.find("error") is not None:
            counts.failed += 1
        elif case.find("skipped") is not None:
            counts.skipped += 1
        else:
            counts.passed += 1
    return counts


def how_it_ended(finished: Finished) -> str:
    if finished.code is None:
        return "ran out of time"
    if finished.code < 0:
        return f"ended by {signal.Signals(-finished.code).name}"
    return f"exit code {finished.code}"


def judge(name: str, finished: Finished, counts: Counts | None) -> Result:
    """Believes a runner's count only when it fits how the runner ended."""
    if counts is None:
        return Result(name, Counts(failed=1), f"no count of tests, {how_it_ended(finished)}", finished.output)
    if counts.failed == 0 and finished.code != 0:
        counts.failed = 1
        trouble = "ran no test" if counts.passed == counts.skipped == 0 else "no test failed"
        return Result(name, counts, f"{trouble}, but {how_it_ended(finished)}", finished.output)
    if counts.failed == 0 and counts.passed == 0:
        counts.failed = 1
        return Result(name, counts, "ran no test", finished.output)
    return Result(name, counts, output=finished.output)


def run(command: list[str], seconds: float, folder: str | None, environment: dict[str, str]) -> Finished:
    """Runs a command to its end, or ends it and all that it started when the time is up."""
    try:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    except OSError as error:
        return Finished(127, str(error))
    try:
        output, _ = process.communicate(timeout=seconds)
        return Finished(process.returncode, output)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return Finished(None, process.communicate()[0])
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise


def run_doctest(test: dict, environment: dict[str, str]) -> Result:
    seconds = test["timeout"] * PATIENCE if test["timeout"] > 0 else PYTEST_SECONDS
    finished = run(test["cmd"], seconds, test["workdir"], {**test["env"], **environment})
    return judge(test["name"], finished, doctest_counts(finished.output))


def run_pytest(python: str, folder: str, logs: Path, environment: dict[str, str]) -> Result:
    report = logs / (folder.replace("/", "-") + ".xml")
    report.unlink(missing_ok=True)
    command = [python, "-m", "pytest", "-q", "-rs", "--color=no", "-p", "no:cacheprovider",
               f"--junitxml={report}", str(ROOT / folder)]
    finished = run(command, PYTEST_SECONDS, str(ROOT), environment)
    return judge(folder, finished, junit_counts(report))


def timed(runner, *arguments) -> Result:
    start = time.monotonic()
    result = runner(*arguments)
    result.seconds = time.monotonic() - start
    return result


def tell(result: Result, logs: Path) -> None:
    """One line for a runner; everything it printed comes first when something failed, and is kept in any case."""
    log = logs / (re.sub(r"[^\w.-]+", "-", result.name) + ".log")
    log.write_text(result.output, errors="replace")
    if result.counts.failed:
        sys.stderr.write(f"---- {result.name}\n{result.output.rstrip()}\n----\n")
    sys.stderr.write(f"tools/test: {result.line()}\n")
    sys.stderr.flush()


def doctest_results(build: str, environment: dict[str, str]):
    """The registered programs, as many at a time as there are cores; those that say is_parallel: false come after."""
    tests = json.loads(subprocess.run(
        ["meson", "introspect", "--tests", build], check=True, stdout=subprocess.PIPE).stdout)
    if not tests:
        yield Result("doctest", Counts(failed=1), "no meson.build registers a test program")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        together = [pool.submit(timed, run_doctest, test, environment) for test in tests if test["is_parallel"]]
        for future in concurrent.futures.as_completed(together):
            yield future.result()
    for test in tests:
        if not test["is_parallel"]:
            yield timed(run_doctest, test, environment)


def pytest_results(pythons: dict[str, str], logs: Path, environment: dict[str, str]):
    for folder, python in pythons.items():
        sys.stderr.write(f"tools/test: running {folder}\n")
        sys.stderr.flush()
        yield timed(run_pytest, python, folder, logs, environment)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--binary", required=True, help="the analyzer, handed on as TRACEGATE_BINARY")
    parser.add_argument("--torch-python", help="a Python with PyTorch; adds the tests that need it")
    options = parser.parse_args()

    logs = Path(options.build) / "test-logs"
    logs.mkdir(parents=True, exist_ok=True)
    environment = {**SANITIZER_OPTIONS, "TRACEGATE_BINARY": options.binary, "PYTHONDONTWRITEBYTECODE": "1"}
    pythons = {"tests/cli": sys.executable, "tests/tools": sys.executable}
    if options.torch_python:
        pythons |= dict.fromkeys(("tests/export", "tests/real", "tests/conformance"), options.torch_python)

    total = Counts()
    for results in (doctest_results(options.build, environment), pytest_results(pythons, logs, environment)):
        for result in results:
            tell(result, logs)
            total.passed += result.counts.passed
            total.failed += result.counts.failed
    print(f"{total.passed} passed, {total.failed} failed", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        os._exit(130)
