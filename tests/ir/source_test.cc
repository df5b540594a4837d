// Where bytes come from: what is no regular file, and files that change while they are read.
#include "ir/onnx/source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "ir/dialects/reader.h"
#include "ir/onnx/onnx_stream.h"
#include "ir/text/error.h"
#include "tests/support/model_text.h"
#include "tests/support/wire_bytes.h"

namespace tracegate::ir {
namespace {

namespace fs = std::filesystem;

// A folder that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "tracegate-source-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

 private:
  fs::path path_;
};

std::string opening(const std::string& path) {
  try {
    const FileSource source(path);
    return "opened";
  } catch (const ReadError& error) {
    return error.what();
  }
}

TEST_CASE("source: what cannot be opened") {
  const Folder folder;
  folder.file("file", "x");
  REQUIRE(::mkfifo(folder.path("fifo").c_str(), 0600) == 0);
  fs::create_symlink("loop", folder.path("loop"));
  fs::create_symlink("file", folder.path("link"));
  const struct {
    std::string name;
    std::string path;
    std::string expected;
  } rows[] = {
      {"a file", folder.path("file"), "opened"},
      {"a link to it", folder.path("link"), "opened"},
      {"missing", folder.path("none"), "cannot be opened: no such file"},
      {"no name", "", "cannot be opened: no such file"},
      {"below a file", folder.path("file/x"), "cannot be opened: a part of the path is not a directory"},
      {"a link to itself", folder.path("loop"), "cannot be opened: too many symbolic links"},
      {"a long name", folder.path(std::string(300, 'x')), "cannot be opened: the path is too long"},
      {"a directory", folder.path(""), "is a directory; a model file is needed"},
      {"a pipe that nobody writes to", folder.path("fifo"), "is a pipe or a device; a regular file is needed, because the reader seeks"},
      {"a device", "/dev/null", "is a pipe or a device; a regular file is needed, because the reader seeks"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(opening(row.path) == row.expected);
  }
}

// Root may read everything, so there is nothing to see then.
TEST_CASE("source: no permission" * doctest::skip(::geteuid() == 0)) {
  const Folder folder;
  const std::string path = folder.file("file", "x");
  REQUIRE(::chmod(path.c_str(), 0) == 0);
  CHECK(opening(path) == "cannot be opened: permission denied");
}

template <typename Any>
std::string read_all(const Any& source, std::uint64_t offset, std::size_t count) {
  std::string to(count, '?');
  to.resize(source.read(offset, to.data(), count));
  return to;
}

TEST_CASE("source: file and memory read the same") {
  const Folder folder;
  const std::string bytes = "0123456789";
  const FileSource file(folder.file("file", bytes));
  const MemorySource memory(bytes);
  const struct {
    std::string name;
    std::uint64_t offset;
    std::size_t count;
    std::string expected;
  } rows[] = {
      {"all", 0, 10, "0123456789"}, {"a part", 3, 4, "3456"},      {"past the end", 8, 10, "89"},
      {"at the end", 10, 5, ""},    {"behind the end", 50, 5, ""}, {"nothing asked for", 3, 0, ""},
  };
  CHECK(file.size() == 10);
  CHECK(memory.size() == 10);
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(read_all(file, row.offset, row.count) == row.expected);
    CHECK(read_all(memory, row.offset, row.count) == row.expected);
  }
}

TEST_CASE("source: an empty file") {
  const Folder folder;
  CHECK(FileSource(folder.file("file", "")).size() == 0);
  CHECK(MemorySource("").size() == 0);
}

TEST_CASE("source: a file that shrinks while it is read") {
  const Folder folder;
  const std::string path = folder.file("file", test::bytes_field(2, std::string(200'000, 'x')) + test::bytes_field(2, "name"));
  const FileSource source(path);
  REQUIRE(::truncate(path.c_str(), 100'000) == 0);
  try {
    read_onnx_header(source);
    FAIL("was read");
  } catch (const ReadError& error) {
    CHECK(std::string(error.what()) == "ends at offset 100000, but 200010 bytes were there when it was opened");
  }
}

TEST_CASE("source: a file of another size at the end") {
  const struct {
    std::string name;
    int change;
    std::string expected;
  } rows[] = {
      {"the same", 0, "unchanged"},
      {"it grew", 3, "has 13 bytes now, but 10 were there when it was opened"},
      {"it shrank", -3, "has 7 bytes now, but 10 were there when it was opened"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    const Folder folder;
    const std::string path = folder.file("file", "0123456789");
    const FileSource source(path);
    REQUIRE(::truncate(path.c_str(), 10 + row.change) == 0);
    CHECK(source.size() == 10);
    std::string outcome = "unchanged";
    try {
      source.check_size();
    } catch (const ReadError& error) {
      outcome = error.what();
    }
    CHECK(outcome == row.expected);
  }
}

TEST_CASE("source: a model that grew while it was read is refused") {
  // Grows between the last byte that is read and the end of reading.
  class Growing final : public Source {
   public:
    explicit Growing(const std::string& path) : file_(path), path_(path) {}
    std::uint64_t size() const override { return file_.size(); }
    std::size_t read(std::uint64_t offset, char* to, std::size_t count) const override {
      const std::size_t got = file_.read(offset, to, count);
      if (offset + got == size()) std::ofstream(path_, std::ios::binary | std::ios::app) << "x";
      return got;
    }
    void check_size() const override { file_.check_size(); }

   private:
    FileSource file_;
    std::string path_;
  };
  const Folder folder;
  const std::string bytes = test::model_bytes("C0 p.A:\n0: c=0");
  const Growing source(folder.file("file", bytes));
  try {
    read_model(source);
    FAIL("was read");
  } catch (const ReadError& error) {
    CHECK(std::string(error.what()).ends_with(" were there when it was opened"));
  }
}

}  // namespace
}  // namespace tracegate::ir
