// Nesting by a stack of open slices per lane.
#include "core/trace/nest.h"

#include <algorithm>

namespace sightline {
namespace {

struct Open {
  int64_t end_ns;
  int32_t slice;
};

using Stack = std::vector<Open>;

// Drops what has ended when a slice begins, or has all but ended and cannot hold it.
void close_ended(Stack& stack, int64_t start_ns, int64_t end_ns, int64_t rounding_ns) {
  while (!stack.empty()) {
    const int64_t top_end = stack.back().end_ns;
    const bool has_ended = top_end <= start_ns;
    const bool all_but_ended = top_end - start_ns <= rounding_ns && end_ns - top_end > rounding_ns;
    if (!has_ended && !all_but_ended) return;
    stack.pop_back();
  }
}

}  // namespace

std::vector<NestedSlice> nest_slices(std::span<const int64_t> start_ns, std::span<const int64_t> dur_ns,
                                     int64_t rounding_ns) {
  std::vector<NestedSlice> nested(start_ns.size());
  std::vector<Stack> lanes(1);
  for (size_t i = 0; i < start_ns.size(); ++i) {
    const int64_t end_ns = start_ns[i] + dur_ns[i];
    for (uint32_t lane = 0;; ++lane) {
      if (lane == lanes.size()) lanes.emplace_back();
      Stack& stack = lanes[lane];
      close_ended(stack, start_ns[i], end_ns, rounding_ns);
      const bool fits = stack.empty() || end_ns - stack.back().end_ns <= rounding_ns;
      if (!fits && lane + 1 < kMaxLanes) continue;
      NestedSlice& slice = nested[i];
      slice.lane = static_cast<uint16_t>(lane);
      if (!fits) stack.clear();
      if (!stack.empty()) {
        slice.parent = stack.back().slice;
        slice.ends_after_parent = end_ns > stack.back().end_ns;
      }
      slice.depth = static_cast<uint32_t>(stack.size());
      const int64_t closes_ns = stack.empty() ? end_ns : std::min(end_ns, stack.back().end_ns);
      stack.push_back({closes_ns, static_cast<int32_t>(i)});
      break;
    }
  }
  return nested;
}

}  // namespace sightline
