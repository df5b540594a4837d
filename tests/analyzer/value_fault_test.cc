// Values of input files that are out of their range: each with its exact text, place and caret.
#include <string>

#include <doctest/doctest.h>

#include "analyzer/input/wave_input.h"
#include "ir/text/error.h"

namespace tracegate::analyzer {
namespace {

template <typename Read>
std::string outcome(const Read& read, const std::string& text) {
  try {
    read(text, "w.json");
    return "ok";
  } catch (const UsageError& error) {
    return error.what();
  }
}

struct Row {
  std::string name;
  std::string text;
  const char* outcome;
};

TEST_CASE("wave: values") {
  const Row rows[] = {
      {"fraction", R"("segments": 3.5)",
       "w.json:1:34: `segments` is 3.5; a whole number is needed, without fraction and exponent\n"
       "  {\"packed_tokens\": 7, \"segments\": 3.5}\n"
       "                                   ^"},
      {"fraction of nothing", R"("segments": 3.0)",
       "w.json:1:34: `segments` is 3.0; a whole number is needed, without fraction and exponent\n"
       "  {\"packed_tokens\": 7, \"segments\": 3.0}\n"
       "                                   ^"},
      {"exponent", R"("segments": 1e3)",
       "w.json:1:34: `segments` is 1e3; a whole number is needed, without fraction and exponent\n"
       "  {\"packed_tokens\": 7, \"segments\": 1e3}\n"
       "                                   ^"},
      {"negative", R"("segments": -1)",
       "w.json:1:34: `segments` is -1; it may not be negative\n"
       "  {\"packed_tokens\": 7, \"segments\": -1}\n"
       "                                   ^"},
      {"negative nothing", R"("segments": -0)",
       "w.json:1:34: `segments` is -0; it may not be negative\n"
       "  {\"packed_tokens\": 7, \"segments\": -0}\n"
       "                                   ^"},
      {"negative in an array", R"("groups": [{"pending_gradient_bytes": [8, -9223372036854775809]}])",
       "w.json:1:64: `pending_gradient_bytes[1]` is -9223372036854775809; it may not be negative\n"
       "  {\"packed_tokens\": 7, \"groups\": [{\"pending_gradient_bytes\": [8, -9223372036854775809]}]}\n"
       "                                                                 ^"},
      {"the largest", R"("segments": 9223372036854775807)", "ok"},
      {"one above the largest", R"("segments": 9223372036854775808)",
       "w.json:1:34: `segments` is 9223372036854775808; it does not fit 64 bits: at most 9223372036854775807\n"
       "  {\"packed_tokens\": 7, \"segments\": 9223372036854775808}\n"
       "                                   ^"},
      {"above 64 bits", R"("segments": 18446744073709551616)",
       "w.json:1:34: `segments` is 18446744073709551616; it does not fit 64 bits: at most 9223372036854775807\n"
       "  {\"packed_tokens\": 7, \"segments\": 18446744073709551616}\n"
       "                                   ^"},
      {"many digits", R"("segments": 1234567890123456789012345678901234567890123456789012345678901234567890)",
       "w.json:1:34: `segments` is 123456789012345678901234567890123456789012345678901234567890...; it does not fit 64 bits: at most "
       "9223372036854775807\n"
       "  {\"packed_tokens\": 7, \"segments\": 1234567890123456789012345678901234567890123456789012345678901234567890}\n"
       "                                   ^"},
      {"not finite", R"("learned": {"bytes_per_token": 1e400, "packed_tokens": 64, "logical_per_packed": 1})",
       "w.json:1:53: `1e400` is not finite: it does not fit a double of 64 bits\n"
       "  {\"packed_tokens\": 7, \"learned\": {\"bytes_per_token\": 1e400, \"packed_tokens\": 64, \"logical_per_packed\": 1}}\n"
       "                                                      ^"},
      {"not finite, negative", R"("learned": {"bytes_per_token": -1e400, "packed_tokens": 64, "logical_per_packed": 1})",
       "w.json:1:53: `-1e400` is not finite: it does not fit a double of 64 bits\n"
       "  {\"packed_tokens\": 7, \"learned\": {\"bytes_per_token\": -1e400, \"packed_tokens\": 64, \"logical_per_packed\": 1}}\n"
       "                                                      ^"},
      {"not finite, of a whole number", R"("segments": 1e400)",
       "w.json:1:34: `1e400` is not finite: it does not fit a double of 64 bits\n"
       "  {\"packed_tokens\": 7, \"segments\": 1e400}\n"
       "                                   ^"},
      {"so small that it is nothing", R"("learned": {"bytes_per_token": 1e-400, "packed_tokens": 64, "logical_per_packed": 1})", "ok"},
      {"no rank", R"("cp": 0)",
       "w.json:1:28: `cp` is 0; at least 1 is needed\n"
       "  {\"packed_tokens\": 7, \"cp\": 0}\n"
       "                             ^"},
      {"no tokens", R"("logical_tokens": 0)", "ok"},
      {"no rank", R"("cp": 0)",
       "w.json:1:28: `cp` is 0; at least 1 is needed\n"
       "  {\"packed_tokens\": 7, \"cp\": 0}\n"
       "                             ^"},
      {"group without rows", R"("groups": [{"rows": 0}])",
       "w.json:1:42: `rows` is 0; at least 1 is needed\n"
       "  {\"packed_tokens\": 7, \"groups\": [{\"rows\": 0}]}\n"
       "                                           ^"},
      {"negative rate", R"("learned": {"bytes_per_token": -0.25, "packed_tokens": 64, "logical_per_packed": 1})",
       "w.json:1:53: `bytes_per_token` is -0.25; at least 0 is needed\n"
       "  {\"packed_tokens\": 7, \"learned\": {\"bytes_per_token\": -0.25, \"packed_tokens\": 64, \"logical_per_packed\": 1}}\n"
       "                                                      ^"},
      {"fewer logical tokens than packed ones", R"("learned": {"bytes_per_token": 1.5, "packed_tokens": 64, "logical_per_packed": 0.999})",
       "w.json:1:101: `logical_per_packed` is 0.999; at least 1 is needed\n"
       "  {\"packed_tokens\": 7, \"learned\": {\"bytes_per_token\": 1.5, \"packed_tokens\": 64, \"logical_per_packed\": 0.999}}\n"
       "                                                                                                      ^"},
      {"line feed in a text", R"("groups": [{"slot": "lora:\n"}])",
       "w.json:1:42: `slot` holds a control character\n"
       "  {\"packed_tokens\": 7, \"groups\": [{\"slot\": \"lora:\\\\n\"}]}\n"
       "                                           ^"},
      {"zero in a text", R"("groups": [{"slot": "lora:\u0000"}])",
       "w.json:1:42: `slot` holds a control character\n"
       "  {\"packed_tokens\": 7, \"groups\": [{\"slot\": \"lora:\\\\u0000\"}]}\n"
       "                                           ^"},
      {"U+0085 in a text", R"("groups": [{"slot": "lora:\u0085"}])",
       "w.json:1:42: `slot` holds a control character\n"
       "  {\"packed_tokens\": 7, \"groups\": [{\"slot\": \"lora:\\\\u0085\"}]}\n"
       "                                           ^"},
      {"line separator in a text", "\"groups\": [{\"slot\": \"lora:\xE2\x80\xA8\"}]",
       "w.json:1:42: `slot` holds a control character\n"
       "  {\"packed_tokens\": 7, \"groups\": [{\"slot\": \"lora:\\u2028\"}]}\n"
       "                                           ^"},
      {"backslash in a text", R"("groups": [{"slot": "lora:\\", "rows": 1, "gradient": true}])", "ok"},
      {"far to the right", R"("segments":)" + std::string(200, ' ') + "-1",
       "w.json:1:233: `segments` is -1; it may not be negative\n"
       "  ...                                                                                                    -1}\n"
       "                                                                                                         ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(outcome(read_wave, R"({"packed_tokens": 7, )" + row.text + "}") == row.outcome);
  }
}

TEST_CASE("geometry: faults") {
  const Row rows[] = {
      {"empty", "",
       "w.json:1:1: the file is empty; a geometry is an object {...} with at least `hidden_size`, `ffn_hidden_size` and `decoder_layers`\n"
       "  \n"
       "  ^"},
      {"nothing in it", "{}",
       "w.json:1:1: a geometry needs `hidden_size`, `ffn_hidden_size` and `decoder_layers`\n"
       "  {}\n"
       "  ^"},
      {"no layers", R"({"hidden_size": 64, "ffn_hidden_size": 128, "decoder_layers": 0})",
       "w.json:1:63: `decoder_layers` is 0; at least 1 is needed\n"
       "  {\"hidden_size\": 64, \"ffn_hidden_size\": 128, \"decoder_layers\": 0}\n"
       "                                                                ^"},
      {"unknown key", R"({"hidden_size": 64, "ffn_hidden_size": 128, "decoder_layers": 3, "head_dims": 8})",
       "w.json:1:66: a geometry has no key `head_dims`; did you mean `head_dim`?\n"
       "  {\"hidden_size\": 64, \"ffn_hidden_size\": 128, \"decoder_layers\": 3, \"head_dims\": 8}\n"
       "                                                                   ^"},
      {"unknown granularity", R"({"hidden_size": 64, "ffn_hidden_size": 128, "decoder_layers": 3, "recompute_granularity": "none"})",
       "w.json:1:91: `recompute_granularity` is \"none\"; \"full\", \"selective\" or \"\" is needed\n"
       "  {\"hidden_size\": 64, \"ffn_hidden_size\": 128, \"decoder_layers\": 3, \"recompute_granularity\": \"none\"}\n"
       "                                                                                            ^"},
      {"number among the modules", R"({"hidden_size": 64, "ffn_hidden_size": 128, "decoder_layers": 3, "recompute_modules": ["mlp", 7]})",
       "w.json:1:95: `recompute_modules[1]` is the number 7; a text is needed\n"
       "  {\"hidden_size\": 64, \"ffn_hidden_size\": 128, \"decoder_layers\": 3, \"recompute_modules\": [\"mlp\", 7]}\n"
       "                                                                                                ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(outcome(read_geometry, row.text) == row.outcome);
  }
}

}  // namespace
}  // namespace tracegate::analyzer
