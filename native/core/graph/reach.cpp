// A walk over the edges in one direction; edges are sorted by their near end first.
#include "core/graph/reach.h"

namespace sightline {
namespace {

// The far ends of edges by their near ends: those of entry i are [begin[i], begin[i + 1]).
struct Neighbors {
  std::vector<uint32_t> begin, far;

  Neighbors(size_t n_entries, const Column<uint32_t>& near, const Column<uint32_t>& ends)
      : begin(n_entries + 1), far(near.size()) {
    for (size_t i = 0; i < near.size(); ++i) ++begin[near[i] + 1];
    for (size_t i = 0; i < n_entries; ++i) begin[i + 1] += begin[i];
    std::vector<uint32_t> at(begin.begin(), begin.end() - 1);
    for (size_t i = 0; i < near.size(); ++i) far[at[near[i]]++] = ends[i];
  }
};

}  // namespace

std::vector<uint8_t> reach(const Graph& graph, uint32_t entry, bool to_sources) {
  std::vector<uint8_t> is_reached(graph.size(), 0);
  if (entry >= graph.size()) return is_reached;
  const GraphEdges& edges = graph.edges;
  const Neighbors neighbors = to_sources ? Neighbors(graph.size(), edges.to, edges.from)
                                         : Neighbors(graph.size(), edges.from, edges.to);
  std::vector<uint32_t> open;
  const auto visit = [&](uint32_t at) {
    if (is_reached[at]) return;
    is_reached[at] = 1;
    open.push_back(at);
  };
  for (uint32_t at = entry; at < entry + graph.tree.extent[entry]; ++at)
    if (graph.tree.part[at] == static_cast<uint8_t>(GraphPart::kOperation)) visit(at);
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    for (uint32_t i = neighbors.begin[at]; i < neighbors.begin[at + 1]; ++i) visit(neighbors.far[i]);
  }
  return is_reached;
}

}  // namespace sightline
