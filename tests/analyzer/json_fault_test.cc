// Input files that are no JSON: each fault with its exact text, place and caret.
#include <string>

#include <doctest/doctest.h>

#include "analyzer/input/wave_input.h"
#include "ir/text/error.h"

namespace tracegate::analyzer {
namespace {

std::string outcome(const std::string& text) {
  try {
    read_wave(text, "w.json");
    return "ok";
  } catch (const UsageError& error) {
    return error.what();
  }
}

std::string inside(const std::string& value) { return R"({"packed_tokens": 7, "groups": )" + value + "}"; }

TEST_CASE("wave: texts that are no JSON") {
  struct Row {
    std::string name;
    std::string text;
    const char* outcome;
  };
  const Row rows[] = {
      {"empty", "",
       "w.json:1:1: the file is empty; a wave is an object {...} with at least `packed_tokens`\n"
       "  \n"
       "  ^"},
      {"blanks only", " \r\n\t\n",
       "w.json:1:1: the file is empty; a wave is an object {...} with at least `packed_tokens`\n"
       "   \n"
       "  ^"},
      {"array", "[]",
       "w.json:1:1: the file holds an array; a wave is an object {...} with at least `packed_tokens`\n"
       "  []\n"
       "  ^"},
      {"number", " 12",
       "w.json:1:2: the file holds the number 12; a wave is an object {...} with at least `packed_tokens`\n"
       "   12\n"
       "   ^"},
      {"null", "null",
       "w.json:1:1: the file holds null; a wave is an object {...} with at least `packed_tokens`\n"
       "  null\n"
       "  ^"},
      {"ends behind a key", "{\"packed_tokens\"\n",
       "w.json:1:17: the file ends inside the object that begins at 1:1\n"
       "  {\"packed_tokens\"\n"
       "                  ^"},
      {"ends in an array", "{\n  \"groups\": [{}, \n\n",
       "w.json:2:17: the file ends inside the array that begins at 2:13\n"
       "    \"groups\": [{}, \n"
       "                  ^"},
      {"ends in a text", R"({"packed_tokens)",
       "w.json:1:2: this text has no closing quote\n"
       "  {\"packed_tokens\n"
       "   ^"},
      {"line break in a text", "{\"packed\n_tokens\": 7}",
       "w.json:1:2: this text has no closing quote on its line\n"
       "  {\"packed\n"
       "   ^"},
      {"tab in a text", "{\"packed\t_tokens\": 7}",
       "w.json:1:9: a text may not hold a control character\n"
       "  {\"packed        _tokens\": 7}\n"
       "          ^"},
      {"wrong escape", R"({"packed\_tokens": 7})",
       "w.json:1:9: this escape is not one of JSON's\n"
       "  {\"packed\\\\_tokens\": 7}\n"
       "          ^"},
      {"escape with too few digits", R"({"packed\u00g0": 7})",
       "w.json:1:9: this escape is not one of JSON's\n"
       "  {\"packed\\\\u00g0\": 7}\n"
       "          ^"},
      {"half a surrogate pair", R"({"packed\ud800": 7})",
       "w.json:1:9: this escape is not one of JSON's\n"
       "  {\"packed\\\\ud800\": 7}\n"
       "          ^"},
      {"comma before a brace", "{\"packed_tokens\": 7,\n}",
       "w.json:1:20: a comma may not stand before `}`\n"
       "  {\"packed_tokens\": 7,\n"
       "                     ^"},
      {"comma before a bracket", R"({"groups": [7 , ]})",
       "w.json:1:15: a comma may not stand before `]`\n"
       "  {\"groups\": [7 , ]}\n"
       "                ^"},
      {"two commas", R"({"groups": [7,,8]})",
       "w.json:1:15: a value is needed here\n"
       "  {\"groups\": [7,,8]}\n"
       "                ^"},
      {"comma first", "{,}",
       "w.json:1:2: a key in double quotes is needed here, or `}`\n"
       "  {,}\n"
       "   ^"},
      {"no comma in an object", R"({"packed_tokens": 7 "groups": []})",
       "w.json:1:21: `,` is needed here, or `}`\n"
       "  {\"packed_tokens\": 7 \"groups\": []}\n"
       "                      ^"},
      {"no comma in an array", R"({"groups": [7 8]})",
       "w.json:1:15: `,` is needed here, or `]`\n"
       "  {\"groups\": [7 8]}\n"
       "                ^"},
      {"no colon", R"({"packed_tokens" 7})",
       "w.json:1:18: `:` is needed here\n"
       "  {\"packed_tokens\" 7}\n"
       "                   ^"},
      {"two colons", R"({"packed_tokens":: 7})",
       "w.json:1:18: a value is needed here\n"
       "  {\"packed_tokens\":: 7}\n"
       "                   ^"},
      {"colon for a comma", R"({"packed_tokens": 7: "groups": []})",
       "w.json:1:20: `,` is needed here, or `}`\n"
       "  {\"packed_tokens\": 7: \"groups\": []}\n"
       "                     ^"},
      {"equals sign", R"({"packed_tokens"= 7})",
       "w.json:1:17: `:` is needed here\n"
       "  {\"packed_tokens\"= 7}\n"
       "                  ^"},
      {"no value", R"({"packed_tokens": })",
       "w.json:1:19: a value is needed here\n"
       "  {\"packed_tokens\": }\n"
       "                    ^"},
      {"key without quotes", "{packed_tokens: 7}",
       "w.json:1:2: a key in double quotes is needed here, or `}`\n"
       "  {packed_tokens: 7}\n"
       "   ^"},
      {"key behind a comma without quotes", R"({"packed_tokens": 7, groups: []})",
       "w.json:1:22: a key in double quotes is needed here\n"
       "  {\"packed_tokens\": 7, groups: []}\n"
       "                       ^"},
      {"single quotes", "{'packed_tokens': 7}",
       "w.json:1:2: a key in double quotes is needed here, or `}`\n"
       "  {'packed_tokens': 7}\n"
       "   ^"},
      {"number as a key", "{7: 7}",
       "w.json:1:2: a key in double quotes is needed here, or `}`\n"
       "  {7: 7}\n"
       "   ^"},
      {"other bracket", R"({"groups": [})",
       "w.json:1:13: a value is needed here, or `]`\n"
       "  {\"groups\": [}\n"
       "              ^"},
      {"bracket behind a value", R"({"groups": [7})",
       "w.json:1:14: `,` is needed here, or `]`\n"
       "  {\"groups\": [7}\n"
       "               ^"},
      {"bracket of nothing", "]",
       "w.json:1:1: a value is needed here\n"
       "  ]\n"
       "  ^"},
      {"comment", R"({"packed_tokens": 7} // seven)",
       "w.json:1:22: JSON has no comments\n"
       "  {\"packed_tokens\": 7} // seven\n"
       "                       ^"},
      {"comment inside", R"({ /* seven */ "packed_tokens": 7})",
       "w.json:1:3: JSON has no comments\n"
       "  { /* seven */ \"packed_tokens\": 7}\n"
       "    ^"},
      {"comment of a script", "# seven\n{\"packed_tokens\": 7}",
       "w.json:1:1: JSON has no comments\n"
       "  # seven\n"
       "  ^"},
      {"NaN", R"({"packed_tokens": NaN})",
       "w.json:1:19: `NaN` is no number of JSON\n"
       "  {\"packed_tokens\": NaN}\n"
       "                    ^"},
      {"infinity", R"({"packed_tokens": -Infinity})",
       "w.json:1:19: `-Infinity` is no number of JSON\n"
       "  {\"packed_tokens\": -Infinity}\n"
       "                    ^"},
      {"True", R"({"packed_tokens": True})",
       "w.json:1:19: a value is needed here\n"
       "  {\"packed_tokens\": True}\n"
       "                    ^"},
      {"leading zero", R"({"packed_tokens": 07})",
       "w.json:1:20: `,` is needed here, or `}`\n"
       "  {\"packed_tokens\": 07}\n"
       "                     ^"},
      {"leading plus", R"({"packed_tokens": +7})",
       "w.json:1:19: a value is needed here\n"
       "  {\"packed_tokens\": +7}\n"
       "                    ^"},
      {"leading point", R"({"packed_tokens": .7})",
       "w.json:1:19: a value is needed here\n"
       "  {\"packed_tokens\": .7}\n"
       "                    ^"},
      {"nothing behind the point", R"({"packed_tokens": 7.})",
       "w.json:1:19: `7.` is no number of JSON\n"
       "  {\"packed_tokens\": 7.}\n"
       "                    ^"},
      {"nothing behind the exponent", R"({"packed_tokens": 7e+})",
       "w.json:1:19: `7e+` is no number of JSON\n"
       "  {\"packed_tokens\": 7e+}\n"
       "                    ^"},
      {"minus only", R"({"packed_tokens": -})",
       "w.json:1:19: `-` is no number of JSON\n"
       "  {\"packed_tokens\": -}\n"
       "                    ^"},
      {"hexadecimal", R"({"packed_tokens": 0x7})",
       "w.json:1:20: `,` is needed here, or `}`\n"
       "  {\"packed_tokens\": 0x7}\n"
       "                     ^"},
      {"two values", "{\"packed_tokens\": 7}\n{\"packed_tokens\": 8}\n",
       "w.json:2:1: nothing may stand behind the end of the value\n"
       "  {\"packed_tokens\": 8}\n"
       "  ^"},
      {"words", "packed_tokens: 7\n",
       "w.json:1:1: a value is needed here\n"
       "  packed_tokens: 7\n"
       "  ^"},
      {"byte order mark", "\xEF\xBB\xBF{\"packed_tokens\": 7}",
       "w.json:1:1: the file begins with a byte order mark; JSON has none\n"
       "  \xEF\xBB\xBF{\"packed_tokens\": 7}\n"
       "  ^"},
      {"UTF-16", std::string("\xFF\xFE{\x00}\x00", 6),
       "w.json:1:1: the byte 0xff is not UTF-8\n"
       "  \\u00ff\\u00fe{\\u0000}\\u0000\n"
       "  ^"},
      {"Latin-1 in a text", "{\"packed_tokens\": 7,\n \"groups\": \"\xE9\"}",
       "w.json:2:13: the byte 0xe9 is not UTF-8\n"
       "   \"groups\": \"\\u00e9\"}\n"
       "              ^"},
      {"zero byte behind the end", std::string("{\"packed_tokens\": 7}\x00\n", 22),
       "w.json:1:21: a zero byte is no JSON\n"
       "  {\"packed_tokens\": 7}\\u0000\n"
       "                      ^"},
      {"carriage returns and tabs", "{\r\n\t\"packed_tokens\":\t-1\r\n}\r\n",
       "w.json:2:33: `packed_tokens` is -1; it may not be negative\n"
       "          \"packed_tokens\":        -1\n"
       "                                  ^"},
      {"characters of several bytes before the fault", "{\"groups\": [{\"slot\": \"\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80\", \"rows\": 0}]}",
       "w.json:1:43: `rows` is 0; at least 1 is needed\n"
       "  {\"groups\": [{\"slot\": \"\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80\", \"rows\": 0}]}\n"
       "                                      ^"},
      {"escaped characters before the fault", "{\"packed_tokens\": 7, \"groups\": [{\"slot\": \"\xE2\x80\xA8\", \"rows\": 0}]}",
       "w.json:1:42: `slot` holds a control character\n"
       "  {\"packed_tokens\": 7, \"groups\": [{\"slot\": \"\\u2028\", \"rows\": 0}]}\n"
       "                                           ^"},
      {"deepest", inside(std::string(31, '[') + std::string(31, ']')),
       "w.json:1:33: `groups[0]` is an array; an object is needed\n"
       "  {\"packed_tokens\": 7, \"groups\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}\n"
       "                                  ^"},
      {"too deep", inside(std::string(32, '[') + std::string(32, ']')),
       "w.json:1:63: nested deeper than 32\n"
       "  {\"packed_tokens\": 7, \"groups\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}\n"
       "                                                                ^"},
      {"never closed", inside(std::string(100000, '[')),
       "w.json:1:63: nested deeper than 32\n"
       "  {\"packed_tokens\": 7, \"groups\": "
       "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
       "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...\n"
       "                                                                ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(outcome(row.text) == row.outcome);
  }
}

}  // namespace
}  // namespace tracegate::analyzer
