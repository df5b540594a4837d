#include "ir/run/run.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <fmt/format.h>

#include "ir/run/run.pb.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

// Keeps the first error: protobuf's parser stops there.
class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, int column, const std::string& message) override {
    if (text.empty()) text = fmt::format("line {}, column {}: {}", line + 1, column + 1, escape_bytes(message));
  }

  std::string text;
};

}  // namespace

RunFacts parse_run(std::string_view text) {
  Strings strings;
  Run message;
  FirstError error;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  if (!parser.ParseFromString(std::string(text), &message)) throw ReadError(fmt::format("metadata `tracegate.run`: {}", error.text));
  RunFacts run;
  run.taken_at = escape_bytes(message.taken_at());
  for (const RunFact& fact : message.fact()) {
    if (fact.name().empty() || !is_escaped_text(fact.name())) {
      throw ReadError(fmt::format("metadata `tracegate.run`: `{}` is no name of a fact", shorten(escape_bytes(fact.name()))));
    }
    if (!parse_value(fact.value(), strings)) {
      throw ReadError(fmt::format("metadata `tracegate.run`: fact `{}` has the value `{}`, which is no value of the dialect",
                                  shorten(escape_bytes(fact.name())), shorten(escape_bytes(fact.value()))));
    }
    if (!run.facts.emplace(fact.name(), fact.value()).second) {
      throw ReadError(fmt::format("metadata `tracegate.run`: fact `{}` is there twice", shorten(escape_bytes(fact.name()))));
    }
  }
  for (const SlotReference& slot : message.slot()) run.slots.push_back({escape_bytes(slot.kind()), escape_bytes(slot.name())});
  return run;
}

}  // namespace tracegate::ir
