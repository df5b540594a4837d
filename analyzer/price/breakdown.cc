#include "analyzer/price/breakdown.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/price/factor.h"
#include "analyzer/price/mixer.h"
#include "analyzer/price/static_floor.h"

namespace tracegate::price {
namespace {

class Builder {
 public:
  Builder(const Wave& wave, const Setting& setting, const Price& price) : wave_(wave), setting_(setting), price_(price) {}

  Breakdown build() {
    out_.required = price_.plan_cost;
    constexpr const char* kFloors[] = {"none: the checkpoint conditions do not hold", "busiest rank", "per layout"};
    out_.floor = kFloors[static_cast<int>(price_.floor_used)];
    if (wave_.packed_tokens == 0) {
      out_.branch = "outputs alone";
      out_.floor = "none: nothing is packed";
      add("outputs", "O", {}, wave_.output_bytes, "3.10");
    } else if (price_.branch_raw != Amount(0) && with_factor(price_.branch_raw) >= price_.without) {
      gradient_branch();
    } else {
      estimate();
    }
    for (const Term& term : out_.terms) out_.raw += term.bytes;
    return std::move(out_);
  }

 private:
  void add(std::string title, std::string formula, std::string numbers, Amount bytes, std::string section) {
    if (bytes == Amount(0)) return;
    out_.terms.push_back({std::move(title), std::move(formula), std::move(numbers), bytes, std::move(section)});
  }

  void product(std::string title, std::string formula, std::initializer_list<Amount> factors, std::string section) {
    Amount bytes = 1;
    std::string numbers;
    for (const Amount factor : factors) {
      bytes = bytes * factor;
      numbers += (numbers.empty() ? "" : " x ") + grouped(factor);
    }
    add(std::move(title), std::move(formula), std::move(numbers), bytes, std::move(section));
  }

  Amount gradient_rows() const {
    Amount rows;
    for (const Group& group : wave_.groups) {
      if (group.gradient) rows += group.rows;
    }
    return rows;
  }

  Amount hidden() const { return setting_.geometry.hidden_size; }

  void gradient_branch() {
    out_.branch = "recompute of a gradient wave";
    retained();
    workspace();
    add("TE growth", "C", {}, price_.plan_te_growth, "3.8");
    add("cold transient", "64 MiB", {}, price_.cold, "3.8");
    if (price_.gradient == gradient_rows() * hidden() * 2) {
      product("input gradient", "rows x 2H", {gradient_rows(), hidden() * 2}, "3.6");
    } else {
      product("input gradients, one a boundary", "rows x n x 2H", {gradient_rows(), setting_.geometry.decoder_layers, hidden() * 2}, "3.6");
    }
    add("adapter gradients", "beyond freed boundaries", {}, price_.adapter_gradient, "3.15");
    add("outputs", "O", {}, wave_.output_bytes, "3.11");
  }

  void estimate() {
    const Floor& floor = price_.floor();
    const Amount outputs = wave_.output_bytes;
    const Amount behind = setting_.cp > 1 ? outputs : Amount(0);
    const Amount on_floor = floor.retained + std::max(floor.workspace, price_.head);
    const Amount on_stage = floor.retained + price_.no_grad_stage;
    const Amount held = std::max({price_.static_used, on_floor, price_.no_grad_stage != Amount(0) ? on_stage : Amount(0)});
    const Amount learned = price_.learned ? truncated(*price_.learned) : Amount(0);
    if (learned > held + price_.no_grad_te_growth + behind) {
      out_.branch = "learned profile";
      add("observed for such waves", "rate x tokens", {}, learned, "3.12");
      add("outputs", "O", {}, outputs, "3.10");
      return;
    }
    if (held == price_.static_used) {
      static_terms();
    } else if (held == on_floor) {
      out_.branch = "checkpoint floor";
      retained();
      workspace();
    } else {
      out_.branch = "no-grad stage";
      retained();
      no_grad_stage();
    }
    add("TE growth", "C", {}, price_.no_grad_te_growth, "3.8");
    add("outputs, local results", "O", {}, behind, "3.10");
    add("outputs", "O", {}, outputs, "3.10");
  }

  void static_terms() {
    const bool flat = price_.static_used == price_.static_floor;
    if (!flat || price_.static_used == price_.no_grad_stage) {
      if (price_.static_used == largest_no_grad() * price_.widths.no_grad) {
        out_.branch = "no-grad stage";
        return product("no-grad transient", "rows x N", {largest_no_grad(), price_.widths.no_grad}, "3.7");
      }
      if (!flat) {
        out_.branch = "static floor, the largest group's share";
        return add("static floor, shared", "static x rows of the largest group / all rows",
                   fmt::format("{} x {} / {}", grouped(price_.static_floor), grouped(largest_no_grad()), grouped(all_rows())),
                   price_.static_used, "3.7");
      }
    }
    out_.branch = "static floor";
    const Amount rows = static_rows(setting_.geometry.config_layers);
    const Amount bytes = Amount(wave_.packed_tokens) * hidden() * 2 * rows;
    if (bytes == price_.static_floor) {
      return product("static floor", "T x 2H x alpha", {wave_.packed_tokens, hidden() * 2, rows}, "3.2");
    }
    add("static floor, activations without full recompute", "64 MiB + states + T* x 2 x features", {}, price_.static_floor, "3.2");
  }

  void no_grad_stage() {
    if (price_.covered) return product("no-grad transient", "rows x N", {largest_no_grad(), price_.widths.no_grad}, "3.7");
    add("no-grad stage", "2 x rows x (max(6, phi) x F + 4H)", {}, price_.no_grad_stage, "3.7");
  }

  void retained() {
    const Floor& floor = price_.floor();
    if (price_.floor_used == FloorUsed::kBusiest) {
      return product("boundaries retained", "rows x n x 2H", {gradient_rows(), setting_.geometry.decoder_layers, hidden() * 2}, "3.3");
    }
    add(fmt::format("boundaries retained, rank {}", floor.retained_rank), "2H x (A_in x attention rows + G_in x GDN rows)", {},
        floor.retained, "3.4");
  }

  void workspace() {
    const Floor& floor = price_.floor();
    if (price_.head > floor.workspace) return add("head, in place of the workspace", "head", {}, price_.head, "3.9");
    if (floor.group < 0) return;
    const Group& group = wave_.groups[static_cast<std::size_t>(floor.group)];
    out_.stage = fmt::format("group {}, {}", floor.group + 1, group.gradient ? "gradient" : "no-grad");
    if (price_.floor_used == FloorUsed::kLayout) {
      layout_stage(floor, group);
    } else {
      busiest_stage(group);
    }
    add("TE growth", "C", {}, floor.te_growth, "3.8");
  }

  void busiest_stage(const Group& group) {
    const Amount rows = group.rows;
    // The later policy uses its widths per layout only.
    const bool traced = price_.policy == Policy::kTraced && price_.covered;
    if (!group.gradient) {
      if (traced && Amount(price_.widths.no_grad) > Amount(8) * hidden()) {
        return product("no-grad transient", "rows x N", {rows, price_.widths.no_grad}, "3.3");
      }
      return product("no-grad layer", "rows x 8H", {rows, Amount(8) * hidden()}, "3.3");
    }
    product("stage: mixer", "rows x mixer", {rows, busiest_mixer(setting_.geometry, setting_.cp > 1).widest()}, "3.5");
    if (!traced) return;
    product("stage: residual and norm", "rows x 4H", {rows, Amount(4) * hidden()}, "3.3");
    mlp(rows, "3.3");
  }

  void mlp(Amount rows, const char* section) {
    const Amount residue = price_.widths.residue;
    if (residue == Amount(0)) return product("stage: MLP", "rows x P", {rows, price_.widths.gradient}, section);
    product("stage: MLP", "rows x (P - residue)", {rows, Amount(price_.widths.gradient) - residue}, section);
    product("stage: recompile residue", "rows x residue", {rows, residue}, section);
  }

  void layout_stage(const Floor& floor, const Group& group) {
    const auto index = static_cast<std::size_t>(floor.rank);
    const RankLayout& rank = group.layout[index];
    const Amount attention = std::max<std::int64_t>(1, rank.attention_rows);
    const Amount rows = floor.gdn_stage && rank.gdn_rows ? Amount(std::max<std::int64_t>(1, *rank.gdn_rows)) : attention;
    const char* kind = floor.gdn_stage ? "GDN" : "attention";
    out_.stage += fmt::format(", rank {}, {} layer", floor.rank, kind);
    const bool later = price_.policy == Policy::kLater;
    if (!group.gradient) {
      product("no-grad transient", "rows x N", {rows, price_.widths.no_grad}, "3.4");
    } else {
      const MixerWidths mixer = later ? later_layout_mixer(setting_.geometry) : layout_mixer(setting_.geometry, true);
      product("stage: mixer", "rows x mixer", {rows, floor.gdn_stage ? mixer.gdn : mixer.attention}, "3.5");
      if (price_.widths.gradient != 0) {
        product("stage: residual and norm", "rows x 4H", {rows, Amount(4) * hidden()}, "3.4");
        mlp(rows, "3.4");
      }
      if (!floor.gdn_stage) add("attention retained", "as given for the rank", {}, rank.attention_retained_bytes, "3.16");
    }
    if (later && floor.gdn_stage) {
      add("segment states", "states x seg / 2", fmt::format("{} x {} / 2", rank.gdn_states, grouped(segment_bytes(setting_.geometry))),
          ceil_div(Amount(rank.gdn_states) * segment_bytes(setting_.geometry), 2), "3.4");
    }
    // The largest total and the most boundaries may be of two ranks: the workspace is the rest of the largest total.
    add(fmt::format("less boundaries: rank {} keeps fewer than rank {}", floor.rank, floor.retained_rank), "ret_k - retained", {},
        price_.layout->ranks[index].retained - floor.retained, "3.4");
  }

  Amount largest_no_grad() const {
    Amount rows;
    for (const Group& group : wave_.groups) {
      if (!group.gradient) rows = std::max(rows, Amount(group.rows));
    }
    return rows;
  }

  Amount all_rows() const {
    Amount rows;
    for (const Group& group : wave_.groups) rows += group.rows;
    return rows;
  }

  const Wave& wave_;
  const Setting& setting_;
  const Price& price_;
  Breakdown out_;
};

}  // namespace

Breakdown breakdown(const Wave& wave, const Setting& setting, const Price& price) { return Builder(wave, setting, price).build(); }

std::string grouped(Amount amount) {
  std::string digits = fmt::format("{}", amount.value());
  const std::size_t first = digits.front() == '-' ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, ",");
  return digits;
}

}  // namespace tracegate::price
