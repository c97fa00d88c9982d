// Operations that depend on themselves, which no graph that can run has.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/draft.h"

namespace sightline {

// The operations on cycles, or on the way from one cycle to another, in order.
std::vector<uint32_t> find_cycles(size_t n_operations, const std::vector<DraftEdge>& edges);

}  // namespace sightline
