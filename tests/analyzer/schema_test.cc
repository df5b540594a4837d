// The JSON report is what analyzer/report/report.proto says it is: no key that the schema does not know, keys in its order,
// and it can be read back.
#include <doctest/doctest.h>

#include <filesystem>
#include <random>
#include <string>

#include <google/protobuf/util/message_differencer.h>
#include <nlohmann/json.hpp>

#include "analyzer/report/json/json.h"
#include "analyzer/report/report.pb.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Keys of an object in the order of the fields of its message.
void check_order(const nlohmann::ordered_json& json, const Descriptor& message) {
  int last = 0;
  for (const auto& [key, value] : json.items()) {
    INFO(message.name(), ".", key);
    const auto* field = message.FindFieldByName(key);
    REQUIRE(field != nullptr);
    CHECK(field->number() > last);
    last = field->number();
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field->is_map()) continue;
    for (const auto& item : field->is_repeated() ? value : nlohmann::ordered_json::array({value}))
      check_order(item, *field->message_type());
  }
}

// Read, and written again: the same bytes.
void check_report(const std::string& text) {
  check_order(nlohmann::ordered_json::parse(text), *analyzer::schema::Report::descriptor());
  analyzer::schema::Report report;
  CHECK(analyzer::read_json(text, report) == "");
  CHECK(analyzer::write_json(report) == text);
}

TEST_CASE("every report of the command line") {
  std::size_t reports = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_path("tests/cli/golden"))) {
    if (entry.path().extension() != ".json") continue;
    INFO(entry.path().filename().string());
    check_report(test::file_bytes(entry.path().string()));
    ++reports;
  }
  CHECK(reports >= 11);
}

TEST_CASE("reports of fixtures") {
  for (const std::string fixture :
       {"matched__traced_hybrid", "matched__pure_attention", "missed__other_layer", "undetermined__no_run_facts", "matched__slot_16"}) {
    INFO(fixture);
    check_report(test::json_of(test::file_bytes(test::source_path("fixtures/dense-cp2-seed/" + fixture + ".onnx")),
                               test::shipped("dense-cp2-seed")));
  }
}

TEST_CASE("keys of a later version are passed over, what is no report is told") {
  analyzer::schema::Report report;
  CHECK(analyzer::read_json(R"({"schema_version": "1.7", "later": {"a": [1]}})", report) == "");
  CHECK(report.schema_version() == "1.7");
  CHECK(analyzer::read_json(R"({"models": [{"verdict": "perhaps"}]})", report) == "");
  CHECK(report.models(0).verdict() == analyzer::schema::Verdict::undetermined);
  for (const char* text : {"", "{", "[]", R"({"models": 3})"}) {
    INFO(std::string(text));
    CHECK(analyzer::read_json(text, report) != "");
  }
}

// A message with any fields that can stand together: nothing behind one that ends it.
class RandomMessage {
 public:
  explicit RandomMessage(std::uint32_t seed) : random_(seed) {}

  void fill(Message& message) {
    const Descriptor& type = *message.GetDescriptor();
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      const int times = field.is_map() ? below(2) : field.is_repeated() ? below(3) : field.has_presence() ? below(2) : 1;
      for (int k = 0; k < times; ++k) set(message, field);
      if (times > 0 && field.options().GetExtension(analyzer::schema::ends)) return;
    }
  }

 private:
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }

  std::int64_t number() {
    constexpr std::int64_t kNumbers[] = {0, 1, -1, 4096, std::int64_t{1} << 53, (std::int64_t{1} << 53) + 1, INT64_MAX, INT64_MIN};
    return kNumbers[below(std::size(kNumbers))];
  }

  std::string text() {
    constexpr const char* kTexts[] = {"", "a", "decoder.layers.3", "\"\\\n\x01", "\u00e9\u20ac\U0001F600", "\x7f</script>", "null"};
    return kTexts[below(std::size(kTexts))];
  }

  void set(Message& message, const FieldDescriptor& field) {
    const Reflection& of = *message.GetReflection();
    const bool list = field.is_repeated();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return fill(list ? *of.AddMessage(&message, &field) : *of.MutableMessage(&message, &field));
      case FieldDescriptor::CPPTYPE_STRING:
        return list ? of.AddString(&message, &field, text()) : of.SetString(&message, &field, text());
      case FieldDescriptor::CPPTYPE_ENUM:
        REQUIRE(!list);
        return of.SetEnum(&message, &field, field.enum_type()->value(below(field.enum_type()->value_count())));
      case FieldDescriptor::CPPTYPE_BOOL:
        REQUIRE(!list);
        return of.SetBool(&message, &field, below(2) == 1);
      case FieldDescriptor::CPPTYPE_UINT32:
        REQUIRE(!list);
        return of.SetUInt32(&message, &field, static_cast<std::uint32_t>(number()));
      case FieldDescriptor::CPPTYPE_UINT64: {
        const auto value = static_cast<std::uint64_t>(number());
        return list ? of.AddUInt64(&message, &field, value) : of.SetUInt64(&message, &field, value);
      }
      case FieldDescriptor::CPPTYPE_INT64:
        REQUIRE(!list);
        return of.SetInt64(&message, &field, number());
      default:
        FAIL(field.full_name());
    }
  }

  std::mt19937 random_;
};

TEST_CASE("what is written is read as it was") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    INFO("seed ", seed);
    analyzer::schema::Report report, read;
    RandomMessage(seed).fill(report);
    const std::string text = analyzer::write_json(report);
    REQUIRE(analyzer::read_json(text, read) == "");
    CHECK(google::protobuf::util::MessageDifferencer::Equals(report, read));
    CHECK(analyzer::write_json(read) == text);
  }
}

}  // namespace
}  // namespace tracegate
