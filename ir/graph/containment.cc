#include "ir/graph/containment.h"

#include <utility>

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/depth_first_search.hpp>

namespace tracegate::ir {

struct Containment::Graph {
  using Csr = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property, boost::no_property,
                                                 std::uint32_t, std::uint32_t>;

  Csr csr;
  std::vector<Child> edges;  // parallel to the edges of `csr`
  // One colour a vertex, all white between two walks: a walk costs what it reaches, not the size of the model.
  mutable std::vector<boost::default_color_type> colours;
};

namespace {

// Reports each vertex when it is discovered, with the edge that led there.
class Reporter : public boost::default_dfs_visitor {
 public:
  struct State {
    const std::vector<Child>& edges;
    const Containment::Visit& visit;
    std::vector<Vertex>& reached;
    Vertex parent = kNoVertex;
    StringId name = kNoString;
  };

  explicit Reporter(State& state) : state_(&state) {}

  template <typename Edge, typename Graph>
  void tree_edge(Edge edge, const Graph& graph) {
    state_->parent = boost::source(edge, graph);
    state_->name = state_->edges[boost::get(boost::edge_index, graph, edge)].name;
  }

  template <typename Graph>
  void discover_vertex(Vertex vertex, const Graph&) {
    state_->reached.push_back(vertex);
    state_->visit(vertex, state_->parent, state_->name);
  }

 private:
  State* state_;
};

}  // namespace

Containment::Containment(const std::vector<std::vector<Child>>& children) : graph_(std::make_unique<Graph>()) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t parent = 0; parent < children.size(); ++parent) {
    for (const Child& child : children[parent]) {
      pairs.emplace_back(static_cast<std::uint32_t>(parent), child.vertex);
      graph_->edges.push_back(child);
    }
  }
  graph_->csr = Graph::Csr(boost::edges_are_sorted, pairs.begin(), pairs.end(), static_cast<std::uint32_t>(children.size()));
  graph_->colours.assign(children.size(), boost::white_color);
}

Containment::~Containment() = default;
Containment::Containment(Containment&&) noexcept = default;
Containment& Containment::operator=(Containment&&) noexcept = default;

std::span<const Child> Containment::children(Vertex vertex) const {
  const auto [begin, end] = boost::out_edges(vertex, graph_->csr);
  if (begin == end) return {};
  const std::size_t first = boost::get(boost::edge_index, graph_->csr, *begin);
  return {graph_->edges.data() + first, boost::out_degree(vertex, graph_->csr)};
}

void Containment::preorder(Vertex root, const Visit& visit, const Stop& stop) const {
  std::vector<Vertex> reached;
  Reporter::State state{graph_->edges, visit, reached};
  const auto colour_map = boost::make_iterator_property_map(graph_->colours.begin(), boost::get(boost::vertex_index, graph_->csr));
  const struct Whiten {
    std::vector<boost::default_color_type>& colours;
    const std::vector<Vertex>& reached;
    ~Whiten() {
      for (const Vertex vertex : reached) colours[vertex] = boost::white_color;
    }
  } whiten{graph_->colours, reached};  // also where `visit` throws
  if (!stop) return boost::depth_first_visit(graph_->csr, root, Reporter(state), colour_map);
  boost::depth_first_visit(graph_->csr, root, Reporter(state), colour_map, [&](Vertex vertex, const Graph::Csr&) { return stop(vertex); });
}

}  // namespace tracegate::ir
