// A walk over the edges in one direction; edges are sorted by their near end first.
#include "core/graph/reach.h"

#include "core/graph/neighbors.h"

namespace sightline {

std::vector<uint8_t> reach(const Graph& graph, uint32_t entry, bool to_sources) {
  std::vector<uint8_t> is_reached(graph.size(), 0);
  if (entry >= graph.size()) return is_reached;
  const GraphEdges& edges = graph.edges;
  const Column<uint32_t>& near = to_sources ? edges.to : edges.from;
  const Column<uint32_t>& far = to_sources ? edges.from : edges.to;
  const Neighbors neighbors(
      graph.size(), near.size(), [&](size_t i) { return near[i]; }, [&](size_t i) { return far[i]; });
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
    for (const uint32_t next : neighbors.of(at)) visit(next);
  }
  return is_reached;
}

}  // namespace sightline
