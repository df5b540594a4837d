#include "analyzer/report/writers/price_text.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "analyzer/report/writers/gate_cost_text.h"
#include "analyzer/report/writers/words.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using ir::grouped;
using ir::in_units;
using schema::Policy;
using schema::PolicyPrice;

std::string with_sign(std::int64_t number) { return (number > 0 ? "+" : "") + grouped(number); }

std::string floor_words(const schema::WavePrice& price, const PolicyPrice& policy) {
  if (price.packed_tokens() == 0) return "none: nothing is packed";
  switch (policy.floor()) {
    case PolicyPrice::busiest:
      return "busiest rank";
    case PolicyPrice::layout:
      return "per layout";
    default:
      return "none: the checkpoint conditions do not hold";
  }
}

class Writer {
 public:
  Writer(const schema::WavePrice& price, Lines& out) : price_(price), today_(priced(Policy::today)), out_(out) {}

  void write() {
    head();
    side_by_side();
    for (const PolicyPrice& one : price_.policies()) {
      if (one.asked() && !one.has_refusal()) policy(one);
    }
    footer();
  }

 private:
  // Null where it has no price.
  const PolicyPrice* priced(Policy::Value policy) const {
    for (const PolicyPrice& one : price_.policies()) {
      if (one.policy() == policy && !one.has_refusal()) return &one;
    }
    return nullptr;
  }

  void head() {
    const std::string subject = price_.model().empty() ? price_.wave() : price_.model() + "  " + price_.wave();
    out_.add(fmt::format("{:<64}  {}, {} packed tokens, TP{} / CP{} / PP{}", "price  " + subject, ir::plural(price_.groups(), "group"),
                         grouped(price_.packed_tokens()), price_.tp(), price_.cp(), price_.pp()));
    out_.add();
  }

  void side_by_side() {
    out_.add(fmt::format("  {:<7} {:>20}  {:>12}  {:>21}  {}", "policy", "bytes per rank", "", "against today", "widths"));
    for (const PolicyPrice& one : price_.policies()) {
      if (one.has_refusal()) {
        out_.add(fmt::format("  {:<7} {:>20}", name(one.policy()), "not priced"));
        continue;
      }
      std::string against;
      if (today_ != nullptr && one.policy() != Policy::today) against = with_sign(one.required_bytes() - today_->required_bytes());
      out_.add(fmt::format("  {:<7} {:>20}  {:>12}  {:>21}  {}", name(one.policy()), grouped(one.required_bytes()),
                           in_units(one.required_bytes()), against, widths(one)));
    }
    out_.add();
    std::string refused;
    for (const PolicyPrice& one : price_.policies()) {
      if (!one.has_refusal() || one.refusal() == refused) continue;
      refused = one.refusal();
      out_.add(fmt::format("  not priced  {}", refused));
    }
    if (!refused.empty()) out_.add();
  }

  static std::string widths(const PolicyPrice& one) {
    if (!one.has_gate()) return "none, by definition";
    const std::string gate =
        fmt::format("{} {}{}", one.gate().profile(), one.gate().assumed() ? "assumed " : "", name(one.gate().verdict()));
    if (one.covered()) return gate;
    return fmt::format("none: {}", one.outside_size() == 0 ? gate : one.outside(0));
  }

  void policy(const PolicyPrice& one) {
    terms(one);
    admission(one);
    if (price_.has_budget_bytes()) budget(one);
    evidence(one);
    out_.add();
    if (one.has_gate() && !one.covered()) gate_cost_lines(price_, one, out_);
  }

  void terms(const PolicyPrice& one) {
    out_.add(fmt::format("  {}: {}; floor: {}{}", name(one.policy()), one.branch(), floor_words(price_, one),
                         one.stage().empty() ? "" : fmt::format("; the stage of {}", one.stage())));
    std::size_t title = 17;
    for (const schema::PriceTerm& term : one.terms()) title = std::max(title, term.title().size());
    for (const schema::PriceTerm& term : one.terms()) {
      const std::string numbers = term.numbers().empty() ? "" : " = " + term.numbers();
      out_.add(
          fmt::format("  {:>20}  {:<{}}  {:<5}{}{}", grouped(term.bytes()), term.title(), title, term.section(), term.formula(), numbers));
    }
    out_.add(fmt::format("  {:>20}", "-------------------"));
    const std::string required = grouped(one.required_bytes());
    if (price_.packed_tokens() == 0) return out_.add(fmt::format("  {:>20}  required", required));
    out_.add(fmt::format("  {:>20}  before the factor", grouped(one.before_factor_bytes())));
    out_.add(fmt::format("  {:>20}  {:<{}}  {:<5}x 1.10, the fraction dropped", required, "required", title, "3.10"));
  }

  void admission(const PolicyPrice& one) {
    if (one.admission_bytes() == one.required_bytes()) return;
    const bool busiest = !words_of(one.policy()).admission_by_layout && one.floor() == PolicyPrice::layout;
    out_.add(fmt::format("  {:>20}  admission of a flat plan: {}", grouped(one.admission_bytes()),
                         busiest ? "passes no layouts, so it stands on busiest rows" : "the estimate with the gradient"));
  }

  void budget(const PolicyPrice& one) {
    const std::int64_t rest = price_.budget_bytes() - one.required_bytes();
    out_.add(fmt::format("  {:>20}  {} the budget of {} ({} bytes)", grouped(std::abs(rest)), rest < 0 ? "over" : "below",
                         in_units(price_.budget_bytes()), grouped(price_.budget_bytes())));
  }

  void evidence(const PolicyPrice& one) {
    const char* kind = one.bound() == PolicyPrice::observed ? "an estimate from observed waves"
                       : one.bound() == PolicyPrice::lower  ? "a lower bound, a part is not priced"
                                                            : "an upper bound";
    out_.add(fmt::format("  {:>20}  this is {}", "", kind));
    if (!one.covered() || !one.gate().has_traced()) return;
    const schema::Sizes &own = price_.sizes(), &traced = one.gate().traced();
    const bool inside = own.hidden_size() == traced.hidden_size() && own.ffn_hidden_size() == traced.ffn_hidden_size() &&
                        own.decoder_layers() == traced.decoder_layers();
    out_.add(fmt::format("  {:>20}  {} the traced geometry: {}; traced {}", "", inside ? "inside" : "outside", words(own), words(traced)));
  }

  static std::string words(const schema::Sizes& sizes) {
    return fmt::format("H {}, F {}, n {}", grouped(sizes.hidden_size()), grouped(sizes.ffn_hidden_size()), sizes.decoder_layers());
  }

  void footer() {
    const PolicyPrice* traced = priced(Policy::traced);
    if (traced != nullptr && today_ != nullptr && traced->covered() && traced->required_bytes() > today_->required_bytes()) {
      out_.add(fmt::format("  traced costs {} more than today on this wave: that is its price",
                           in_units(traced->required_bytes() - today_->required_bytes())));
    }
    for (const std::string& text : price_.assumptions()) out_.add(fmt::format("  assumed     {}", text));
    for (const std::string& text : price_.warnings()) out_.add(fmt::format("  warning     {}", text));
    out_.add("  formulas    docs/price.md, by the section beside each term");
  }

  const schema::WavePrice& price_;
  const PolicyPrice* today_;
  Lines& out_;
};

}  // namespace

void price_lines(const schema::WavePrice& price, Lines& out) { Writer(price, out).write(); }

std::string write_price_text(const schema::Report& report) {
  Lines out;
  for (const schema::WavePrice& price : report.prices()) price_lines(price, out);
  return out.take();
}

}  // namespace tracegate::analyzer
