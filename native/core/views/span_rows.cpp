#include "core/views/span_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/views/view.h"

namespace sightline {
namespace {

// The shown rows [begin, end) of one series that count: those in the range, else the one nearest to its
// middle.
std::vector<size_t> rows_within(const View& view, size_t begin, size_t end, std::pair<double, double> steps) {
  std::vector<size_t> inside;
  size_t nearest = begin;
  double least = std::numeric_limits<double>::infinity();
  for (size_t row = begin; row < end; ++row) {
    const double step = static_cast<double>(view.steps[row]);
    if (step >= steps.first && step <= steps.second) inside.push_back(row);
    const double away = std::abs(step - (steps.first + steps.second) / 2);
    if (away < least) least = away, nearest = row;
  }
  if (inside.empty()) inside.push_back(nearest);
  return inside;
}

double value_at(const View& view, size_t row) {
  return view.is_float64 ? view.float64_values[row] : double{view.values[row]};
}

}  // namespace

std::vector<SpanRow> span_rows(std::span<const Series> series, std::pair<double, double> steps,
                               size_t n_threads) {
  // One bucket over the range has just what is needed: first, last, lowest and highest point.
  const View view = make_view(series, {Axis::kStep, {steps, 1}, {}, true, n_threads});
  std::vector<SpanRow> out;
  for (size_t i = 0; i < series.size(); ++i) {
    const auto begin = static_cast<size_t>(view.offsets[i]), end = static_cast<size_t>(view.offsets[i + 1]);
    if (begin == end) continue;
    const std::vector<size_t> rows = rows_within(view, begin, end, steps);
    double low = std::numeric_limits<double>::quiet_NaN(), high = low;
    for (const size_t row : rows)
      if (const double value = value_at(view, row); std::isfinite(value))
        low = std::fmin(low, value), high = std::fmax(high, value);
    const Selection& counts = view.selections[i];
    out.push_back({static_cast<uint32_t>(i), counts.n_in_range, counts.n_nan, view.steps[rows.front()],
                   view.steps[rows.back()], value_at(view, rows.front()), value_at(view, rows.back()), low,
                   high});
  }
  return out;
}

}  // namespace sightline
