#include "core/views/jumps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel.h"
#include "core/views/digest.h"

namespace sightline {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
// With fewer finite values before the step there is no meaningful spread.
constexpr size_t kFewestBefore = 3;
constexpr size_t kRecent = 48;
// A constant's mean is rounded, which must not count as a spread or a change.
constexpr double kRounding = 1e-6;

// Points in the order logged.
struct Points {
  std::vector<int64_t> steps;
  std::vector<double> values;
};

// Calls use(step, value) from the last point at or before the step backwards, until it returns false.
template <class Use>
void each_backwards(const Series& series, double step, Use use) {
  const auto& parts = series.parts();
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    for (size_t j = part->size; j-- > 0;)
      if (static_cast<double>(part->steps[j]) <= step && !use(part->steps[j], part->value(j))) return;
}

Points last_points(const Series& series, double step, size_t n) {
  Points out;
  each_backwards(series, step, [&](int64_t at, double value) {
    out.steps.push_back(at);
    out.values.push_back(value);
    return out.steps.size() < n;
  });
  std::ranges::reverse(out.steps);
  std::ranges::reverse(out.values);
  return out;
}

void add_spread(Jump& jump, std::span<const double> before) {
  double sum = 0, squares = 0;
  for (double value : before)
    if (std::isfinite(value)) {
      sum += value;
      ++jump.n_before;
    }
  jump.mean = jump.n_before ? sum / static_cast<double>(jump.n_before) : kNone;
  for (double value : before)
    if (std::isfinite(value)) squares += (value - jump.mean) * (value - jump.mean);
  jump.std =
      jump.n_before >= kFewestBefore ? std::sqrt(squares / static_cast<double>(jump.n_before - 1)) : kNone;
}

// Infinite where values never varied, NaN where it is undefined.
double in_sigmas(double value, double mean, double std) {
  if (!std::isfinite(value) || !std::isfinite(std)) return kNone;
  const double rounding = kRounding * std::abs(mean);
  if (std::abs(value - mean) <= rounding) return 0;
  if (std <= rounding) return std::copysign(std::numeric_limits<double>::infinity(), value - mean);
  return (value - mean) / std;
}

double median_interval(const std::vector<int64_t>& steps) {
  if (steps.size() < 2) return kNone;
  std::vector<int64_t> gaps;
  for (size_t i = 1; i < steps.size(); ++i)
    gaps.push_back(
        static_cast<int64_t>(static_cast<uint64_t>(steps[i]) - static_cast<uint64_t>(steps[i - 1])));
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  return static_cast<double>(*middle);
}

int64_t nonfinite_since(const Series& series, int64_t step) {
  int64_t since = step;
  each_backwards(series, static_cast<double>(step), [&](int64_t at, double value) {
    if (!std::isfinite(value)) since = at;
    return !std::isfinite(value);
  });
  return since;
}

void add_first_nonfinite(Jump& jump, const Series& series) {
  Bucket all;
  digest(all, series, 0, series.size());
  int64_t first = -1;
  for (const auto& each : {all.nan, all.pos_inf, all.neg_inf})
    if (each.count && (first < 0 || each.first < first)) first = each.first;
  jump.first_nonfinite = kNone;
  if (first < 0) return;
  const auto place = static_cast<size_t>(first);
  const Part& part = series.parts()[series.part_of(place)];
  jump.first_nonfinite_step = part.steps[place - part.begin];
  jump.first_nonfinite = part.value(place - part.begin);
}

std::optional<Jump> jump_of(const Series& series, double step, size_t n_before) {
  const Points points = last_points(series, step, n_before + 1);
  if (points.steps.empty()) return std::nullopt;
  Jump out;
  out.at_step = points.steps.back();
  out.value = points.values.back();
  add_spread(out, std::span(points.values).first(points.values.size() - 1));
  out.z = in_sigmas(out.value, out.mean, out.std);
  out.interval = median_interval(points.steps);
  if (!std::isfinite(out.value)) out.since_step = nonfinite_since(series, out.at_step);
  add_first_nonfinite(out, series);
  const size_t first = points.steps.size() - std::min(kRecent, points.steps.size());
  for (size_t i = first; i < points.steps.size(); ++i) {
    out.recent_steps.push_back(static_cast<double>(points.steps[i]));
    out.recent.push_back(points.values[i]);
  }
  return out;
}

}  // namespace

std::vector<Jump> jumps(std::span<const Series> series, double step, size_t n_before, size_t n_threads) {
  size_t n_points = 0;
  for (const Series& each : series) n_points += each.size();
  std::vector<std::optional<Jump>> found(series.size());
  parallel_for(found.size(), threads_for(n_points, n_threads),
               [&](size_t i) { found[i] = jump_of(series[i], step, n_before); });
  std::vector<Jump> out;
  for (size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) continue;
    out.push_back(std::move(*found[i]));
    out.back().series = static_cast<uint32_t>(i);
  }
  return out;
}

}  // namespace sightline
