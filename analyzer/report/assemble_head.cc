#include "analyzer/quote/gate_outcome.h"
#include "analyzer/report/assemble.h"
#include "analyzer/report/json/json.h"
#include "analyzer/report/report.pb.h"
#include "ir/text/escape.h"
#include "rules/language/rule.pb.h"

namespace tracegate::analyzer {

std::string path_text(const std::string& path) { return ir::one_line(path); }

void assemble_head(const std::string& version, schema::Report& out) {
  out.set_schema_version(kReportSchema);
  out.mutable_tool()->set_name("tracegate");
  out.mutable_tool()->set_version(version);
}

void assemble_profile(const rules::Profile& profile, schema::ProfileReference& out, bool with_digest) {
  out.set_id(profile.id());
  out.set_version(profile.version());
  if (with_digest) out.set_digest(profile.digest());
  if (const auto policy = policy_of(profile)) out.set_price_policy(std::string(price::name(*policy)));
  const rules::schema::Profile& message = profile.message();
  for (const rules::schema::Place& place : message.place()) {
    if (place.id() == message.layers().label()) out.set_layer_label(place.title());
  }
  for (const rules::schema::Width& width : message.width()) {
    schema::WidthTitle& title = *out.add_widths();
    title.set_id(width.id());
    title.set_title(width.title());
  }
}

}  // namespace tracegate::analyzer
