// Texts of a JSON report are written as nlohmann/json writes them, whatever their bytes are.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include <nlohmann/json.hpp>

#include "analyzer/report/json/json_string.h"

namespace tracegate::analyzer {
namespace {

std::string expected(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string written(const std::string& text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST_CASE("texts") {
  for (const char* text :
       {"", "a", "\"\\/\b\f\n\r\t", "\x01\x1f\x7f", "\u00e9\u20ac\U0001F600", "\xff", "\xc3", "\xc3(", "\xe2\x82", "\xe2\x82z",
        "\xf0\x9f\x98", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\xaf", "\xe0\x80\xaf", "\x80\x80", "ok\xf0\x80ok"}) {
    INFO(expected(text));
    CHECK(written(text) == expected(text));
  }
}

TEST_CASE("random bytes") {
  std::mt19937 random(1);
  constexpr unsigned char kBytes[] = {'a',  '"',  '\\', 0x00, 0x1f, 0x7f, 0x80, 0x8f, 0x90, 0xa0,
                                      0xbf, 0xc0, 0xc2, 0xe0, 0xe2, 0xed, 0xf0, 0xf4, 0xff};
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 9, '\0');
    for (char& c : text) c = static_cast<char>(kBytes[random() % std::size(kBytes)]);
    INFO("case ", i);
    REQUIRE(written(text) == expected(text));
  }
}

}  // namespace
}  // namespace tracegate::analyzer
