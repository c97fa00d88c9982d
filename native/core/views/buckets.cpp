#include "core/views/buckets.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel.h"
#include "core/views/bucket.h"
#include "core/views/digest.h"

namespace sightline {
namespace {

constexpr size_t kExactPerBucket = 4;
constexpr size_t kStretchesPerBucket = 8;

// Maps x to buckets by one formula, so that searching and walking agree to the last bit.
struct Scale {
  double lo, hi;
  size_t n;

  bool contains(double x) const { return lo <= x && x <= hi; }
  size_t bucket(double x) const {
    double width = hi - lo, from = x - lo;
    if (!std::isfinite(width)) width = hi * 0.5 - lo * 0.5, from = x * 0.5 - lo * 0.5;
    if (!(width > 0)) return 0;
    double k = from / width * static_cast<double>(n);
    return std::min(n - 1, static_cast<size_t>(k));
  }
};

void count(Selection& out, const Bucket& bucket) {
  out.n_nan += bucket.nan.count;
  out.n_pos_inf += bucket.pos_inf.count;
  out.n_neg_inf += bucket.neg_inf.count;
}

void show(Selection& out, const Bucket& bucket) {
  count(out, bucket);
  int64_t shown[] = {bucket.first,     bucket.last,          bucket.lowest,       bucket.highest,
                     bucket.nan.first, bucket.pos_inf.first, bucket.neg_inf.first};
  for (int64_t position : shown)
    if (position >= 0) out.positions.push_back(position);
  for (const Sort* sort : {&bucket.nan, &bucket.pos_inf, &bucket.neg_inf})
    if (sort->count > 1) out.marks.push_back({sort->first, sort->count});
}

void show_all(Selection& out, const std::vector<Bucket>& buckets) {
  out.exact = false;
  for (const Bucket& bucket : buckets) show(out, bucket);
  std::sort(out.positions.begin(), out.positions.end());
  out.positions.erase(std::unique(out.positions.begin(), out.positions.end()), out.positions.end());
  std::sort(out.marks.begin(), out.marks.end(), [](Mark a, Mark b) { return a.position < b.position; });
}

bool is_placed(const Series& series, const Axis& axis, size_t position) {
  const Part& part = series.parts()[series.part_of(position)];
  return std::isfinite(axis.at(part, position - part.begin));
}

void show_neighbors(Selection& out, const Series& series, const Axis& axis, size_t begin, size_t end) {
  out.before = begin > 0 && is_placed(series, axis, begin - 1);
  out.after = end < series.size() && is_placed(series, axis, end);
  if (out.before) out.positions.insert(out.positions.begin(), static_cast<int64_t>(begin) - 1);
  if (out.after) out.positions.push_back(static_cast<int64_t>(end));
}

void show_exactly(Selection& out, const Series& series, size_t begin, size_t end) {
  Bucket all;
  digest(all, series, begin, end);
  count(out, all);
  for (size_t i = begin; i < end; ++i) out.positions.push_back(static_cast<int64_t>(i));
}

Selection select_rising(const Series& series, const Axis& axis, const Window& window, size_t n_threads) {
  Selection out;
  const Part &head = series.parts().front(), &tail = series.parts().back();
  auto [lo, hi] = window.range.value_or(std::pair{axis.at(head, 0), axis.at(tail, tail.size - 1)});
  Scale scale{lo, hi, window.n_buckets};
  size_t begin = partition_point(series, axis, [&](double x) { return x < scale.lo; });
  size_t end = std::max(begin, partition_point(series, axis, [&](double x) { return x <= scale.hi; }));
  out.n_in_range = static_cast<int64_t>(end - begin);
  if (end - begin <= kExactPerBucket * scale.n) {
    show_exactly(out, series, begin, end);
  } else {
    std::vector<Bucket> buckets(scale.n);
    size_t n_tasks = n_threads > 1 ? std::min(scale.n, n_threads * 8) : 1;
    parallel_for(n_tasks, n_threads, [&](size_t task) {
      auto edge = [&](size_t k) {
        if (k == 0) return begin;
        return k == scale.n ? end : partition_point(series, axis, [&](double x) {
          return x < scale.lo || (x <= scale.hi && scale.bucket(x) < k);
        });
      };
      size_t from = task * scale.n / n_tasks, to = (task + 1) * scale.n / n_tasks;
      for (size_t k = from, a = edge(from); k < to; ++k) {
        size_t b = edge(k + 1);
        digest(buckets[k], series, a, b);
        a = b;
      }
    });
    show_all(out, buckets);
  }
  if (window.range) show_neighbors(out, series, axis, begin, end);
  return out;
}

// Calls use(x, value, position) for every point whose x is finite.
template <class Use>
void each_placed(const Series& series, const Axis& axis, Use&& use) {
  series.each([&](const Part& part, size_t, size_t) {
    axis.with_x(part, [&](auto x) {
      part.with_values([&](auto* values) {
        for (size_t j = 0; j < part.size; ++j)
          if (double at = x(j); std::isfinite(at))
            use(at, double{values[j]}, static_cast<int64_t>(part.begin + j));
      });
    });
  });
}

struct Extent {
  double lo = std::numeric_limits<double>::infinity(), hi = -std::numeric_limits<double>::infinity();
  int64_t n = 0;
};

Extent extent_of(const Series& series, const Axis& axis) {
  Extent out;
  each_placed(series, axis, [&](double x, double, int64_t) {
    out.lo = std::min(out.lo, x);
    out.hi = std::max(out.hi, x);
    ++out.n;
  });
  return out;
}

// The stretches of points that stay in one bucket; empty when there are too many to keep apart.
std::vector<Bucket> stretches(const Series& series, const Axis& axis, const Scale& scale) {
  std::vector<Bucket> out;
  size_t limit = kStretchesPerBucket * scale.n, current = scale.n, n_stretches = 0;
  each_placed(series, axis, [&](double x, double value, int64_t position) {
    if (!scale.contains(x)) {
      current = scale.n;
      return;
    }
    size_t k = scale.bucket(x);
    if (k != current) {
      current = k;
      if (++n_stretches <= limit) out.emplace_back();
    }
    if (n_stretches <= limit) out.back().add(value, position);
  });
  if (n_stretches > limit) out.clear();
  return out;
}

std::vector<Bucket> by_bucket(const Series& series, const Axis& axis, const Scale& scale) {
  std::vector<Bucket> out(scale.n);
  each_placed(series, axis, [&](double x, double value, int64_t position) {
    if (scale.contains(x)) out[scale.bucket(x)].add(value, position);
  });
  return out;
}

Selection select_any(const Series& series, const Axis& axis, const Window& window) {
  Selection out;
  Extent extent = extent_of(series, axis);
  out.n_unplaced = static_cast<int64_t>(series.size()) - extent.n;
  auto [lo, hi] = window.range.value_or(std::pair{extent.lo, extent.hi});
  Scale scale{lo, hi, window.n_buckets};
  size_t begin = series.size(), end = 0;
  each_placed(series, axis, [&](double x, double, int64_t position) {
    if (!scale.contains(x)) return;
    ++out.n_in_range;
    begin = std::min(begin, static_cast<size_t>(position));
    end = static_cast<size_t>(position) + 1;
  });
  if (out.n_in_range == 0) return out;
  if (static_cast<size_t>(out.n_in_range) <= kExactPerBucket * scale.n) {
    Bucket all;
    each_placed(series, axis, [&](double x, double value, int64_t position) {
      if (!scale.contains(x)) return;
      all.add(value, position);
      out.positions.push_back(position);
    });
    count(out, all);
  } else {
    std::vector<Bucket> buckets = stretches(series, axis, scale);
    show_all(out, buckets.empty() ? by_bucket(series, axis, scale) : buckets);
  }
  if (window.range) show_neighbors(out, series, axis, begin, end);
  return out;
}

}  // namespace

Selection select(const Series& series, const Axis& axis, const Window& window, size_t n_threads) {
  if (series.size() == 0 || window.n_buckets == 0) return {};
  if (is_rising(series, axis, n_threads)) return select_rising(series, axis, window, n_threads);
  return select_any(series, axis, window);
}

Selection united(Selection first, const Selection& second) {
  std::vector<int64_t> both;
  std::set_union(first.positions.begin(), first.positions.end(), second.positions.begin(),
                 second.positions.end(), std::back_inserter(both));
  first.positions = std::move(both);
  return first;
}

}  // namespace sightline
