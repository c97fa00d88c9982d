// What has no inputs left is taken away until nothing is, then what has no outputs left; the rest is on
// cycles.
#include "core/graph/cycles.h"

#include "core/graph/neighbors.h"

namespace sightline {
namespace {

// Takes away nodes that no edge leads to. `near` and `far` give the ends of an edge.
template <class Near, class Far>
void peel(const std::vector<DraftEdge>& edges, Near near, Far far, std::vector<uint8_t>& is_left) {
  const Neighbors neighbors(
      is_left.size(), edges.size(), [&](size_t i) { return near(edges[i]); },
      [&](size_t i) { return far(edges[i]); });
  std::vector<uint32_t> n_before(is_left.size()), open;
  for (const DraftEdge& edge : edges)
    if (is_left[near(edge)] && is_left[far(edge)]) ++n_before[far(edge)];
  for (uint32_t i = 0; i < is_left.size(); ++i)
    if (is_left[i] && n_before[i] == 0) open.push_back(i);
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    is_left[at] = 0;
    for (const uint32_t next : neighbors.of(at))
      if (is_left[next] && --n_before[next] == 0) open.push_back(next);
  }
}

}  // namespace

std::vector<uint32_t> find_cycles(size_t n_operations, const std::vector<DraftEdge>& edges) {
  std::vector<uint8_t> is_left(n_operations, 1);
  const auto from = [](const DraftEdge& edge) { return edge.from; };
  const auto to = [](const DraftEdge& edge) { return edge.to; };
  peel(edges, from, to, is_left);
  peel(edges, to, from, is_left);
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < n_operations; ++i)
    if (is_left[i]) found.push_back(i);
  return found;
}

}  // namespace sightline
