// Edges between operations lifted to what is drawn in their place.
#include "core/graph/visible.h"

#include <algorithm>

namespace sightline {
namespace {

constexpr uint32_t kHidden = 0xffffffffu;

struct LiftedEdge {
  uint32_t from, to;
  bool is_control;

  uint64_t key() const { return static_cast<uint64_t>(from) << 32 | to; }
};

// For each entry the one that is drawn in its place, or kHidden; `found` gets those that are drawn.
std::vector<uint32_t> drawn_for(const GraphTree& tree, const std::vector<uint8_t>& is_open,
                                bool with_set_aside, VisibleGraph& found) {
  std::vector<uint32_t> drawn(tree.name.size(), kHidden);
  for (uint32_t entry = 1; entry < drawn.size(); ++entry) {
    const uint32_t parent = tree.parent[entry];
    const bool is_parent_open = parent == 0 || (is_open[parent] && drawn[parent] == parent);
    if (!is_parent_open) {
      drawn[entry] = drawn[parent];
      continue;
    }
    if (tree.set_aside[entry] != 0 && !with_set_aside) continue;
    drawn[entry] = entry;
    found.entry.push_back(entry);
    found.is_open.push_back(is_open[entry]);
  }
  return drawn;
}

}  // namespace

VisibleGraph visible_graph(const Graph& graph, std::span<const uint32_t> open, bool with_set_aside) {
  const GraphTree& tree = graph.tree;
  std::vector<uint8_t> is_open(graph.size(), 0);
  for (const uint32_t entry : open)
    if (entry < graph.size() && tree.part[entry] != static_cast<uint8_t>(GraphPart::kOperation))
      is_open[entry] = 1;
  VisibleGraph found;
  const std::vector<uint32_t> drawn = drawn_for(tree, is_open, with_set_aside, found);

  std::vector<LiftedEdge> edges;
  for (size_t i = 0; i < graph.edges.from.size(); ++i) {
    const uint32_t from = drawn[graph.edges.from[i]], to = drawn[graph.edges.to[i]];
    if (from != to && from != kHidden && to != kHidden)
      edges.push_back({from, to, graph.edges.is_control[i] != 0});
  }
  std::sort(edges.begin(), edges.end(),
            [](const LiftedEdge& a, const LiftedEdge& b) { return a.key() < b.key(); });
  for (size_t i = 0; i < edges.size();) {
    const LiftedEdge& first = edges[i];
    uint32_t count = 0;
    bool is_control = true;
    for (; i < edges.size() && edges[i].key() == first.key(); ++i, ++count) is_control &= edges[i].is_control;
    found.from.push_back(first.from);
    found.to.push_back(first.to);
    found.count.push_back(count);
    found.is_control.push_back(is_control);
  }
  return found;
}

}  // namespace sightline
