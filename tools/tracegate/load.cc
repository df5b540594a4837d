#include "tools/tracegate/load.h"

#include <cstdint>
#include <filesystem>
#include <vector>

#include "ir/dialects/reader.h"
#include "ir/onnx/source.h"
#include "ir/text/nearest.h"
#include "rules/language/shipped.h"

namespace tracegate::cli {
namespace {

constexpr std::uint64_t kMostProfileBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kMostWaveBytes = std::uint64_t{64} << 20;  // a wave of a million groups has some 50 MB

// A whole text file that a person wrote; `what` names its kind: "a profile".
std::string read_text_file(const std::string& path, std::uint64_t most_bytes, const char* what) try {
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
} catch (const ir::ReadError& error) {
  throw UsageError(fmt::format("{}: {}", ir::one_line(path), error.what()));
}

}  // namespace

ProfileText find_profile(const std::string& word) {
  if (word.find('/') != std::string::npos || word.ends_with(".textproto")) {
    return {ir::one_line(word), read_text_file(word, kMostProfileBytes, "a profile")};
  }
  std::vector<std::string> ids;
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    if (shipped.id == word) return {std::string(shipped.file), std::string(shipped.text)};
    ids.emplace_back(shipped.id);
  }
  throw UsageError(
      fmt::format("no profile is named `{}`{}; shipped: {}", ir::one_line(word), ir::did_you_mean(word, ids), fmt::join(ids, ", ")));
}

rules::Profile load_profile(const std::string& word) {
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    if (shipped.id == word) return rules::Profile::shipped(shipped);
  }
  const ProfileText found = find_profile(word);
  return rules::Profile::parse(found.text, found.file);
}

ir::ModuleGraph read_model_file(const std::string& file) {
  if (file == "-") throw UsageError("`-` is standard input; a file is needed, because the reader seeks");
  std::error_code error;
  const auto type = std::filesystem::status(file, error).type();
  if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character ||
      type == std::filesystem::file_type::block || type == std::filesystem::file_type::socket) {
    throw UsageError("is a pipe or a device; a regular file is needed, because the reader seeks");
  }
  return ir::read_model(ir::FileSource(file));
}

ir::ModuleGraph load_model(const std::string& file) {
  return named(file, [&] { return read_model_file(file); });
}

analyzer::WaveInput load_wave(const std::string& file) {
  return analyzer::read_wave(read_text_file(file, kMostWaveBytes, "a wave"), ir::one_line(file));
}

analyzer::GeometryInput load_geometry(const std::string& file) {
  return analyzer::read_geometry(read_text_file(file, kMostWaveBytes, "a geometry"), ir::one_line(file));
}

}  // namespace tracegate::cli
