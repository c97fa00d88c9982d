// One scalar series as kernels see it: parts of columns owned elsewhere, superseded points left out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/views/zones.h"

namespace sightline {

// Neighboring points of a series. Nothing is owned.
struct Part {
  const int64_t* steps;
  const double* wall_times;
  const void* values;  // float, or double where `is_float64`
  size_t size;
  bool is_float64;
  Zones zones = {};            // of the chunk it is from,
  size_t n_skipped = 0;        // and how many of the chunk's points come before
  const double* xs = nullptr;  // where x is a column of its own
  size_t begin = 0;            // position of the first point in the series

  template <class Use>  // use(const float*) or use(const double*)
  decltype(auto) with_values(Use&& use) const {
    return is_float64 ? use(static_cast<const double*>(values)) : use(static_cast<const float*>(values));
  }
  double value(size_t j) const {
    return with_values([j](auto* v) { return double{v[j]}; });
  }
};

class Series {
 public:
  void add(Part part);

  size_t size() const { return size_; }
  const std::vector<Part>& parts() const { return parts_; }
  bool is_float64() const;  // whether any part is

  // The same points without those marked; `superseded` has one byte a point.
  Series without(std::span<const uint8_t> superseded) const;
  // The same points with other values or with an x column; the arrays must outlive the result.
  Series with_values(const double* values) const;
  Series with_xs(const double* xs) const;

  // Calls use(part, first, last) for the stretches of parts that make up positions [begin, end).
  template <class Use>
  void each(size_t begin, size_t end, Use&& use) const {
    for (size_t k = begin < end ? part_of(begin) : parts_.size(); k < parts_.size(); ++k) {
      const Part& part = parts_[k];
      if (part.begin >= end) break;
      use(part, std::max(begin, part.begin) - part.begin, std::min(end - part.begin, part.size));
    }
  }
  template <class Use>
  void each(Use&& use) const {
    for (const Part& part : parts_) use(part, size_t{0}, part.size);
  }

  size_t part_of(size_t position) const;
  int64_t step(size_t position) const {
    const Part& part = parts_[part_of(position)];
    return part.steps[position - part.begin];
  }

 private:
  std::vector<Part> parts_;
  size_t size_ = 0;
};

// What x is. Relative time counts from `origin`.
struct Axis {
  enum Kind { kStep, kWallTime, kRelative, kColumn };
  Kind kind = kStep;
  double origin = 0;

  template <class Use>  // use(x) with double x(size_t j)
  decltype(auto) with_x(const Part& part, Use&& use) const {
    switch (kind) {
      case kWallTime:
        return use([p = part.wall_times](size_t j) { return p[j]; });
      case kRelative:
        return use([p = part.wall_times, o = origin](size_t j) { return p[j] - o; });
      case kColumn:
        return use([p = part.xs](size_t j) { return p[j]; });
      default:
        return use([p = part.steps](size_t j) { return static_cast<double>(p[j]); });
    }
  }
  double at(const Part& part, size_t j) const {
    return with_x(part, [j](auto x) { return x(j); });
  }
};

// The axis for one series: relative time begins at its first point with a finite time.
Axis axis_of(const Series& series, Axis::Kind kind);

// Whether x never falls and is finite everywhere.
bool is_rising(const Series& series, const Axis& axis, size_t n_threads = 1);

// The first position whose x is not `before`, for rising x. before(x) must be true up to there, then false.
template <class Before>
size_t partition_point(const Series& series, const Axis& axis, Before&& before) {
  const auto& parts = series.parts();
  auto part = std::partition_point(parts.begin(), parts.end(),
                                   [&](const Part& p) { return before(axis.at(p, p.size - 1)); });
  if (part == parts.end()) return series.size();
  size_t low = 0, high = part->size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (before(axis.at(*part, middle)))
      low = middle + 1;
    else
      high = middle;
  }
  return part->begin + low;
}

}  // namespace sightline
