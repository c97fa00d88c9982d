#include "core/views/grid.h"

#include <iterator>
#include <limits>

#include "core/base/parallel.h"

namespace sightline {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Point {
  double x, value;
};

std::vector<Point> in_order(const Series& series, const Axis& axis) {
  std::vector<Point> out;
  out.reserve(series.size());
  series.each([&](const Part& part, size_t, size_t) {
    axis.with_x(part, [&](auto x) {
      for (size_t j = 0; j < part.size; ++j)
        if (std::isfinite(x(j))) out.push_back({x(j), part.value(j)});
    });
  });
  auto less = [](const Point& a, const Point& b) { return a.x < b.x; };
  if (!std::is_sorted(out.begin(), out.end(), less)) std::stable_sort(out.begin(), out.end(), less);
  return out;
}

}  // namespace

void to_grid(const Series& series, const Axis& axis, std::span<const double> grid, const GridRow& out) {
  std::vector<Point> points = in_order(series, axis);
  auto next = points.begin();
  double carried = kNone;
  if (!grid.empty())
    for (; next != points.end() && next->x < grid[0]; ++next) carried = next->value;
  for (size_t i = 0; i < grid.size(); ++i) {
    double low = kNone, high = kNone;
    bool over = next == points.end();
    for (; next != points.end() && next->x <= grid[i]; ++next) {
      carried = next->value;
      if (!std::isfinite(carried)) continue;
      low = low <= carried ? low : carried;
      high = high >= carried ? high : carried;
    }
    double value = over || !std::isfinite(carried) ? kNone : carried;
    out.last[i] = value;
    out.lowest[i] = std::isnan(low) ? value : low;
    out.highest[i] = std::isnan(high) ? value : high;
  }
}

GridRows to_grid(std::span<const Series> series, Axis::Kind x, std::span<const double> grid,
                 size_t n_threads) {
  size_t n = grid.size(), n_points = n * series.size();
  for (const Series& each : series) n_points += each.size();
  GridRows out{std::vector<double>(n * series.size()), std::vector<double>(n * series.size()),
               std::vector<double>(n * series.size())};
  parallel_for(series.size(), threads_for(n_points, n_threads), [&](size_t i) {
    to_grid(series[i], axis_of(series[i], x), grid,
            {out.last.data() + i * n, out.lowest.data() + i * n, out.highest.data() + i * n});
  });
  return out;
}

namespace {

// Adds a series' x to `out.xs`, or gives that up.
void add_occurring(Occurring& out, const Series& series, const Axis& axis, double low, double high,
                   size_t limit) {
  std::vector<double> mine;
  double before = kNone;
  auto tidy = [&] {
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    if (mine.size() > limit) out.few = false;
  };
  series.each([&](const Part& part, size_t, size_t) {
    axis.with_x(part, [&](auto x) {
      for (size_t j = 0; j < part.size; ++j) {
        double at = x(j);
        if (!(low <= at && at <= high) || !std::isfinite(at)) continue;
        out.low = std::min(out.low, at);
        out.high = std::max(out.high, at);
        if (!out.few || at == before) continue;
        mine.push_back(before = at);
        if (mine.size() > 2 * limit + 1024) tidy();  // what repeats goes, so that only different ones add up
      }
    });
  });
  if (!out.few) return;
  tidy();
  std::vector<double> both;
  std::set_union(out.xs.begin(), out.xs.end(), mine.begin(), mine.end(), std::back_inserter(both));
  out.few = out.few && both.size() <= limit;
  out.xs = std::move(both);
}

}  // namespace

Occurring occurring(std::span<const Series> series, Axis::Kind x,
                    std::optional<std::pair<double, double>> range, size_t limit) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Occurring out;
  out.low = kInfinity;
  out.high = -kInfinity;
  auto [low, high] = range.value_or(std::pair{-kInfinity, kInfinity});
  for (const Series& each : series) add_occurring(out, each, axis_of(each, x), low, high, limit);
  if (!out.few) out.xs.clear();
  return out;
}

}  // namespace sightline
