// Keys and types of input files that are wrong: each with its exact text, place and caret.
#include <string>
#include <string_view>

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

// A small wave that is right; rows replace one piece of it.
constexpr const char* kGood = R"({
  "packed_tokens": 1024,
  "groups": [
    {"rows": 512, "gradient": true},
    {
      "rows": 256, "gradient": false, "slot": "lora:a",
      "layout": [{"attention_rows": 256, "attention_retained_bytes": 0}],
      "pending_gradient_bytes": [8, 0]
    }
  ],
  "learned": {"bytes_per_token": 1.5, "packed_tokens": 64, "logical_per_packed": 2}
}
)";

std::string replaced(std::string_view from, std::string_view to) {
  std::string text = kGood;
  const auto at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, std::string(from));
  return text.replace(at, from.size(), to);
}

TEST_CASE("wave: keys and types") {
  struct Row {
    std::string name;
    const char* from;
    const char* to;
    const char* outcome;
  };
  const Row rows[] = {
      {"unknown key", R"("rows": 512)", R"("row": 512)",
       "w.json:4:6: a group has no key `row`; did you mean `rows`?\n"
       "      {\"row\": 512, \"gradient\": true},\n"
       "       ^"},
      {"unknown key, near no other", R"("rows": 512)", R"("colour": 512)",
       "w.json:4:6: a group has no key `colour`; its keys are `rows`, `gradient`, `slot`, `layout` and `pending_gradient_bytes`\n"
       "      {\"colour\": 512, \"gradient\": true},\n"
       "       ^"},
      {"unknown key at the top", R"("learned")", R"("observed")",
       "w.json:11:3: a wave has no key `observed`; its keys are `tp`, `cp`, `pp`, `packed_tokens`, `logical_tokens`, `segments`, "
       "`output_bytes`, `head_bytes`, `te_warm`, `te_warm_later`, `packed_pricing`, `learned` and `groups`\n"
       "    \"observed\": {\"bytes_per_token\": 1.5, \"packed_tokens\": 64, \"logical_per_packed\": 2}\n"
       "    ^"},
      {"key of another object", R"("packed_tokens": 1024)", R"("gradient": true)",
       "w.json:2:3: a wave has no key `gradient`; its keys are `tp`, `cp`, `pp`, `packed_tokens`, `logical_tokens`, `segments`, "
       "`output_bytes`, `head_bytes`, `te_warm`, `te_warm_later`, `packed_pricing`, `learned` and `groups`\n"
       "    \"gradient\": true,\n"
       "    ^"},
      {"unknown key with an escape", R"("rows": 512)", R"("r\now": 512)",
       "w.json:4:6: a group has no key `r\\u000aow`; did you mean `rows`?\n"
       "      {\"r\\\\now\": 512, \"gradient\": true},\n"
       "       ^"},
      {"long unknown key", R"("rows": 512)", R"("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": 512)",
       "w.json:4:6: a group has no key `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...`; its keys are `rows`, "
       "`gradient`, `slot`, `layout` and `pending_gradient_bytes`\n"
       "      {\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\": 512, \"gradient\": true},\n"
       "       ^"},
      {"key given twice", R"("gradient": true)", R"("rows": 3, "gradient": true)",
       "w.json:4:19: `rows` is given twice; first at 4:6\n"
       "      {\"rows\": 512, \"rows\": 3, \"gradient\": true},\n"
       "                    ^"},
      {"key given twice, once by an escape", R"("gradient": true)", R"("\u0072ows": 3, "gradient": true)",
       "w.json:4:19: `rows` is given twice; first at 4:6\n"
       "      {\"rows\": 512, \"\\\\u0072ows\": 3, \"gradient\": true},\n"
       "                    ^"},
      {"text for a whole number", R"("rows": 512)", R"("rows": "512")",
       "w.json:4:14: `rows` is a text; a whole number is needed\n"
       "      {\"rows\": \"512\", \"gradient\": true},\n"
       "               ^"},
      {"true for a whole number", R"("rows": 512)", R"("rows": true)",
       "w.json:4:14: `rows` is true; a whole number is needed\n"
       "      {\"rows\": true, \"gradient\": true},\n"
       "               ^"},
      {"array for a whole number", R"("rows": 512)", R"("rows": [512])",
       "w.json:4:14: `rows` is an array; a whole number is needed\n"
       "      {\"rows\": [512], \"gradient\": true},\n"
       "               ^"},
      {"object for a whole number", R"("rows": 512)", R"("rows": {})",
       "w.json:4:14: `rows` is an object; a whole number is needed\n"
       "      {\"rows\": {}, \"gradient\": true},\n"
       "               ^"},
      {"null for a key that is needed", R"("rows": 512)", R"("rows": null)",
       "w.json:4:14: `rows` is null; a whole number is needed\n"
       "      {\"rows\": null, \"gradient\": true},\n"
       "               ^"},
      {"null for a key that may be left out", R"("slot": "lora:a")", R"("slot": null)",
       "w.json:6:47: `slot` is null; a text is needed, or leave the key out\n"
       "        \"rows\": 256, \"gradient\": false, \"slot\": null,\n"
       "                                                ^"},
      {"null in an array", "[8, 0]", "[8, null]",
       "w.json:8:37: `pending_gradient_bytes[1]` is null; a whole number is needed\n"
       "        \"pending_gradient_bytes\": [8, null]\n"
       "                                      ^"},
      {"text for a number", "1.5", R"("1.5")",
       "w.json:11:34: `bytes_per_token` is a text; a number is needed\n"
       "    \"learned\": {\"bytes_per_token\": \"1.5\", \"packed_tokens\": 64, \"logical_per_packed\": 2}\n"
       "                                   ^"},
      {"number for true or false", R"("gradient": true)", R"("gradient": 1)",
       "w.json:4:31: `gradient` is the number 1; true or false is needed\n"
       "      {\"rows\": 512, \"gradient\": 1},\n"
       "                                ^"},
      {"text for true or false", R"("gradient": true)", R"("gradient": "yes")",
       "w.json:4:31: `gradient` is a text; true or false is needed\n"
       "      {\"rows\": 512, \"gradient\": \"yes\"},\n"
       "                                ^"},
      {"number for a text", R"("lora:a")", "7",
       "w.json:6:47: `slot` is the number 7; a text is needed\n"
       "        \"rows\": 256, \"gradient\": false, \"slot\": 7,\n"
       "                                                ^"},
      {"number for an array", "[8, 0]", "8",
       "w.json:8:33: `pending_gradient_bytes` is the number 8; an array is needed\n"
       "        \"pending_gradient_bytes\": 8\n"
       "                                  ^"},
      {"object for an array", R"([{"attention_rows": 256, "attention_retained_bytes": 0}])", R"({"attention_rows": 256})",
       "w.json:7:17: `layout` is an object; an array is needed\n"
       "        \"layout\": {\"attention_rows\": 256},\n"
       "                  ^"},
      {"number for an object", R"([{"attention_rows": 256, "attention_retained_bytes": 0}])", "[256]",
       "w.json:7:18: `layout[0]` is the number 256; an object is needed\n"
       "        \"layout\": [256],\n"
       "                   ^"},
      {"array for an object", R"({"bytes_per_token": 1.5, "packed_tokens": 64, "logical_per_packed": 2})", "[]",
       "w.json:11:14: `learned` is an array; an object is needed\n"
       "    \"learned\": []\n"
       "               ^"},
      {"null for an object", R"({"bytes_per_token": 1.5, "packed_tokens": 64, "logical_per_packed": 2})", "null",
       "w.json:11:14: `learned` is null; an object is needed, or leave the key out\n"
       "    \"learned\": null\n"
       "               ^"},
      {"key left out", R"("rows": 512, )", "",
       "w.json:4:5: a group needs `rows`\n"
       "      {\"gradient\": true},\n"
       "      ^"},
      {"two keys left out", R"("rows": 512, "gradient": true)", "",
       "w.json:4:5: a group needs `rows` and `gradient`\n"
       "      {},\n"
       "      ^"},
      {"three keys left out", R"("bytes_per_token": 1.5, "packed_tokens": 64, "logical_per_packed": 2)", "",
       "w.json:11:14: a learned profile needs `bytes_per_token`, `packed_tokens` and `logical_per_packed`\n"
       "    \"learned\": {}\n"
       "               ^"},
      {"key left out at the top", R"("packed_tokens": 1024,)", "",
       "w.json:1:1: a wave needs `packed_tokens`\n"
       "  {\n"
       "  ^"},
      {"key left out of an object over lines", R"("rows": 256, )", "",
       "w.json:5:5: a group needs `rows`\n"
       "      {\n"
       "      ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(outcome(replaced(row.from, row.to)) == row.outcome);
  }
}

}  // namespace
}  // namespace tracegate::analyzer
