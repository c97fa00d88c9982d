// Which points of a series a view shows: per pixel column the first, last, lowest and highest, and what is
// not finite.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/views/series.h"

namespace sightline {

struct Window {
  std::optional<std::pair<double, double>> range;  // of x, both ends in; the series' own where not given
  size_t n_buckets = 1000;
};

// A shown NaN or infinity that stands for `count` of its sort in its bucket.
struct Mark {
  int64_t position;
  int64_t count;
};

struct Selection {
  std::vector<int64_t> positions;  // rising; what to show, in the order it was logged
  std::vector<Mark> marks;         // rising; only counts above 1
  int64_t n_in_range = 0;
  int64_t n_nan = 0, n_pos_inf = 0, n_neg_inf = 0;  // in range
  int64_t n_unplaced = 0;                           // x not finite: shown nowhere
  bool before = false, after = false;  // whether a neighbor outside the range is shown at that end
  bool exact = true;                   // whether all points in range are shown
};

// The rules, which the Python twin in the tests states too:
// * Up to 4 points a bucket in range: all are shown. Else the range is cut into equal buckets.
// * A stretch of points that stay in one bucket shows its first, last, lowest and highest finite point (the
// first of
//   equals), its first NaN, first +Inf and first -Inf. With rising x that is once a bucket; where x goes back
//   the line is shown as logged, stretch by stretch.
// * Where x jumps so much that there are more than 8 stretches a bucket, each bucket shows once what it has
// in all.
// * With a given range the neighbor of the first and of the last shown point is shown too, so that lines
// reach the
//   border (if its x is finite); with rising x also where the range itself is empty.
Selection select(const Series& series, const Axis& axis, const Window& window, size_t n_threads = 1);

// Both selections' points, counts of the first.
Selection united(Selection first, const Selection& second);

}  // namespace sightline
