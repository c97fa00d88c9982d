// Which operations a part of the graph depends on, or which depend on it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace sightline {

// By entry: 1 for the operations below `entry` and all that lead to them, or that they lead to. Control edges
// count.
std::vector<uint8_t> reach(const Graph& graph, uint32_t entry, bool to_sources);

}  // namespace sightline
