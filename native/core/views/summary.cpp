#include "core/views/summary.h"

#include <limits>

#include "core/base/parallel.h"
#include "core/views/digest.h"

namespace sightline {
namespace {

// A running mean, so that huge values do not overflow a sum.
double mean_of_last(const Series& series, size_t k) {
  double mean = std::numeric_limits<double>::quiet_NaN();
  size_t n = 0;
  for (auto part = series.parts().rbegin(); part != series.parts().rend(); ++part)
    for (size_t j = part->size; j-- > 0 && n < k;) {
      double value = part->value(j);
      if (!std::isfinite(value)) continue;
      double weight = 1.0 / static_cast<double>(++n);
      mean = n == 1 ? value : mean * (1 - weight) + value * weight;
    }
  return mean;
}

}  // namespace

Summary summarize(const Series& series, size_t k) {
  Summary out;
  if (series.size() == 0) return out;
  Bucket all;
  digest(all, series, 0, series.size());
  const Part &head = series.parts().front(), &tail = series.parts().back();
  out.n = static_cast<int64_t>(series.size());
  out.n_nan = all.nan.count;
  out.n_pos_inf = all.pos_inf.count;
  out.n_neg_inf = all.neg_inf.count;
  out.first_step = head.steps[0];
  out.last_step = tail.steps[tail.size - 1];
  out.first_wall_time = head.wall_times[0];
  out.last_wall_time = tail.wall_times[tail.size - 1];
  out.last = tail.value(tail.size - 1);
  bool any = all.first >= 0;
  out.min = any ? all.low : std::numeric_limits<double>::quiet_NaN();
  out.max = any ? all.high : std::numeric_limits<double>::quiet_NaN();
  if (any) out.min_step = series.step(static_cast<size_t>(all.lowest));
  if (any) out.max_step = series.step(static_cast<size_t>(all.highest));
  if (all.nan.count) out.first_nan_step = series.step(static_cast<size_t>(all.nan.first));
  out.mean_last = mean_of_last(series, k);
  return out;
}

std::vector<Summary> summarize(std::span<const Series> series, size_t k, size_t n_threads) {
  size_t n_points = 0;
  for (const Series& each : series) n_points += each.size();
  std::vector<Summary> out(series.size());
  parallel_for(out.size(), threads_for(n_points, n_threads),
               [&](size_t i) { out[i] = summarize(series[i], k); });
  return out;
}

}  // namespace sightline
