// Whether all indexes of a graph from a file are in range.
#pragma once

#include <cstdint>

#include "core/graph/graph.h"

namespace sightline {

// n_message_bytes: of the GraphDef that operations lead into.
bool is_in_range(const Graph& graph, uint64_t n_message_bytes);

}  // namespace sightline
