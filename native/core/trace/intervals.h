// Sums over sets of intervals [begin, end): the arithmetic of busy, idle and overlapping time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sightline {

struct Intervals {
  std::vector<int64_t> begin, end;
};

// The same times as disjoint intervals in order; empty and reversed ones are dropped.
Intervals unite(std::span<const int64_t> begin, std::span<const int64_t> end);

// Both must be disjoint and in order, as `unite` gives them.
Intervals intersect(const Intervals& left, const Intervals& right);
Intervals subtract(const Intervals& from, const Intervals& what);

// The integral over time of the sum of the weights of the intervals running, the sum cut at `limit`, in
// weight × ns.
double weighted_cover(std::span<const int64_t> begin, std::span<const int64_t> end,
                      std::span<const double> weight, double limit);

}  // namespace sightline
