// What is known of a full chunk of points without reading them: whether x rises, and a digest of each
// block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/views/bucket.h"

namespace sightline {

struct Zones {
  static constexpr size_t kBlock = 512;
  static constexpr size_t kMinPoints = 256;  // fewer are read as quickly

  // Block i is points [i * kBlock, (i + 1) * kBlock), the last one may be shorter; positions count from the
  // chunk's first point. Null where nothing is known.
  const Bucket* blocks = nullptr;
  size_t n_points = 0;
  bool steps_rise = false;
  bool wall_times_rise = false;

  static size_t n_blocks(size_t n) { return n < kMinPoints ? 0 : (n + kBlock - 1) / kBlock; }
  // The blocks that lie within points [first, last) of the chunk.
  size_t begin_within(size_t first) const { return (first + kBlock - 1) / kBlock; }
  size_t end_within(size_t last) const { return last == n_points ? n_blocks(last) : last / kBlock; }
};

// Fills `blocks`, of which there are Zones::n_blocks(n) > 0. Values are double where `is_float64`, else
// float.
Zones make_zones(const int64_t* steps, const double* wall_times, const void* values, bool is_float64,
                 size_t n, Bucket* blocks);

}  // namespace sightline
