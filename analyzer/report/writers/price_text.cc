#include "analyzer/report/writers/price_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analyzer/price/price_words.h"

namespace tracegate::analyzer {
namespace {

using price::grouped;
using price::Policy;
using rules::Verdict;

constexpr std::size_t kMostObstacles = 12;

std::string plural(std::size_t count, std::string_view noun) { return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s"); }

std::string with_sign(Amount amount) { return (amount > Amount(0) ? "+" : "") + grouped(amount); }

class Writer {
 public:
  Writer(const PriceSubject& subject, const WavePrice& price) : subject_(subject), price_(price) {}

  std::string write() {
    head();
    side_by_side();
    for (const PolicyPrice& one : price_.policies) {
      if (one.asked) policy(one);
    }
    footer();
    return std::move(out_);
  }

 private:
  void line(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    out_ += text;
    out_ += '\n';
  }

  void head() {
    const price::Wave& wave = price_.question.wave;
    const price::Setting& setting = price_.question.setting;
    line(fmt::format("{:<64}  {}, {} packed tokens, TP{} / CP{} / PP{}",
                     fmt::format("price  {}{}{}", subject_.model, subject_.model.empty() ? "" : "  ", subject_.wave),
                     plural(wave.groups.size(), "group"), grouped(wave.packed_tokens), setting.tp, setting.cp, setting.pp));
    line("");
  }

  void side_by_side() {
    const PolicyPrice* today = price_.of(Policy::kToday);
    line(fmt::format("  {:<7} {:>20}  {:>12}  {:>21}  {}", "policy", "bytes per rank", "", "against today", "widths"));
    for (const PolicyPrice& one : price_.policies) {
      if (!one.price) {
        line(fmt::format("  {:<7} {:>20}", price::name(one.policy), "not priced"));
        continue;
      }
      std::string against;
      if (one.policy != Policy::kToday && today->price) against = with_sign(one.price->plan_cost - today->price->plan_cost);
      line(fmt::format("  {:<7} {:>20}  {:>12}  {:>21}  {}", price::name(one.policy), grouped(one.price->plan_cost),
                       in_units(one.price->plan_cost), against, widths(one)));
    }
    line("");
    std::string refused;
    for (const PolicyPrice& one : price_.policies) {
      if (one.refusal.empty() || one.refusal == refused) continue;
      refused = one.refusal;
      line(fmt::format("  not priced  {}", refused));
    }
    if (!refused.empty()) line("");
  }

  static std::string widths(const PolicyPrice& one) {
    if (one.standing == nullptr) return "none, by definition";
    const std::string gate =
        fmt::format("{} {}{}", one.standing->profile, one.standing->assumed ? "assumed " : "", rules::name(one.standing->verdict));
    if (one.price->uses_profile_widths) return gate;
    return fmt::format("none: {}", one.outside.empty() ? gate : one.outside.front());
  }

  void policy(const PolicyPrice& one) {
    if (one.price) {
      terms(one);
      admission(one);
      if (price_.question.budget) budget(one);
      evidence(one);
      line("");
    }
    if (one.standing != nullptr && one.price && !one.price->uses_profile_widths) gate(one);
  }

  void terms(const PolicyPrice& one) {
    const price::Sum& sum = one.price->sum;
    const Amount required = one.price->plan_cost;
    line(fmt::format("  {}: {}; floor: {}{}", price::name(one.policy), price::words_of(sum.branch()), price::floor_words(*one.price),
                     sum.stage() ? fmt::format("; the stage of {}", price::words_of(sum.stage())) : ""));
    const std::vector<price::Term> terms = sum.terms();
    std::size_t title = 17;
    for (const price::Term& term : terms) title = std::max(title, price::words_of(term).title.size());
    for (const price::Term& term : terms) {
      const price::TermWords words = price::words_of(term);
      const std::string numbers = words.numbers.empty() ? "" : " = " + words.numbers;
      line(fmt::format("  {:>20}  {:<{}}  {:<5}{}{}", grouped(term.bytes), words.title, title, term.section, words.formula, numbers));
    }
    line(fmt::format("  {:>20}  {}", "-------------------", ""));
    if (price_.question.wave.packed_tokens == 0) return line(fmt::format("  {:>20}  required", grouped(required)));
    line(fmt::format("  {:>20}  before the factor", grouped(sum.total())));
    line(fmt::format("  {:>20}  {:<{}}  {:<5}x 1.10, the fraction dropped", grouped(required), "required", title, "3.10"));
  }

  void admission(const PolicyPrice& one) {
    const price::Price& price = *one.price;
    if (price.admission == price.plan_cost) return;
    std::string how = "the estimate with the gradient";
    if (one.policy == Policy::kLater && price.layout) how = "passes no layouts, so it stands on busiest rows";
    line(fmt::format("  {:>20}  admission of a flat plan: {}", grouped(price.admission), how));
  }

  void budget(const PolicyPrice& one) {
    const Amount budget = *price_.question.budget;
    const Amount rest = budget - one.price->plan_cost;
    line(fmt::format("  {:>20}  {} the budget of {} ({} bytes)", grouped(rest < Amount(0) ? Amount(0) - rest : rest),
                     rest < Amount(0) ? "over" : "below", in_units(budget), grouped(budget)));
  }

  void evidence(const PolicyPrice& one) {
    std::string kind = "an upper bound";
    if (price_.lower_bound) kind = "a lower bound, a part is not priced";
    if (one.price->sum.branch() == price::Branch::kLearned) kind = "an estimate from observed waves";
    line(fmt::format("  {:>20}  this is {}", "", kind));
    if (one.standing == nullptr || !one.price->uses_profile_widths) return;
    const TracedSizes& traced = one.standing->traced;
    if (traced.hidden_size == 0) return;
    const price::Geometry& own = price_.question.setting.geometry;
    const bool inside = own.hidden_size == traced.hidden_size && own.ffn_hidden_size == traced.ffn_hidden_size &&
                        own.decoder_layers == traced.decoder_layers;
    line(fmt::format("  {:>20}  {} the traced geometry: H {}, F {}, n {}; traced H {}, F {}, n {}", "", inside ? "inside" : "outside",
                     grouped(own.hidden_size), grouped(own.ffn_hidden_size), own.decoder_layers, grouped(traced.hidden_size),
                     grouped(traced.ffn_hidden_size), traced.decoder_layers));
  }

  void gate(const PolicyPrice& one) {
    const ProfileStanding& standing = *one.standing;
    const char* kept = one.policy == Policy::kTraced ? "today's price" : "the price without widths";
    if (!one.outside.empty()) return line(fmt::format("  gate  {}: {}; {} is kept\n", standing.profile, one.outside.front(), kept));
    const auto stuck = std::find_if(standing.obstacles.begin(), standing.obstacles.end(),
                                    [](const Obstacle& obstacle) { return obstacle.verdict == Verdict::kMissed && !obstacle.remedy; });
    line(fmt::format(
        "  gate  {} {}; {} is kept{}", standing.profile, rules::name(standing.verdict), kept,
        standing.obstacles.empty() ? "" : fmt::format(" until {} met", standing.obstacles.size() == 1 ? "this is" : "all of these are")));
    for (std::size_t i = 0; i < standing.obstacles.size(); ++i) {
      if (i == kMostObstacles) {
        line(fmt::format("        ... {} more", standing.obstacles.size() - i));
        break;
      }
      const Obstacle& obstacle = standing.obstacles[i];
      line(fmt::format("        {:<34}  {:<12}  {}", obstacle.id, rules::name(obstacle.verdict), obstacle.where));
    }
    if (stuck != standing.obstacles.end()) {
      // Nothing can be done: what that costs, in one line.
      line(fmt::format("        {} has no remedy short of a new trace{}", stuck->id, one.if_matched ? "; " + cost(one) : ""));
    } else if (one.if_matched) {
      rows(one);
      line(fmt::format("        {}", cost(one)));
    } else if (!standing.if_matched) {
      line("        what a match would be worth cannot be said: the facts for its widths are not in the file");
    }
    if (!subject_.model.empty()) line(fmt::format("        tracegate check {} tells why", subject_.model));
    line("");
  }

  // What one gradient row takes now and with a match, where the wave has gradients and the two differ by rows alone.
  void rows(const PolicyPrice& one) {
    const price::Geometry& geometry = price_.question.setting.geometry;
    const auto& groups = price_.question.wave.groups;
    const bool gradient = std::any_of(groups.begin(), groups.end(), [](const price::Group& group) { return group.gradient; });
    if (!gradient || one.policy != Policy::kTraced) return;
    const Amount row = Amount(2) * geometry.hidden_size;
    const Amount now = row * geometry.decoder_layers, then = row + Amount(4) * geometry.hidden_size + standing_widths(one).gradient;
    line(fmt::format("        now           {:>12} per row: {} input gradients", in_units(now), geometry.decoder_layers));
    line(fmt::format("        if matched    {:>12} per row: stage of the MLP, residual and norm, one input gradient", in_units(then)));
    const Amount difference = now - then;
    line(fmt::format("        difference    {:>12} per row{}", in_units(difference < Amount(0) ? Amount(0) - difference : difference),
                     difference < Amount(0) ? " more with a match" : " less with a match"));
  }

  static price::ProfileWidths standing_widths(const PolicyPrice& one) { return *one.standing->if_matched; }

  static std::string cost(const PolicyPrice& one) {
    const Amount difference = one.price->plan_cost - one.if_matched->plan_cost;
    const char* stay = one.policy == Policy::kTraced ? "staying on today's price" : "staying on the price without widths";
    if (difference > Amount(0)) return fmt::format("{} costs this wave +{} ({} bytes)", stay, in_units(difference), grouped(difference));
    if (difference == Amount(0)) return fmt::format("{} costs this wave nothing", stay);
    const Amount more = Amount(0) - difference;
    return fmt::format("a match costs this wave {} more ({} bytes)", in_units(more), grouped(more));
  }

  void footer() {
    const PolicyPrice* traced = price_.of(Policy::kTraced);
    const PolicyPrice* today = price_.of(Policy::kToday);
    if (traced != nullptr && traced->price && traced->price->uses_profile_widths && traced->price->plan_cost > today->price->plan_cost) {
      line(fmt::format("  traced costs {} more than today on this wave: that is its price",
                       in_units(traced->price->plan_cost - today->price->plan_cost)));
    }
    for (const std::string& text : price_.assumptions) line(fmt::format("  assumed     {}", text));
    for (const std::string& text : price_.question.warnings) line(fmt::format("  warning     {}", text));
    line("  formulas    docs/price.md, by the section beside each term");
  }

  const PriceSubject& subject_;
  const WavePrice& price_;
  std::string out_;
};

}  // namespace

std::string in_units(Amount bytes) {
  const double value = static_cast<double>(bytes.value());
  if (std::abs(value) >= 1073741824.0) return fmt::format("{:.2f} GiB", value / 1073741824.0);
  if (std::abs(value) >= 1048576.0) return fmt::format("{:.1f} MiB", value / 1048576.0);
  if (std::abs(value) >= 1024.0) return fmt::format("{:.1f} KiB", value / 1024.0);
  return fmt::format("{} bytes", bytes.value());
}

std::string write_price_text(const PriceSubject& subject, const WavePrice& price) { return Writer(subject, price).write(); }

}  // namespace tracegate::analyzer
