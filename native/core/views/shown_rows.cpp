#include "core/views/shown_rows.h"

#include <algorithm>
#include <cmath>

namespace sightline {
namespace {

template <class T>
bool is_within(T value, const RowWindow<T>& window) {
  return !window || (value >= window->first && value <= window->second);
}

uint64_t distance(int64_t a, int64_t b) {
  return a > b ? static_cast<uint64_t>(a) - static_cast<uint64_t>(b)
               : static_cast<uint64_t>(b) - static_cast<uint64_t>(a);
}

// Evenly spaced places among `n`, first and last too.
std::vector<size_t> spaced(size_t n, size_t max_rows) {
  std::vector<size_t> places{0};
  const double stride = max_rows > 1 ? static_cast<double>(n - 1) / static_cast<double>(max_rows - 1) : 0;
  for (size_t i = 1; i + 1 < max_rows; ++i)
    places.push_back(static_cast<size_t>(std::nearbyint(static_cast<double>(i) * stride)));
  if (max_rows > 1) places.push_back(n - 1);
  return places;
}

// The first of those equally near.
size_t nearest(std::span<const int64_t> rows, std::span<const int64_t> steps, int64_t step) {
  size_t best = 0;
  for (size_t i = 1; i < rows.size(); ++i)
    if (distance(steps[rows[i]], step) < distance(steps[rows[best]], step)) best = i;
  return best;
}

}  // namespace

ShownRows shown_rows(std::span<const int64_t> steps, std::span<const double> wall_times,
                     std::span<const uint8_t> superseded, const RowsQuestion& question) {
  ShownRows out;
  for (size_t row = 0; row < steps.size(); ++row) {
    if (!superseded.empty() && superseded[row]) continue;
    ++out.total;
    if (is_within(steps[row], question.steps) && is_within(wall_times[row], question.times) &&
        is_within(wall_times[row] - wall_times[0], question.seconds))
      out.rows.push_back(static_cast<int64_t>(row));
  }
  if (out.rows.size() <= question.max_rows) return out;
  std::vector<size_t> places = spaced(out.rows.size(), question.max_rows);
  if (question.step) places.push_back(nearest(out.rows, steps, *question.step));
  std::ranges::sort(places);
  const auto rest = std::ranges::unique(places);
  places.erase(rest.begin(), rest.end());
  std::vector<int64_t> kept;
  for (size_t place : places) kept.push_back(out.rows[place]);
  out.rows = std::move(kept);
  return out;
}

}  // namespace sightline
