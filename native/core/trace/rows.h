// The rows of a timeline: slices of one track and depth together, with an index of the longest per block.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace sightline {

Trace::Rows make_rows(const Trace& trace);
// How many entries `Trace::Rows::longest` has.
size_t n_longest(size_t n_slices);

// What can be seen of some tracks between two times: for each row and pixel one item, which is a slice, or
// the longest of several that are narrower than a pixel.
struct TraceWindow {
  std::vector<uint32_t> track, depth;
  std::vector<uint32_t> slice;            // the longest
  std::vector<int64_t> start_ns, end_ns;  // of all that the item stands for
  std::vector<uint32_t> count;
};
TraceWindow read_window(const Trace& trace, const std::vector<uint32_t>& tracks, int64_t begin_ns,
                        int64_t end_ns, uint32_t width_px);

}  // namespace sightline
