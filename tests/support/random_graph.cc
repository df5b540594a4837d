#include "tests/support/random_graph.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace tracegate::test {
namespace {

using namespace vocabulary;
using ir::Value;
using ir::ValueKind;
using ir::Vertex;

constexpr const char* kTensorTexts[] = {"tensor:bfloat16[8,2]", "tensor:bfloat16[2,8]", "tensor:float32[8,4]", "tensor:bfloat16[4]",
                                        "none:"};
constexpr std::int64_t kLengths[] = {0, 1, 2, std::int64_t{1} << 32};

class Builder {
 public:
  ir::ModuleGraph build(Draws& draws) {
    records();
    collected();
    const Vertex chunk = object("", class_named("lib.Chunk"));
    const Vertex layers = child(chunk, "layers", class_named("lib.List"));
    shared_ = object("x", class_named("own.Config"));
    Draws of_shared(draws.seed());
    facts(shared_, of_shared);
    own_facts(chunk).facts.push_back({id("x"), reference(shared_)});
    const std::uint64_t seed = draws.seed();
    const std::size_t count = 2 + draws.below(4);
    for (std::size_t i = 0; i < count; ++i) {
      // How many decisions a layer takes is not known before: some changes fall behind the last and change nothing.
      Draws of_layer(seed, draws.one_in(3) ? Draws::kNone : draws.below(draws.one_in(2) ? 90 : 400));
      const Vertex layer = child(layers, std::to_string(i), layer_class(of_layer));
      fill(layer, of_layer, 0);
    }
    parts_.globals.emplace(id(kGlobals[0]), value("int:0"));
    parts_.chunks.push_back(reference(chunk));
    parts_.chunk_kind = id("one");
    parts_.dialect = "module/1";
    finish_blocks();
    return ir::ModuleGraph(std::move(parts_));
  }

 private:
  ir::StringId id(std::string_view text) { return parts_.strings.intern(text); }
  Value value(std::string_view text) { return *ir::parse_value(text, parts_.strings); }
  Value reference(Vertex vertex) { return {ValueKind::kObject, id(fmt::format("ref:{}", vertex)), vertex}; }

  void add_class(std::string_view module, std::string_view name, bool own, bool is_module, std::vector<std::uint32_t> bases,
                 bool elements = false) {
    ir::ClassRecord record;
    record.module = id(module);
    record.name = id(name);
    record.full_name = id(fmt::format("{}.{}", module, name));
    record.own = own;
    record.is_module = is_module;
    record.bases = std::move(bases);
    record.has_elements = elements;
    if (is_module) record.forward_in = id(module);
    parts_.classes.push_back(std::move(record));
  }

  void records() {
    add_class("lib", "Chunk", true, true, {});
    add_class("lib", "List", true, true, {}, true);
    add_class("own", "Config", true, false, {});
    add_class("lib", "Base", true, true, {});
    add_class("lib", "Left", true, true, {3});
    add_class("lib", "Right", true, true, {3});
    add_class("own", "Left", true, true, {4, 3});
    add_class("lib", "Left", false, true, {});
    add_class("lib", "Lora", true, true, {});
    for (const char* name : kFunctions) {
      for (const ir::Bound bound : {ir::Bound::kNot, ir::Bound::kSelf}) {
        ir::CallableRecord record;
        record.kind = id(bound == ir::Bound::kNot ? "function" : "method");
        record.full_name = id(name);
        record.own = true;
        record.bound = bound;
        record.class_forward = bound == ir::Bound::kSelf && name == kFunctions[0];
        parts_.callables.push_back(record);
      }
    }
    for (const char* kind : {"lora", "checkpoint"}) {
      ir::TableRecord table;
      table.fields = {id("kind"), id("name")};
      table.rows = {value(fmt::format("str:{}", kind)), value("str:s"), value("str:p")};
      parts_.tables.push_back(std::move(table));
    }
  }

  void collected() {
    ir::Collected& all = parts_.collected;
    all.callables = all.parameters = all.globals = true;
    const auto add = [&](auto& to, const auto& names) {
      for (const char* name : names) to.insert(id(name));
    };
    add(all.reads, kValueReads);
    add(all.reads, kObjectReads);
    add(all.reads, kChildren);
    add(all.reads, kTensors);
    all.reads.insert(id("layers"));
    all.instance.clear();
    add(all.instance, kInstance);
    add(all.hooks, kHooks);
    all.tables.insert(id("slots"));
    // "d" was asked for on some objects only, by a name that the profile does not speak of.
    all.reads_on.emplace(id("d"), id("?elsewhere"));
    parts_.strings.intern("[]");
  }

  Vertex object(std::string path, std::uint32_t class_record) {
    parts_.objects.push_back({id(path), class_record, {}});
    parts_.children.emplace_back();
    blocks_.emplace_back();
    return static_cast<Vertex>(parts_.objects.size() - 1);
  }

  Vertex child(Vertex parent, const std::string& name, std::uint32_t class_record) {
    const std::string above(parts_.strings.text(parts_.objects[parent].path));
    const Vertex vertex = object(above.empty() ? name : above + "." + name, class_record);
    parts_.children[parent].push_back({id(name), vertex});
    return vertex;
  }

  std::uint32_t class_named(std::string_view full_name) {
    for (std::uint32_t i = 0;; ++i) {
      if (parts_.strings.text(parts_.classes[i].full_name) == full_name) return i;
    }
  }

  // Any class of a module but those of the chunk and the list; "lib.Left" twice, once as an impostor.
  std::uint32_t layer_class(Draws& draws) { return 3 + static_cast<std::uint32_t>(draws.below(6)); }

  ir::FactBlock& own_facts(Vertex vertex) { return blocks_[vertex]; }

  Value sequence(Draws& draws, std::string_view kind) {
    ir::SequenceRecord record;
    record.kind = id(kind);
    const std::size_t length = draws.below(std::size(kLengths) + 1);
    if (length < std::size(kLengths)) record.length = kLengths[length];
    if (record.length && *record.length < 3 && !draws.one_in(3)) {
      record.elements.emplace();
      for (std::int64_t i = 0; i < *record.length; ++i) {
        record.elements->push_back(draws.one_in(3) ? reference(shared_) : value(draws.of(kValues)));
      }
    }
    // A file may hold equal sequences once or more than once.
    std::uint32_t number = 0;
    const bool again = draws.one_in(2);
    while (number < parts_.sequences.size() && !(again && equal(parts_.sequences[number], record))) ++number;
    if (number == parts_.sequences.size()) parts_.sequences.push_back(std::move(record));
    return {ValueKind::kSequence, id(fmt::format("seq:{}", number)), number};
  }

  static bool equal(const ir::SequenceRecord& a, const ir::SequenceRecord& b) {
    return a.kind == b.kind && a.length == b.length && a.elements == b.elements;
  }

  Value callable(Draws& draws) { return value(fmt::format("fn:{}", draws.below(parts_.callables.size()))); }

  void facts(Vertex vertex, Draws& draws) {
    ir::FactBlock block;
    const auto add = [&](std::string_view key, const Value& what) { block.facts.push_back({id(key), what}); };
    for (const char* name : {"a", "b"}) {
      if (!draws.one_in(4)) add(name, value(draws.of(kValues)));
    }
    if (draws.one_in(3)) add("s", sequence(draws, "list"));
    if (draws.one_in(3)) add("fn", callable(draws));
    if (draws.one_in(4)) add("[]", value(fmt::format("int:{}", draws.below(2))));
    if (draws.one_in(3)) add("?elsewhere", value("none:"));
    if (draws.one_in(3)) add("d", value(draws.of(kValues)));
    for (const char* name : kHooks) {
      if (draws.one_in(5)) add(fmt::format("#{}", name), sequence(draws, "hooks"));
    }
    for (const char* name : kInstance) {
      if (draws.one_in(4)) add(fmt::format("@{}", name), draws.one_in(3) ? value("none:") : callable(draws));
    }
    if (draws.one_in(4)) add("slots", value(fmt::format("table:{}", draws.below(parts_.tables.size()))));
    if (parts_.classes[parts_.objects[vertex].class_record].is_module) {
      for (const char* name : kCallables) {
        if (!draws.one_in(6)) continue;
        block.callables.push_back({id(name), callable(draws)});
        if (draws.one_in(2)) block.shadows.push_back(id(name));
      }
      for (const char* name : {"w", "A", "B"}) {
        if (draws.one_in(2)) block.parameters.push_back({id(name), value(draws.of(kTensorTexts))});
      }
      if (block.parameters.size() > 1 && draws.one_in(4)) std::swap(block.parameters.front(), block.parameters.back());
    }
    for (auto& fact : own_facts(vertex).facts) block.facts.push_back(fact);
    own_facts(vertex) = std::move(block);
  }

  void fill(Vertex vertex, Draws& draws, int depth) {
    facts(vertex, draws);
    for (const char* name : kObjectReads) {
      const std::size_t what = draws.below(5);
      if (what == 0) continue;
      Vertex target = shared_;
      if (what == 1) target = vertex;  // a circle
      if (what == 2 && depth < 2) {
        target = object(fmt::format("{}.{}", parts_.strings.text(parts_.objects[vertex].path), name), class_named("own.Config"));
        facts(target, draws);
      }
      own_facts(vertex).facts.push_back({id(name), what == 3 ? value("none:") : reference(target)});
    }
    if (depth == 2) return;
    for (const char* name : kChildren) {
      if (draws.one_in(3)) continue;
      fill(child(vertex, name, layer_class(draws)), draws, depth + 1);
    }
  }

  void finish_blocks() {
    for (Vertex vertex = 0; vertex < parts_.objects.size(); ++vertex) {
      ir::FactBlock& block = blocks_[vertex];
      const auto by_key = [](const auto& a, const auto& b) { return a.first < b.first; };
      std::sort(block.facts.begin(), block.facts.end(), by_key);
      std::sort(block.callables.begin(), block.callables.end(), by_key);
      std::sort(block.shadows.begin(), block.shadows.end());
      parts_.objects[vertex].block = static_cast<std::uint32_t>(parts_.blocks.size());
      parts_.blocks.push_back(std::move(block));
    }
  }

  ir::ModuleGraph::Parts parts_;
  std::vector<ir::FactBlock> blocks_;  // by object
  Vertex shared_ = ir::kNoVertex;
};

}  // namespace

ir::ModuleGraph random_graph(Draws& draws) { return Builder().build(draws); }

}  // namespace tracegate::test
