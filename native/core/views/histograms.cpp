#include "core/views/histograms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sightline {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kTenThousand = 10'000;
// Sums of squares that round below the square of the mean are still believed.
constexpr double kRoundingSlack = 1e-9;

struct Moments {
  double mean, std;
};

// Filled, with two finite edges in order.
bool is_sound(const Histogram& histogram, size_t i) {
  const double left = histogram.lefts[i], right = histogram.rights[i];
  return histogram.counts[i] > 0 && std::isfinite(left) && std::isfinite(right) && left <= right;
}

template <class Use>
void each_sound(const Histogram& histogram, Use use) {
  for (size_t i = 0; i < histogram.counts.size(); ++i)
    if (is_sound(histogram, i)) use(histogram.lefts[i], histogram.rights[i], histogram.counts[i]);
}

double total_of(const Histogram& histogram) {
  return std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0.0);
}

bool has_finite_edges(const Histogram& histogram) {
  auto is_finite = [](double edge) { return std::isfinite(edge); };
  return std::ranges::all_of(histogram.lefts, is_finite) && std::ranges::all_of(histogram.rights, is_finite);
}

// Nothing where the sums are missing or not finite.
std::optional<Moments> by_sums(const LoggedStatistics& logged) {
  if (!(logged.num > 0 && std::isfinite(logged.sum) && std::isfinite(logged.sum_squares)))
    return std::nullopt;
  const double mean = logged.sum / logged.num, square = logged.sum_squares / logged.num;
  const bool is_unlogged = square == 0 && !(logged.min == 0 && logged.max == 0);
  if (is_unlogged || square < mean * mean * (1 - kRoundingSlack)) return std::nullopt;
  return Moments{mean, std::sqrt(std::max(square - mean * mean, 0.0))};
}

Moments by_buckets(const Histogram& histogram) {
  double total = 0, mean = 0, variance = 0;
  each_sound(histogram, [&](double, double, double count) { total += count; });
  if (!(total > 0)) return {kNone, kNone};
  auto center = [](double left, double right) { return left / 2 + right / 2; };
  each_sound(histogram,
             [&](double left, double right, double count) { mean += center(left, right) * (count / total); });
  each_sound(histogram, [&](double left, double right, double count) {
    const double away = center(left, right) - mean, width = right - left;
    variance += (away * away + width * width / 12) * (count / total);
  });
  return {mean, std::sqrt(variance)};
}

// Equal bins over a range that may be wider than the largest number.
struct Bins {
  double low, high, step;
  size_t n;

  Bins(double first, double last, size_t n_bins)
      : low(first), high(last), step((last - first) / static_cast<double>(n_bins)), n(n_bins) {
    if (!std::isfinite(step)) step = last / static_cast<double>(n) - first / static_cast<double>(n);
  }
  // From the nearer end: a step over more than half of the range may not be a number.
  double edge(size_t i) const {
    return 2 * i <= n ? low + static_cast<double>(i) * step : high - static_cast<double>(n - i) * step;
  }

  // The bin that `x` is in, which is not below `low`; the last includes both its ends.
  size_t find(double x) const {
    const double place = x / step - low / step;
    size_t bin = !(place > 0) ? 0 : place < static_cast<double>(n) ? static_cast<size_t>(place) : n - 1;
    while (bin > 0 && edge(bin) > x) --bin;
    while (bin + 1 < n && edge(bin + 1) <= x) ++bin;
    return bin;
  }
};

// The part of a bucket that is left of an edge, from 0 to 1.
double share_below(double edge, double left, double right) {
  const double width = right - left;
  const double share =
      std::isfinite(width) ? (edge - left) / width : (edge / 2 - left / 2) / (right / 2 - left / 2);
  return std::clamp(share, 0.0, 1.0);
}

void spread(double left, double right, double count, const Bins& bins, std::span<double> out) {
  if (right < bins.low || left > bins.high) return;
  size_t bin = bins.find(std::max(left, bins.low));
  if (left == right) {
    out[bin] += count;
    return;
  }
  double below = share_below(bins.edge(bin), left, right);
  for (; bin < bins.n && bins.edge(bin) < right; ++bin) {
    const double next = share_below(bins.edge(bin + 1), left, right);
    out[bin] += count * (next - below);
    below = next;
  }
}

}  // namespace

HistogramFacts histogram_facts(const Histogram& histogram) {
  const auto& logged = histogram.logged;
  const double total = total_of(histogram);
  const double missing = logged && std::isfinite(logged->num) ? std::max(logged->num - total, 0.0) : 0.0;
  HistogramFacts out{};
  out.number = total + missing;
  if (logged) {
    out.nan = logged->num_nan;
    out.inf = logged->num_inf;
  }
  out.uncounted = std::max(missing - out.nan - out.inf, 0.0);
  for (size_t i = 0; i < histogram.counts.size(); ++i) {
    const double left = histogram.lefts[i], right = histogram.rights[i];
    if (std::isnan(left) || std::isnan(right)) out.nan += histogram.counts[i];
    if (std::isinf(left) || std::isinf(right)) out.inf += histogram.counts[i];
  }
  const std::optional<Moments> exact = logged ? by_sums(*logged) : std::nullopt;
  const Moments moments = exact ? *exact : by_buckets(histogram);
  out.mean = moments.mean;
  out.std = moments.std;
  return out;
}

std::optional<std::pair<double, double>> histogram_range(std::span<const Histogram> histograms) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Histogram& histogram : histograms)
    each_sound(histogram, [&](double left, double right, double) {
      low = std::min(low, left);
      high = std::max(high, right);
    });
  if (low > high) return std::nullopt;
  if (low < high) return std::pair{low, high};
  const double margin = 0.5 * std::max(std::abs(low), 1.0);
  return std::pair{low - margin, high + margin};
}

void rebin(const Histogram& histogram, double low, double high, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  const Bins bins(low, high, out.size());
  each_sound(histogram,
             [&](double left, double right, double count) { spread(left, right, count, bins, out); });
}

void percentiles(const Histogram& histogram, std::span<const double> points, double* out) {
  const auto& [lefts, rights, counts, logged] = histogram;
  const double total = total_of(histogram);
  if (!(total > 0)) {
    std::fill_n(out, points.size(), kNone);
    return;
  }
  std::vector<double> weights(counts.size());
  std::partial_sum(counts.begin(), counts.end(), weights.begin());
  for (double& weight : weights) weight *= kTenThousand / total;
  const double first = lefts.front(), last = rights.back();
  for (size_t i = 0; i < points.size(); ++i) {
    const auto found = std::ranges::upper_bound(weights, points[i]);
    if (found == weights.end()) {
      out[i] = last;
      continue;
    }
    const auto bucket = static_cast<size_t>(found - weights.begin());
    const double before = bucket > 0 ? weights[bucket - 1] : 0.0;
    const double left = before > 0 ? std::max(rights[bucket - 1], first) : first;
    const double right = std::min(rights[bucket], last);
    out[i] = left + (points[i] - before) * (right - left) / (weights[bucket] - before);
  }
}

const char* histogram_fault(const Histogram& histogram) {
  const auto& [lefts, rights, counts, logged] = histogram;
  if (counts.empty()) return "no bucket has a value";
  if (!has_finite_edges(histogram))
    return "bucket limits that are not finite numbers; those buckets are not drawn";
  for (size_t i = 0; i < lefts.size(); ++i)
    if (lefts[i] > rights[i]) return "bucket limits that do not rise; those buckets are not drawn";
  const bool is_counted = std::ranges::all_of(counts, [](double count) { return count >= 0; });
  if (!is_counted || !std::isfinite(total_of(histogram))) return "counts that are negative or not finite";
  return nullptr;
}

}  // namespace sightline
