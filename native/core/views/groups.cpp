#include "core/views/groups.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/views/grid.h"

namespace sightline {
namespace {

// A grid of every x that occurs is drawn as it is up to so many times the width in pixels.
constexpr size_t kExactPerPx = 2;

// Interpolated linearly; `values` rise.
double quantile(const std::vector<double>& values, double q) {
  const double place = q * static_cast<double>(values.size() - 1);
  const size_t below = static_cast<size_t>(std::floor(place));
  const size_t above = std::min(below + 1, values.size() - 1);
  const double share = place - static_cast<double>(below);
  return values[below] * (1 - share) + values[above] * share;
}

class Column {
 public:
  Column(const GridRows& rows, size_t n_columns) : rows_(rows), n_columns_(n_columns) {}

  // Takes the values of series [first, last) at a grid point; false where there are none.
  bool take(size_t column, size_t first, size_t last) {
    values_.clear();
    lowest_ = highest_ = std::numeric_limits<double>::quiet_NaN();
    for (size_t row = first; row < last; ++row) {
      const size_t at = row * n_columns_ + column;
      if (!std::isnan(rows_.last[at])) values_.push_back(rows_.last[at]);
      lowest_ = std::fmin(lowest_, rows_.lowest[at]);
      highest_ = std::fmax(highest_, rows_.highest[at]);
    }
    return !values_.empty();
  }

  void add_to(GroupColumns& out, std::span<const double> quantiles) {
    const double n = static_cast<double>(values_.size());
    double sum = 0, squares = 0;
    for (const double value : values_) sum += value;
    const double mean = sum / n;
    for (const double value : values_) squares += (value - mean) * (value - mean);
    const double std = std::sqrt(squares / std::max(n - 1, 1.0));
    std::sort(values_.begin(), values_.end());
    out.n.push_back(static_cast<uint32_t>(values_.size()));
    out.mean.push_back(mean);
    out.median.push_back(quantile(values_, 0.5));
    out.min.push_back(lowest_);
    out.max.push_back(highest_);
    out.std.push_back(std);
    out.std_error.push_back(std / std::sqrt(n));
    for (size_t i = 0; i < quantiles.size(); ++i) out.quantiles[i].push_back(quantile(values_, quantiles[i]));
  }

 private:
  const GridRows& rows_;
  size_t n_columns_;
  std::vector<double> values_;
  double lowest_ = 0, highest_ = 0;
};

}  // namespace

CommonGrid common_grid(std::span<const Series> series, Axis::Kind x,
                       std::optional<std::pair<double, double>> range, size_t width_px) {
  Occurring found = occurring(series, x, range, kExactPerPx * width_px);
  if (found.few) return {std::move(found.xs), true};
  CommonGrid out{{}, false};
  const double spacing = width_px > 1 ? (found.high - found.low) / static_cast<double>(width_px - 1) : 0;
  for (size_t i = 0; i < width_px; ++i)
    out.xs.push_back(i > 0 && i + 1 == width_px ? found.high : static_cast<double>(i) * spacing + found.low);
  std::sort(out.xs.begin(), out.xs.end());
  out.xs.erase(std::unique(out.xs.begin(), out.xs.end()), out.xs.end());
  return out;
}

GroupColumns group_columns(std::span<const Series> series, Axis::Kind x, std::span<const double> grid,
                           std::span<const uint32_t> sizes, std::span<const double> quantiles,
                           size_t n_threads) {
  const GridRows rows = to_grid(series, x, grid, n_threads);
  GroupColumns out;
  out.quantiles.resize(quantiles.size());
  out.offsets.push_back(0);
  Column column(rows, grid.size());
  size_t first = 0;
  for (const uint32_t size : sizes) {
    for (size_t i = 0; i < grid.size(); ++i) {
      if (!column.take(i, first, first + size)) continue;
      out.x.push_back(grid[i]);
      column.add_to(out, quantiles);
    }
    out.offsets.push_back(static_cast<int64_t>(out.x.size()));
    first += size;
  }
  return out;
}

}  // namespace sightline
