// Which entries of two graphs are the same, and what differs between operations that are.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace sightline {

constexpr uint32_t kNoMatch = 0xffffffffu;

// What differs between two operations, as bits.
enum GraphChange : uint8_t {
  kOpChanged = 1,
  kAttributesChanged = 2,
  kShapesChanged = 4,
  kInputsChanged = 8,
  kDeviceChanged = 16,
  kRenamed = 32,
};

struct GraphMatch {
  std::vector<uint32_t> b_of_a, a_of_b;  // by entry; kNoMatch where there is none
  std::vector<uint8_t> changes;          // by entry of B: GraphChange of operations that have a match
};

// Entries match by their labels inside scopes that match; where names changed, by structure, then by what
// scopes have in common. The messages are those that the graphs were read from.
GraphMatch match_graphs(const Graph& a, std::string_view message_a, const Graph& b,
                        std::string_view message_b);

}  // namespace sightline
