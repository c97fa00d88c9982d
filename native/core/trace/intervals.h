// Sums over sets of intervals [begin, end): the arithmetic of busy, idle and overlapping time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace sightline {

struct Intervals {
  std::vector<int64_t> begin, end;
};

// Intervals in memory of someone else.
struct IntervalSpans {
  std::span<const int64_t> begin, end;
  IntervalSpans(std::span<const int64_t> begins, std::span<const int64_t> ends) : begin(begins), end(ends) {}
  IntervalSpans(const Intervals& held) : begin(held.begin), end(held.end) {}
};

// Calls use(i) for all intervals by their beginning. Those that are in order already need no list.
template <class Use>
void for_each_by_begin(std::span<const int64_t> begin, Use use) {
  if (std::is_sorted(begin.begin(), begin.end())) {
    for (size_t i = 0; i < begin.size(); ++i) use(i);
    return;
  }
  std::vector<uint32_t> order(begin.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t left, uint32_t right) { return begin[left] < begin[right]; });
  for (const uint32_t i : order) use(i);
}

// The same times as disjoint intervals in order; empty and reversed ones are dropped.
Intervals unite(const IntervalSpans& any);

// Both must be disjoint and in order, as `unite` gives them.
Intervals intersect(const IntervalSpans& left, const IntervalSpans& right);
Intervals subtract(const IntervalSpans& from, const IntervalSpans& what);

// How much of disjoint intervals in order lies in each of some windows, which may overlap.
void cover_windows(const IntervalSpans& intervals, const IntervalSpans& windows, int64_t* to);

// How much of each window, which are disjoint and in order, each set takes, where of several sets at an
// instant the first one takes it: a row of all windows for each set, then one of what no set takes.
std::vector<int64_t> divide_windows(std::span<const IntervalSpans> sets, const IntervalSpans& windows);

// The integral over a window of the sum of the weights of the intervals running, the sum cut at `limit`, in
// weight × ns; and how many count. Weights that are not above zero or not finite do not.
struct WeightedCover {
  double sum = 0;
  size_t n_counted = 0;
};
WeightedCover weighted_cover(const IntervalSpans& intervals, std::span<const double> weight, double limit,
                             int64_t window_begin, int64_t window_end);

// The mean of values by the time of their intervals within a window; NaN where none is known. Values below
// zero and those that are not finite are not known.
double mean_by_time(const IntervalSpans& intervals, std::span<const double> value, int64_t window_begin,
                    int64_t window_end);

}  // namespace sightline
