// Where the bytes of a model come from: a file read with pread, or memory (tests, fuzzing).
//
// Nothing is mapped: the resident memory of a mapping depends on the page cache, and a file that is cut while it is mapped kills the
// process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tracegate::ir {

class Source {
 public:
  virtual ~Source() = default;

  // Bytes in all, fixed when the source was opened.
  virtual std::uint64_t size() const = 0;

  // Reads up to `count` bytes at `offset` into `to`; returns how many, 0 only at the end. Throws ReadError.
  virtual std::size_t read(std::uint64_t offset, char* to, std::size_t count) const = 0;

  // Throws ReadError where there are more or fewer bytes now than `size()`: what was read may be parts of two files. Nothing
  // to do for bytes in memory.
  virtual void check_size() const {}
};

// A regular file. Throws ReadError for what is missing, may not be read, is a directory, or is a pipe or a device.
class FileSource final : public Source {
 public:
  explicit FileSource(const std::string& path);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::uint64_t size() const override { return size_; }
  std::size_t read(std::uint64_t offset, char* to, std::size_t count) const override;
  void check_size() const override;

 private:
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

// Bytes that somebody else owns and that outlive the source.
class MemorySource final : public Source {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t size() const override { return bytes_.size(); }
  std::size_t read(std::uint64_t offset, char* to, std::size_t count) const override;

 private:
  std::string_view bytes_;
};

}  // namespace tracegate::ir
