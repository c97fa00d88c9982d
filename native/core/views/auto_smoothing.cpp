#include "core/views/auto_smoothing.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sightline {
namespace {

// The length of the average in pixels: it removes noise, and the lag is hard to see.
constexpr double kMemoryPx = 8;
// An average over fewer points than this would only round the corners.
constexpr double kLeastPoints = 4;

double median_count(std::span<const Series> series, Axis::Kind x, Window window) {
  window.n_buckets = 1;
  std::vector<int64_t> counts;
  for (const Series& each : series) {
    const int64_t n = select(each, axis_of(each, x), window).n_in_range;
    if (n > 0) counts.push_back(n);
  }
  if (counts.empty()) return 0;
  std::sort(counts.begin(), counts.end());
  const size_t half = counts.size() / 2;
  const double upper = static_cast<double>(counts[half]);
  return counts.size() % 2 ? upper : (static_cast<double>(counts[half - 1]) + upper) / 2;
}

}  // namespace

Smoothing auto_smoothing(std::span<const Series> series, Axis::Kind x, const Window& window,
                         Smoothing::Kind kind, double width_px) {
  const double memory = kMemoryPx * (median_count(series, x, window) / width_px);
  // In powers of two: a run that grows must not change its smoothing with every point.
  const double points = memory > 0 ? std::exp2(std::nearbyint(std::log2(memory))) : 0;
  if (points < kLeastPoints) return {};
  switch (kind) {
    case Smoothing::kEma:
      return {kind, 1 - 1 / std::min(points, 1e5)};
    case Smoothing::kMean:
      return {kind, std::min(points, 1e6)};
    case Smoothing::kGaussian:
      return {kind, std::min(points / 2, 1000.0)};
    default:
      return {};
  }
}

}  // namespace sightline
