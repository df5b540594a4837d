// Pictures of module trees: that Graphviz and Mermaid can read them, whatever the names in a file are.
#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/tree_dot.h"
#include "analyzer/report/writers/tree_mermaid.h"
#include "analyzer/report/writers/tree_text.h"
#include "analyzer/tree/module_tree.h"
#include "ir/dialects/reader.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"
#include "tests/support/reporting.h"

namespace tracegate::analyzer {
namespace {

ModuleTree tree_of(const ir::ModuleGraph& graph, std::size_t most_nodes = kNoNode) {
  const rules::Profile& profile = test::shipped("dense-cp2-seed");
  return build_module_tree(graph, profile, judge_gate(graph, profile, graph.run()), {"", most_nodes});
}

ModuleTree fixture(std::string_view name, std::size_t most_nodes) {
  return tree_of(ir::read_model(ir::FileSource(test::source_path(fmt::format("fixtures/dense-cp2-seed/{}.onnx", name)))), most_nodes);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// A model of one child, whose name and class have this text in them; `quoted` is it inside protobuf's quotes.
ModuleTree hostile(std::string_view quoted) {
  return tree_of(test::graph_of(fmt::format("C0 m.M:\nC1 x: module=\"m\" name=\"C{0}\"\n0: c=0 children=[\"n{0}=1\"]\n1 n: c=1", quoted)));
}

// Empty where the text is a graph of declared nodes; else the line that is none.
std::string fault_of_dot(const std::string& text) {
  const std::regex string(R"("(?:[^"\\]|\\.)*")");
  const std::regex node(R"( +(\w+) \[label=Q(?:, \w+=Q)*\];)"), edge(R"(  (\w+) -> (\w+);)");
  const std::regex other(R"(digraph tracegate \{|  graph \[rankdir=LR, labelloc=t, label=Q\];|  node \[shape=box\];|    label=Q;)");
  const std::regex cluster(R"(  subgraph cluster_n[0-9a-f]{16}x* \{)");
  std::set<std::string> declared;
  int open = 0;
  std::smatch found;
  for (const std::string& line : lines_of(text)) {
    const std::string bare = std::regex_replace(line, string, "Q");
    for (const char c : bare) open += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (std::regex_match(bare, found, node)) {
      if (!declared.insert(found[1]).second) return "twice: " + line;
    } else if (std::regex_match(bare, found, edge)) {
      if (!declared.contains(found[1]) || !declared.contains(found[2])) return "not declared: " + line;
    } else if (!std::regex_match(bare, other) && !std::regex_match(bare, cluster) && bare != "}" && bare != "  }") {
      return line;
    }
  }
  return open == 0 ? "" : "brackets";
}

std::string fault_of_mermaid(const std::string& text) {
  const std::regex node("  (\\w+)\\[\"(?:[^\"#<>|;\\\\\\[\\](){}`%&*~]|#[0-9]+;|<br/>)*\"\\](?::::(?:matched|missed|undetermined))?");
  const std::regex edge(R"(  (\w+) (?:-->|-\.->) (\w+))"), other(R"(flowchart TD|  classDef \w+ [\w#:,]+)");
  std::set<std::string> declared;
  std::smatch found;
  for (const std::string& line : lines_of(text)) {
    if (std::regex_match(line, found, node)) {
      if (!declared.insert(found[1]).second) return "twice: " + line;
    } else if (std::regex_match(line, found, edge)) {
      if (!declared.contains(found[1]) || !declared.contains(found[2])) return "not declared: " + line;
    } else if (!std::regex_match(line, other)) {
      return line;
    }
  }
  return "";
}

TEST_CASE("hostile names") {
  struct Row {
    const char* quoted;  // in the file
    const char* text;    // after "n" and "C", in a terminal
    const char* dot;
    const char* mermaid;
  };
  const Row rows[] = {
      {R"(\")", R"(")", R"(\")", "#34;"},
      {R"(\\\\)", R"(\\)", R"(\\\\)", "#92;#92;"},
      {R"(\\\\\")", R"(\\")", R"(\\\\\")", "#92;#92;#34;"},
      {R"(\\u000a)", R"(\u000a)", R"(\\u000a)", "#92;u000a"},
      {"#quot;", "#quot;", "#quot;", "#35;quot#59;"},
      {R"(\135;)", "];", "];", "#93;#59;"},
      {"|x|", "|x|", "|x|", "#124;x#124;"},
      {"<script>", "<script>", "<script>", "#60;script#62;"},
      {"&lt;", "&lt;", "&amp;lt;", "#38;lt#59;"},
      {"`**x**`", "`**x**`", "`**x**`", "#96;#42;#42;x#42;#42;#96;"},
      {"%%{init: 1}%%", "%%{init: 1}%%", "%%{init: 1}%%", "#37;#37;#123;init: 1#125;#37;#37;"},
      {"->b", "->b", "->b", "-#62;b"},
      {"\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac"},
      {"end", "end", "end", "end"},
  };
  for (const Row& row : rows) {
    INFO(std::string(row.quoted));
    const ModuleTree tree = hostile(row.quoted);
    REQUIRE(tree.nodes.size() == 2);
    CHECK(write_tree_text(test::report_of("t", tree)).find(fmt::format("\n└─ n{0}  C{0}", row.text)) != std::string::npos);
    const std::string dot = write_tree_dot(test::report_of("t", tree)), mermaid = write_tree_mermaid(test::report_of("t", tree));
    CHECK(dot.find(fmt::format("[label=\"n{0}\\nC{0}\"", row.dot)) != std::string::npos);
    CHECK(fault_of_dot(dot) == "");
    CHECK(mermaid.find(fmt::format("[\"n{0}<br/>C{0}\"]", row.mermaid)) != std::string::npos);
    CHECK(fault_of_mermaid(mermaid) == "");
  }
}

TEST_CASE("titles are names too") {
  const ModuleTree tree = hostile("x");
  const std::string title = "a\"b\\\\c#d;[e]<f>%%{g}";
  CHECK(fault_of_dot(write_tree_dot(test::report_of(title, tree))) == "");
  CHECK(fault_of_mermaid(write_tree_mermaid(test::report_of(title, tree))) == "");
}

TEST_CASE("long names are cut") {
  const std::string longest(5000, 'x');
  const ModuleTree tree = hostile(longest);
  CHECK(write_tree_text(test::report_of("t", tree)).find(longest.substr(0, 100)) != std::string::npos);
  CHECK(write_tree_text(test::report_of("t", tree)).find(longest.substr(0, 121)) == std::string::npos);
  CHECK(fault_of_dot(write_tree_dot(test::report_of("t", tree))) == "");
}

TEST_CASE("fixtures") {
  for (const char* name : {"matched__traced_hybrid_64", "missed__moe_layer", "missed__other_layer", "missed__chunks", "missed__layer_none",
                           "missed__only_none", "missed__plain_torch_model", "matched__adapter_shared", "undetermined__no_run_facts"}) {
    for (const std::size_t most : {kNoNode, std::size_t{10}}) {
      INFO(name, " ", most);
      const ModuleTree tree = fixture(name, most);
      CHECK(fault_of_dot(write_tree_dot(test::report_of(name, tree))) == "");
      CHECK(fault_of_mermaid(write_tree_mermaid(test::report_of(name, tree))) == "");
    }
  }
}

}  // namespace
}  // namespace tracegate::analyzer
