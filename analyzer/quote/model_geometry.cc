#include "analyzer/quote/model_geometry.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "analyzer/gate/symbols.h"
#include "ir/text/words.h"
#include "rules/language/rule.pb.h"
#include "rules/places/classes.h"
#include "rules/places/describe.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

// What a condition says as a plain truth value: what is blocked rests on something that is missed.
Verdict truth_of(const GateReport& report, const std::string& id) {
  for (const ConditionReport& condition : report.conditions) {
    if (condition.id != id) continue;
    if (condition.count(Verdict::kMissed) > 0 || condition.count(Verdict::kBlocked) > 0) return Verdict::kMissed;
    return condition.count(Verdict::kUndetermined) > 0 ? Verdict::kUndetermined : Verdict::kMatched;
  }
  return Verdict::kUndetermined;
}

class Reader {
 public:
  Reader(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const GateReport& report)
      : graph_(graph), profile_(profile), run_(run), report_(report), pricing_(profile.message().pricing()), places_(graph, profile) {
    for (const ClassReport& one : report.classes) representatives_.push_back(one.layers.representative());
  }

  ModelGeometry read() {
    if (!profile_.message().has_pricing()) {
      unknown("geometry", fmt::format("the profile {} has no `pricing`", profile_.id()));
      return std::move(out_);
    }
    price::Geometry& geometry = out_.geometry;
    geometry.decoder_layers = static_cast<std::int64_t>(places_.layers().size());
    linear_layers();
    geometry.hidden_size = number("hidden_size");
    geometry.ffn_hidden_size = ffn_hidden_size();
    geometry.config_layers = number("config_layers");
    geometry.attention_heads = number("attention_heads");
    geometry.query_groups = number("query_groups");
    geometry.head_dim = number("head_dim");
    geometry.output_gate = flag("output_gate");
    // A config may hold these sizes where no layer uses them.
    if (geometry.gdn_layers > 0 || !linear_known_) {
      geometry.key_heads = number("key_heads");
      geometry.key_dim = number("key_dim");
      geometry.value_heads = number("value_heads");
      geometry.value_dim = number("value_dim");
      geometry.conv_kernel = number("conv_kernel");
    }
    geometry.activation_factor = activation_factor();
    recompute();
    conditions();
    return std::move(out_);
  }

 private:
  void unknown(std::string_view symbol, std::string_view why) { out_.unknown.push_back({std::string(symbol), std::string(why)}); }

  // ---- facts ----

  struct Told {
    std::string attribute;
    std::optional<ir::Value> value;  // none: `otherwise`, a typed text, is meant
    std::string_view otherwise;
  };

  // Empty where the model does not tell; then it is listed.
  std::optional<Told> told(std::string_view symbol) {
    const auto& facts = pricing_.fact();
    const auto source = std::find_if(facts.begin(), facts.end(), [&](const auto& fact) { return fact.symbol() == symbol; });
    if (source == facts.end()) return not_told(symbol, "the profile does not say where it stands");
    const std::string attribute = fmt::format("`{}`", source->attribute());
    const std::size_t place = profile_.place_index(source->place());
    const rules::Located& at = places_.at(place);
    if (at.state == rules::Located::State::kUndetermined) return not_told(symbol, at.detail);
    if (at.vertex() == ir::kNoVertex) return not_told(symbol, no_object(place, at));
    const ir::Fact fact = rules::read_at(graph_, at, source->attribute());
    if (const auto outcome = rules::unavailable(graph_, fact, attribute)) return not_told(symbol, outcome->found);
    const bool absent = fact.state == ir::Fact::State::kAbsent;
    if (!absent && fact.value.kind != ir::ValueKind::kNone) return Told{attribute, fact.value, {}};
    if (source->otherwise().empty()) return not_told(symbol, fmt::format("{} is {}", attribute, absent ? "absent" : "None"));
    return Told{attribute, std::nullopt, source->otherwise()};
  }

  std::nullopt_t not_told(std::string_view symbol, std::string_view why) {
    unknown(symbol, why);
    return std::nullopt;
  }

  std::string no_object(std::size_t place, const rules::Located& at) const {
    const std::string& path = at.path.empty() ? profile_.message().place(static_cast<int>(place)).title() : at.path;
    return fmt::format("{} is {}", path, at.state == rules::Located::State::kAbsent ? "absent" : rules::describe(graph_, at.value));
  }

  std::string_view text_of(const Told& told) const { return told.value ? graph_.text(*told.value) : told.otherwise; }

  std::string described(const Told& told) const {
    return told.value ? rules::describe(graph_, *told.value) : ir::typed_in_words(told.otherwise);
  }

  // Lists a value of the wrong form.
  void no_such(std::string_view symbol, const Told& told, std::string_view wanted) {
    unknown(symbol, fmt::format("{} is {}, no {}", told.attribute, described(told), wanted));
  }

  std::int64_t number(std::string_view symbol) {
    const auto told = this->told(symbol);
    if (!told) return 0;
    const auto found = ir::number_of(text_of(*told));
    if (found && found->is_integer && !found->big && !found->negative) return found->integer;
    no_such(symbol, *told, "count of 64 bits");
    return 0;
  }

  // Only a plain bool: what else Python would take for true is a miss of the gate, and not worth a guess here.
  bool flag(std::string_view symbol, bool cautious = false) {
    const auto told = this->told(symbol);
    if (!told) return cautious;
    if (text_of(*told) == "bool:True") return true;
    if (text_of(*told) == "bool:False") return false;
    no_such(symbol, *told, "bool");
    return cautious;
  }

  std::int64_t activation_factor() {
    // What is not needed is not asked for: it would be listed as unknown.
    if (flag("fused_activation") && !flag("te_activation", true)) return price::activation_factor_of(true, false);
    const auto clamp = told("clamp");
    return price::activation_factor_of(false, !clamp || text_of(*clamp) != "none:");
  }

  void recompute() {
    if (const auto granularity = told("recompute_granularity")) {
      const std::string_view text = text_of(*granularity);
      if (text.starts_with("str:")) {
        out_.recompute.granularity = ir::payload(text);
      } else if (text != "none:") {
        no_such("recompute_granularity", *granularity, "text");
      }
    }
    const auto modules = told("recompute_modules");
    if (!modules || text_of(*modules) == "none:") return;
    const bool sequence = modules->value && modules->value->kind == ir::ValueKind::kSequence;
    const auto* elements = sequence ? &graph_.sequence(modules->value->record).elements : nullptr;
    if (elements == nullptr || !*elements) return no_such("recompute_modules", *modules, "readable list");
    out_.recompute.recomputes_mlp =
        std::any_of((*elements)->begin(), (*elements)->end(), [&](const ir::Value& element) { return graph_.text(element) == "str:mlp"; });
  }

  // ---- layers ----

  void linear_layers() {
    const auto& traits = profile_.message().trait();
    const auto trait = std::find_if(traits.begin(), traits.end(), [&](const auto& one) { return one.id() == pricing_.linear_layer(); });
    const std::size_t place = profile_.place_index(trait->place());
    out_.linear.resize(places_.layers().size());
    for (const ClassReport& one : report_.classes) {
      const rules::Places places = places_.in_layer(places_.layers()[one.layers.representative()]);
      const rules::Located& at = places.at(place);
      if (at.state == rules::Located::State::kUndetermined) {
        linear_known_ = false;
        const std::vector<std::size_t>& layers = one.layers.layers;
        unknown("gdn_layers", fmt::format("{} (layer{} {})", at.detail, layers.size() == 1 ? "" : "s", describe_layers(layers)));
      }
      const bool is = at.vertex() != ir::kNoVertex && std::any_of(trait->class_().begin(), trait->class_().end(), [&](const auto& name) {
                        return rules::is_exactly(graph_, profile_, graph_.class_of(at.vertex()), name);
                      });
      for (const std::size_t layer : one.layers.layers) out_.linear[layer] = is;
    }
    price::set_gdn_layers(out_.linear, out_.geometry);
    if (places_.layers().empty()) {
      unknown("decoder_layers", places_.no_layers().detail.empty() ? "there is no decoder layer" : places_.no_layers().detail);
    }
  }

  std::int64_t ffn_hidden_size() {
    if (representatives_.empty()) return 0;  // that there is no layer is listed already
    for (const rules::schema::Symbol& symbol : profile_.message().symbol()) {
      if (symbol.id() != pricing_.ffn_hidden_size()) continue;
      try {
        return SymbolReader(graph_, profile_, run_, places_, representatives_).one(symbol, rules::kUnnamedSlot);
      } catch (const NotKnown& fault) {
        unknown("ffn_hidden_size", fault.what());
      }
    }
    return 0;
  }

  // ---- conditions ----

  template <typename List>
  Verdict all_of(const List& ids) {
    Verdict all = Verdict::kMatched;
    for (const std::string& id : ids) {
      const Verdict one = truth_of(report_, id);
      all = rules::kleene_and(all, one);
      const bool listed = std::find(out_.undetermined.begin(), out_.undetermined.end(), id) != out_.undetermined.end();
      if (one == Verdict::kUndetermined && !listed) out_.undetermined.push_back(id);
    }
    return all;
  }

  void conditions() {
    const Verdict checkpoint = all_of(pricing_.checkpoint_condition());
    out_.checkpoint_conditions = checkpoint == Verdict::kMatched;
    out_.checkpoint_undetermined = checkpoint == Verdict::kUndetermined;
    out_.layout_support = all_of(pricing_.layout_condition()) == Verdict::kMatched;
    out_.fc1_wrapped = all_of(pricing_.wrapped_condition()) == Verdict::kMatched;
    out_.dense = all_of(std::vector<std::string>{pricing_.dense_condition()}) == Verdict::kMatched;
  }

  const ir::ModuleGraph& graph_;
  const rules::Profile& profile_;
  const ir::RunFacts& run_;
  const GateReport& report_;
  const rules::schema::Pricing& pricing_;
  rules::Places places_;
  std::vector<std::size_t> representatives_;
  bool linear_known_ = true;
  ModelGeometry out_;
};

}  // namespace

ModelGeometry model_geometry(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run,
                             const GateReport& report) {
  return Reader(graph, profile, run, report).read();
}

}  // namespace tracegate::analyzer
