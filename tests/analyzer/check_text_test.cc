// What the text report takes from the profile: its title of the place that names a layer, and whether a verdict has to do with prices.
#include <doctest/doctest.h>

#include <string>

#include "analyzer/report/writers/check_text.h"

namespace tracegate::analyzer {
namespace {

schema::Report missed() {
  schema::Report report;
  report.mutable_profile()->set_id("p");
  schema::Model& model = *report.add_models();
  model.set_file("m.onnx");
  model.set_decoder_layers(1);
  model.set_verdict(schema::Verdict::missed);
  model.set_taken_at("not recorded");
  schema::LayerClass& layers = *model.add_classes();
  layers.set_id("A");
  layers.add_layers(0);
  layers.set_mixer("Plain");
  layers.set_verdict(schema::Verdict::missed);
  return report;
}

std::string line_with(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

TEST_CASE("the effect of a miss") {
  struct Row {
    const char* policy;
    const char* line;
  };
  const Row rows[] = {{"", "  effect      the one decoder layer must match; 0 do, so the gate is shut"},
                      {"traced", "  effect      the one decoder layer must match; 0 do, so the model keeps today's price"}};
  for (const Row& row : rows) {
    INFO(row.line);
    schema::Report report = missed();
    report.mutable_profile()->set_price_policy(row.policy);
    CHECK(line_with(write_check_text(report), "effect") == row.line);
  }
}

TEST_CASE("the heading of the labels") {
  struct Row {
    const char* label;
    const char* line;
  };
  const Row rows[] = {{"", "  class  layers  label  verdict       note"},
                      {"mixer", "  class  layers  mixer  verdict       note"},
                      {"MLP", "  class  layers  MLP    verdict       note"},
                      {"the layer's MLP", "  class  layers  the layer's MLP  verdict       note"}};
  for (const Row& row : rows) {
    INFO(row.line);
    schema::Report report = missed();
    report.mutable_profile()->set_layer_label(row.label);
    CHECK(line_with(write_check_text(report), "class  layers") == row.line);
  }
}

}  // namespace
}  // namespace tracegate::analyzer
