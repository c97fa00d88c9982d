#include "core/grid.h"

#include <limits>

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

}  // namespace sightline
