// Smoothing of a whole series, in the order it was logged. What is not finite is unchanged and enters no
// average.
#pragma once

#include <cstddef>

#include "core/views/series.h"

namespace sightline {

struct Smoothing {
  enum Kind { kNone, kEma, kMean, kGaussian };
  Kind kind = kNone;
  // kEma: weight of the past, in [0, 1). kMean: points in the centered window, at least 1 (even ones count as
  // one more). kGaussian: standard deviation in points, above 0; the bell ends at 3 of them.
  double amount = 0;
};

// Writes series.size() values to `out`.
void smooth(const Series& series, const Smoothing& smoothing, double* out, size_t n_threads = 1);

}  // namespace sightline
