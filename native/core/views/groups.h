// Groups of series on a common grid: mean, median, spread and quantiles at every point of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/views/series.h"

namespace sightline {

// Strictly rising x: every one that occurs in the range where those are few (`is_exact`), else evenly spaced.
struct CommonGrid {
  std::vector<double> xs;
  bool is_exact = true;
};
CommonGrid common_grid(std::span<const Series> series, Axis::Kind x,
                       std::optional<std::pair<double, double>> range, size_t width_px);

// Flat columns, group after group; a row only where at least one of the group's series has a value.
struct GroupColumns {
  std::vector<int64_t> offsets;  // group i has rows offsets[i] … offsets[i + 1]
  std::vector<double> x, mean, median, min, max, std, std_error;
  std::vector<uint32_t> n;
  std::vector<std::vector<double>> quantiles;  // one a requested quantile
};

// Group i has the next sizes[i] of the series.
GroupColumns group_columns(std::span<const Series> series, Axis::Kind x, std::span<const double> grid,
                           std::span<const uint32_t> sizes, std::span<const double> quantiles,
                           size_t n_threads);

}  // namespace sightline
