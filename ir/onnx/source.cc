#include "ir/onnx/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include "ir/text/error.h"

namespace tracegate::ir {
namespace {

// The C library's text in English, whatever the locale.
std::string reason(int error) {
  switch (error) {
    case ENOENT:
      return "no such file";
    case EACCES:
      return "permission denied";
    case ENOTDIR:
      return "a part of the path is not a directory";
    case ELOOP:
      return "too many symbolic links";
    case ENAMETOOLONG:
      return "the path is too long";
    default:
      return fmt::format("{} (errno {})", std::generic_category().message(error), error);
  }
}

}  // namespace

FileSource::FileSource(const std::string& path) {
  // O_NONBLOCK: opening a named pipe must not wait for a writer.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) throw ReadError(fmt::format("cannot be opened: {}", reason(errno)));
  struct stat status {};
  const int failed = ::fstat(descriptor_, &status) == 0 ? 0 : errno;
  std::string fault;
  if (failed != 0) {
    fault = fmt::format("cannot be read: {}", reason(failed));
  } else if (S_ISDIR(status.st_mode)) {
    fault = "is a directory; a model file is needed";
  } else if (!S_ISREG(status.st_mode)) {
    fault = "is a pipe or a device; a regular file is needed, because the reader seeks";
  }
  if (!fault.empty()) {
    ::close(descriptor_);
    throw ReadError(fault);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

FileSource::~FileSource() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t FileSource::read(std::uint64_t offset, char* to, std::size_t count) const {
  for (;;) {
    const ssize_t got = ::pread(descriptor_, to, count, static_cast<off_t>(offset));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw ReadError(fmt::format("cannot be read at offset {}: {}", offset, reason(errno)));
  }
}

void FileSource::check_size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) throw ReadError(fmt::format("cannot be read: {}", reason(errno)));
  const auto now = static_cast<std::uint64_t>(status.st_size);
  if (now != size_) throw ReadError(fmt::format("has {} bytes now, but {} were there when it was opened", now, size_));
}

std::size_t MemorySource::read(std::uint64_t offset, char* to, std::size_t count) const {
  if (offset >= bytes_.size()) return 0;
  const std::size_t available = std::min<std::uint64_t>(count, bytes_.size() - offset);
  std::memcpy(to, bytes_.data() + offset, available);
  return available;
}

}  // namespace tracegate::ir
