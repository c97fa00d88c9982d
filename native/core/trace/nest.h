// Which slice lies in which: depth and parent on one track, exactly, and lanes for slices that only overlap.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sightline {

struct NestedSlice {
  uint32_t depth = 0;
  int32_t parent = -1;  // position among the slices given
  uint16_t lane = 0;
  bool ends_after_parent = false;
};

// Slices are sorted by start, longer ones first. Times that differ by no more than `rounding_ns` may be one:
// a child may end so much after its parent, and a slice may begin so much before the one before it ends.
// Beyond kMaxLanes overlapping slices share the last lane.
constexpr uint32_t kMaxLanes = 64;
std::vector<NestedSlice> nest_slices(std::span<const int64_t> start_ns, std::span<const int64_t> dur_ns,
                                     int64_t rounding_ns);

}  // namespace sightline
