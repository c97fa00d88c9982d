// NaN and infinities among the points of a series.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/views/series.h"

namespace sightline {

struct Nonfinite {
  int64_t n_nan = 0, n_inf = 0;
  std::optional<int64_t> first_nan_step;
};

// Of the points at [begin, end).
Nonfinite count_nonfinite(const Series& series, size_t begin, size_t end);

}  // namespace sightline
