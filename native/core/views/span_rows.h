// What series do between two steps: where they start and end, how low and high they go.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/views/series.h"

namespace sightline {

// Of a series with no point in the range: that of its neighbor nearest to the middle.
struct SpanRow {
  uint32_t series;
  int64_t n, n_nan;
  int64_t start_step, end_step;
  double start, end;
  double min, max;  // NaN where nothing shown is finite
};

// One row per series that has points at all.
std::vector<SpanRow> span_rows(std::span<const Series> series, std::pair<double, double> steps,
                               size_t n_threads);

}  // namespace sightline
