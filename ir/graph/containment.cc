#include "ir/graph/containment.h"

#include <iterator>
#include <utility>

#include <boost/graph/depth_first_search.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>

namespace tracegate::ir {

// All child tables behind each other, as compressed rows.
struct Containment::Tables {
  std::vector<Child> edges;
  std::vector<std::uint32_t> begin;  // of each table, and the end of the last
  // One colour a vertex, all white between two walks: a walk costs what it reaches, not the size of the model.
  mutable std::vector<boost::default_color_type> colours;
};

namespace {

// What Boost.Graph's visit asks of a graph: the edges out of a vertex are its child table.
struct Edge {
  Vertex parent = kNoVertex;
  const Child* child = nullptr;

  friend bool operator==(const Edge&, const Edge&) = default;
};

class EdgeIterator : public boost::iterator_facade<EdgeIterator, Edge, std::forward_iterator_tag, Edge> {
 public:
  EdgeIterator() = default;
  EdgeIterator(Vertex parent, const Child* child) : edge_{parent, child} {}

 private:
  friend class boost::iterator_core_access;
  Edge dereference() const { return edge_; }
  bool equal(const EdgeIterator& other) const { return edge_.child == other.edge_.child; }
  void increment() { ++edge_.child; }

  Edge edge_;
};

struct View {
  using vertex_descriptor = Vertex;
  using edge_descriptor = Edge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using traversal_category = boost::incidence_graph_tag;
  using out_edge_iterator = EdgeIterator;
  using degree_size_type = std::size_t;

  const Containment* tables;
};

Vertex source(const Edge& edge, const View&) { return edge.parent; }
Vertex target(const Edge& edge, const View&) { return edge.child->vertex; }
std::size_t out_degree(Vertex vertex, const View& view) { return view.tables->children(vertex).size(); }
std::pair<EdgeIterator, EdgeIterator> out_edges(Vertex vertex, const View& view) {
  const std::span<const Child> table = view.tables->children(vertex);
  return {{vertex, table.data()}, {vertex, table.data() + table.size()}};
}

// Reports each vertex when it is discovered, with the edge that led there.
class Reporter : public boost::default_dfs_visitor {
 public:
  struct State {
    const Containment::Visit& visit;
    std::vector<Vertex>& reached;
    Vertex parent = kNoVertex;
    StringId name = kNoString;
  };

  explicit Reporter(State& state) : state_(&state) {}

  void tree_edge(const Edge& edge, const View&) {
    state_->parent = edge.parent;
    state_->name = edge.child->name;
  }

  void discover_vertex(Vertex vertex, const View&) {
    state_->reached.push_back(vertex);
    state_->visit(vertex, state_->parent, state_->name);
  }

 private:
  State* state_;
};

}  // namespace

Containment::Containment(const std::vector<std::vector<Child>>& children) {
  auto tables = std::make_shared<Tables>();
  tables->begin.reserve(children.size() + 1);
  for (const std::vector<Child>& table : children) {
    tables->begin.push_back(static_cast<std::uint32_t>(tables->edges.size()));
    tables->edges.insert(tables->edges.end(), table.begin(), table.end());
  }
  tables->begin.push_back(static_cast<std::uint32_t>(tables->edges.size()));
  tables->colours.assign(children.size(), boost::white_color);
  tables_ = std::move(tables);
}

std::span<const Child> Containment::children(Vertex vertex) const {
  if (!replaced_.empty()) [[unlikely]] {
    const auto edited = replaced_.find(vertex);
    if (edited != replaced_.end()) return edited->second;
  }
  const std::uint32_t begin = tables_->begin[vertex];
  return {tables_->edges.data() + begin, tables_->begin[vertex + 1] - begin};
}

void Containment::preorder(Vertex root, const Visit& visit, const Stop& stop) const {
  std::vector<Vertex> reached;
  Reporter::State state{visit, reached};
  const auto colour_map = boost::make_iterator_property_map(tables_->colours.begin(), boost::typed_identity_property_map<Vertex>());
  const struct Whiten {
    std::vector<boost::default_color_type>& colours;
    const std::vector<Vertex>& reached;
    ~Whiten() {
      for (const Vertex vertex : reached) colours[vertex] = boost::white_color;
    }
  } whiten{tables_->colours, reached};  // also where `visit` throws
  const View view{this};
  if (!stop) return boost::depth_first_visit(view, root, Reporter(state), colour_map);
  boost::depth_first_visit(view, root, Reporter(state), colour_map, [&](Vertex vertex, const View&) { return stop(vertex); });
}

}  // namespace tracegate::ir
