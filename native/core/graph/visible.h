// What a view of a graph with some scopes open draws: the entries in sight, and the edges between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"

namespace sightline {

struct VisibleGraph {
  // In the order of the tree; open ones too, which are drawn around what is in them.
  std::vector<uint32_t> entry;
  std::vector<uint8_t> is_open;
  // Between entries that are not open; an edge stands for all operations below its ends.
  std::vector<uint32_t> from, to, count;
  std::vector<uint8_t> is_control;  // where all that it stands for are
};

// `open` are entries; the root always is, and one inside a closed scope has no effect.
VisibleGraph visible_graph(const Graph& graph, std::span<const uint32_t> open, bool with_set_aside);

}  // namespace sightline
