// A series on a common grid of x, so that several can be averaged.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/views/series.h"

namespace sightline {

// One row of each; NaN where the series has nothing there.
struct GridRow {
  double* last;    // the value carried to the grid point: that of the last point at or before it
  double* lowest;  // of the finite values since the grid point before, else the carried one
  double* highest;
};

// The rules: cell i has the points with grid[i - 1] < x <= grid[i] (the first cell only x == grid[0]; what
// is before is carried). A value is carried until the next point, never before the series' first nor past its
// last point, except to the end of the cell that has it. A NaN or infinity is carried as "nothing".
// Points count in the order of x, those with equal x in the order logged. `grid` rises strictly.
void to_grid(const Series& series, const Axis& axis, std::span<const double> grid, const GridRow& out);

// Rows of n grid points, one a series.
struct GridRows {
  std::vector<double> last, lowest, highest;
};
GridRows to_grid(std::span<const Series> series, Axis::Kind x, std::span<const double> grid,
                 size_t n_threads);

// The x that occur in several series, rising, each once; empty with `few` false where there are more than
// `limit`.
struct Occurring {
  std::vector<double> xs;
  bool few = true;
  double low = 0, high = 0;  // of them all; low > high where there is none
};
Occurring occurring(std::span<const Series> series, Axis::Kind x,
                    std::optional<std::pair<double, double>> range, size_t limit);

}  // namespace sightline
