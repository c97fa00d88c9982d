// Sets of intervals by sweeps.
#include "core/trace/intervals.h"

#include <algorithm>
#include <numeric>

namespace sightline {

Intervals unite(std::span<const int64_t> begin, std::span<const int64_t> end) {
  std::vector<size_t> order(begin.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto less = [&](size_t left, size_t right) { return begin[left] < begin[right]; };
  if (!std::is_sorted(begin.begin(), begin.end())) std::sort(order.begin(), order.end(), less);
  Intervals united;
  for (const size_t i : order) {
    if (end[i] <= begin[i]) continue;
    if (united.end.empty() || begin[i] > united.end.back()) {
      united.begin.push_back(begin[i]);
      united.end.push_back(end[i]);
    } else {
      united.end.back() = std::max(united.end.back(), end[i]);
    }
  }
  return united;
}

Intervals intersect(const Intervals& left, const Intervals& right) {
  Intervals both;
  for (size_t i = 0, j = 0; i < left.begin.size() && j < right.begin.size();) {
    const int64_t begin = std::max(left.begin[i], right.begin[j]), end = std::min(left.end[i], right.end[j]);
    if (begin < end) {
      both.begin.push_back(begin);
      both.end.push_back(end);
    }
    left.end[i] < right.end[j] ? ++i : ++j;
  }
  return both;
}

Intervals subtract(const Intervals& from, const Intervals& what) {
  Intervals rest;
  size_t j = 0;
  for (size_t i = 0; i < from.begin.size(); ++i) {
    int64_t begin = from.begin[i];
    const int64_t end = from.end[i];
    while (j < what.begin.size() && what.end[j] <= begin) ++j;
    for (size_t k = j; k < what.begin.size() && what.begin[k] < end; ++k) {
      if (what.begin[k] > begin) {
        rest.begin.push_back(begin);
        rest.end.push_back(what.begin[k]);
      }
      begin = std::max(begin, what.end[k]);
    }
    if (begin < end) {
      rest.begin.push_back(begin);
      rest.end.push_back(end);
    }
  }
  return rest;
}

double weighted_cover(std::span<const int64_t> begin, std::span<const int64_t> end,
                      std::span<const double> weight, double limit) {
  struct Edge {
    int64_t time_ns;
    double change;
  };
  std::vector<Edge> edges;
  for (size_t i = 0; i < begin.size(); ++i) {
    if (end[i] <= begin[i]) continue;
    edges.push_back({begin[i], weight[i]});
    edges.push_back({end[i], -weight[i]});
  }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& left, const Edge& right) { return left.time_ns < right.time_ns; });
  double sum = 0, running = 0;
  for (size_t i = 0; i + 1 < edges.size(); ++i) {
    running += edges[i].change;
    sum += std::min(running, limit) * static_cast<double>(edges[i + 1].time_ns - edges[i].time_ns);
  }
  return sum;
}

}  // namespace sightline
