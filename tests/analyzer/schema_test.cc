// The JSON report is what analyzer/report/report.proto says it is: no key that the schema does not know, keys in its order.
#include <doctest/doctest.h>

#include <string>

#include <google/protobuf/util/json_util.h>
#include <nlohmann/json.hpp>

#include "analyzer/report/report.pb.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate {
namespace {

// Keys of an object in the order of the fields of its message.
void check_order(const nlohmann::ordered_json& json, const google::protobuf::Descriptor& message) {
  int last = 0;
  for (const auto& [key, value] : json.items()) {
    INFO(message.name(), ".", key);
    const auto* field = message.FindFieldByName(key);
    REQUIRE(field != nullptr);
    CHECK(field->number() > last);
    last = field->number();
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE || field->is_map()) continue;
    for (const auto& item : field->is_repeated() ? value : nlohmann::ordered_json::array({value}))
      check_order(item, *field->message_type());
  }
}

void check_report(const std::string& text) {
  analyzer::schema::Report report;
  const auto status = google::protobuf::util::JsonStringToMessage(text, &report);
  INFO(status.ToString());
  CHECK(status.ok());
  check_order(nlohmann::ordered_json::parse(text), *report.GetDescriptor());
}

TEST_CASE("prices follow the schema") {
  for (const char* golden :
       {"price_all.json", "price_missed.json", "price_tp.json", "max_rows.json", "check_wave.json", "why_hook.json", "why_try.json"}) {
    INFO(golden);
    check_report(test::file_bytes(test::source_path(std::string("tests/cli/golden/") + golden)));
  }
}

TEST_CASE("explanations follow the schema") {
  for (const char* golden : {"explain_condition.json", "explain_profile.json"}) {
    INFO(golden);
    check_report(test::file_bytes(test::source_path(std::string("tests/cli/golden/") + golden)));
  }
}

TEST_CASE("reports follow the schema") {
  for (const std::string fixture :
       {"matched__traced_hybrid", "matched__pure_attention", "missed__other_layer", "undetermined__no_run_facts", "matched__slot_16"}) {
    INFO(fixture);
    const std::string text =
        test::json_of(test::file_bytes(test::source_path("fixtures/dense-cp2-seed/" + fixture + ".onnx")), test::shipped("dense-cp2-seed"));
    check_report(text);
    CHECK(nlohmann::json::parse(text).at("models").size() == 1);
  }
}

}  // namespace
}  // namespace tracegate
