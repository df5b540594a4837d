#include "tools/tracegate/files.h"

#include <fmt/format.h>

#include "ir/onnx/source.h"
#include "ir/text/error.h"

namespace tracegate::cli {

std::string read_text_file(const std::string& path, std::uint64_t most_bytes, const char* what) {
  const ir::FileSource source(path);
  if (source.size() > most_bytes) throw ir::ReadError(fmt::format("has {} bytes; {} has at most {}", source.size(), what, most_bytes));
  std::string text(static_cast<std::size_t>(source.size()), '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const std::size_t more = source.read(got, text.data() + got, text.size() - got);
    if (more == 0) break;
    got += more;
  }
  text.resize(got);
  return text;
}

}  // namespace tracegate::cli
