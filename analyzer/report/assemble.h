// Fills the one message of a report (analyzer/report/report.proto) with what the passes say. Every format is written of it alone.
#pragma once

#include <string>

#include "analyzer/gate/gate.h"
#include "analyzer/pages/profile_page.h"
#include "analyzer/quote/wave_capacity.h"
#include "analyzer/tree/module_tree.h"
#include "analyzer/why/explanation.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

namespace schema {
class Model;
class ProfileReference;
class Report;
class WaveCapacity;
class WavePrice;
}  // namespace schema

// Who makes a report: the tool's version.
void assemble_head(const std::string& version, schema::Report& out);
// `with_digest`: the digest costs as much as reading the profile, and only JSON tells it.
void assemble_profile(const rules::Profile& profile, schema::ProfileReference& out, bool with_digest = true);

// A path as the caller gave it: bytes, which become text.
std::string path_text(const std::string& path);

// Texts are moved out of what is assembled: it is read once.
void assemble_gate(GateReport&& report, schema::Model& out);
// With the gate's report of it.
void assemble_why(Explanation&& explanation, schema::Model& out);
void assemble_tree(ModuleTree&& tree, schema::Model& out);

// What a price is about, as the caller named it.
struct PriceSubject {
  std::string model;  // a file; empty: a geometry file stands for the model
  std::string wave;
};

void assemble_price(const PriceSubject& subject, const WavePrice& price, schema::WavePrice& out);
void assemble_capacity(const PriceSubject& subject, const WaveCapacity& capacity, schema::WaveCapacity& out);

// `profile`: the one that the page is about. `in_full`: with the whole page of each of its conditions.
void assemble_page(const rules::Profile& profile, ConditionPage&& page, schema::Report& out);
void assemble_page(const rules::Profile& profile, ProfilePage&& page, bool in_full, schema::Report& out);

}  // namespace tracegate::analyzer
