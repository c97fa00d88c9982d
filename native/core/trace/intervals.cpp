// Sets of intervals by sweeps.
#include "core/trace/intervals.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sightline {
namespace {

// Room for so many: pages that are never written take no memory, and nothing is moved while it grows.
Intervals room_for(size_t n) {
  Intervals intervals;
  intervals.begin.reserve(n);
  intervals.end.reserve(n);
  return intervals;
}

void add(Intervals& to, int64_t begin, int64_t end) {
  to.begin.push_back(begin);
  to.end.push_back(end);
}

}  // namespace

Intervals unite(const IntervalSpans& any) {
  Intervals united = room_for(any.begin.size());
  for_each_by_begin(any.begin, [&](size_t i) {
    const int64_t begin = any.begin[i], end = any.end[i];
    if (end <= begin) return;
    if (united.end.empty() || begin > united.end.back())
      add(united, begin, end);
    else
      united.end.back() = std::max(united.end.back(), end);
  });
  return united;
}

Intervals intersect(const IntervalSpans& left, const IntervalSpans& right) {
  Intervals both = room_for(left.begin.size() + right.begin.size());
  for (size_t i = 0, j = 0; i < left.begin.size() && j < right.begin.size();) {
    const int64_t begin = std::max(left.begin[i], right.begin[j]), end = std::min(left.end[i], right.end[j]);
    if (begin < end) add(both, begin, end);
    left.end[i] < right.end[j] ? ++i : ++j;
  }
  return both;
}

Intervals subtract(const IntervalSpans& from, const IntervalSpans& what) {
  Intervals rest = room_for(from.begin.size() + what.begin.size());
  size_t j = 0;
  for (size_t i = 0; i < from.begin.size(); ++i) {
    int64_t begin = from.begin[i];
    const int64_t end = from.end[i];
    while (j < what.begin.size() && what.end[j] <= begin) ++j;
    for (size_t k = j; k < what.begin.size() && what.begin[k] < end; ++k) {
      if (what.begin[k] > begin) add(rest, begin, what.begin[k]);
      begin = std::max(begin, what.end[k]);
    }
    if (begin < end) add(rest, begin, end);
  }
  return rest;
}

void cover_windows(const IntervalSpans& intervals, const IntervalSpans& windows, int64_t* to) {
  const size_t n = intervals.begin.size();
  std::vector<int64_t> before(n + 1, 0);  // covered before each interval
  for (size_t i = 0; i < n; ++i) before[i + 1] = before[i] + (intervals.end[i] - intervals.begin[i]);
  const auto covered_before = [&](int64_t time_ns) -> int64_t {
    const auto after = std::upper_bound(intervals.begin.begin(), intervals.begin.end(), time_ns);
    const auto index = static_cast<size_t>(after - intervals.begin.begin());
    if (index == 0) return 0;
    // The interval that began last may still be running: what of it comes after the time does not count.
    return before[index] - std::max<int64_t>(intervals.end[index - 1] - time_ns, 0);
  };
  for (size_t i = 0; i < windows.begin.size(); ++i)
    to[i] = covered_before(windows.end[i]) - covered_before(windows.begin[i]);
}

std::vector<int64_t> divide_windows(std::span<const IntervalSpans> sets, const IntervalSpans& windows) {
  const size_t n_windows = windows.begin.size(), n_sets = sets.size();
  std::vector<int64_t> parts((n_sets + 1) * n_windows, 0);
  std::vector<size_t> next(n_sets, 0);  // the first interval of each set that has not ended
  for (size_t window = 0; window < n_windows; ++window) {
    int64_t now = windows.begin[window];
    while (now < windows.end[window]) {
      int64_t until = windows.end[window];
      size_t set = 0;
      for (; set < n_sets; ++set) {
        const IntervalSpans& intervals = sets[set];
        size_t& at = next[set];
        while (at < intervals.end.size() && intervals.end[at] <= now) ++at;
        if (at == intervals.end.size()) continue;
        if (intervals.begin[at] <= now) {
          until = std::min(until, intervals.end[at]);
          break;
        }
        until = std::min(until, intervals.begin[at]);
      }
      parts[set * n_windows + window] += until - now;
      now = until;
    }
  }
  return parts;
}

double mean_by_time(const IntervalSpans& intervals, std::span<const double> value, int64_t window_begin,
                    int64_t window_end) {
  double sum = 0, total_ns = 0;
  for (size_t i = 0; i < value.size(); ++i) {
    const int64_t begin = std::clamp(intervals.begin[i], window_begin, window_end);
    const int64_t end = std::clamp(intervals.end[i], window_begin, window_end);
    if (end <= begin || !std::isfinite(value[i]) || value[i] < 0) continue;
    const auto length_ns = static_cast<double>(end - begin);
    sum += value[i] * length_ns;
    total_ns += length_ns;
  }
  return total_ns > 0 ? sum / total_ns : std::numeric_limits<double>::quiet_NaN();
}

WeightedCover weighted_cover(const IntervalSpans& intervals, std::span<const double> weight, double limit,
                             int64_t window_begin, int64_t window_end) {
  struct Running {
    int64_t end_ns;
    double weight;
  };
  const auto ends_later = [](const Running& left, const Running& right) {
    return left.end_ns > right.end_ns;
  };
  std::vector<Running> running;  // a heap: what ends first is at its front
  WeightedCover cover;
  double together = 0;
  int64_t now_ns = 0;
  const auto go_to = [&](int64_t time_ns) {
    cover.sum += std::min(together, limit) * static_cast<double>(time_ns - now_ns);
    now_ns = time_ns;
  };
  const auto end_until = [&](int64_t time_ns) {
    while (!running.empty() && running.front().end_ns <= time_ns) {
      go_to(running.front().end_ns);
      together -= running.front().weight;
      std::pop_heap(running.begin(), running.end(), ends_later);
      running.pop_back();
    }
    if (running.empty()) together = 0;  // sums of floats leave a rest
  };
  for_each_by_begin(intervals.begin, [&](size_t i) {
    if (!std::isfinite(weight[i]) || weight[i] <= 0) return;
    ++cover.n_counted;
    const int64_t begin = std::clamp(intervals.begin[i], window_begin, window_end);
    const int64_t end = std::clamp(intervals.end[i], window_begin, window_end);
    if (end <= begin) return;
    end_until(begin);
    go_to(begin);
    together += weight[i];
    running.push_back({end, weight[i]});
    std::push_heap(running.begin(), running.end(), ends_later);
  });
  end_until(std::numeric_limits<int64_t>::max());
  return cover;
}

}  // namespace sightline
