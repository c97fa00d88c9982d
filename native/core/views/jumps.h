// What jumped at a step: the value of each series there against the values before it. docs/kinds/scalar.md
// has the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/views/series.h"

namespace sightline {

// `recent` are the last values up to the step, for a sparkline.
struct Jump {
  uint32_t series = 0;
  int64_t at_step = 0;
  double value = 0, mean = 0, std = 0;
  double z = 0;                       // how many standard deviations the value is away from the mean
  size_t n_before = 0;                // finite values before the step that mean and spread are of
  double interval = 0;                // the median distance of steps
  std::optional<int64_t> since_step;  // where the stretch of values that are not finite began
  std::optional<int64_t> first_nonfinite_step;  // in the whole series
  double first_nonfinite = 0;
  std::vector<double> recent_steps, recent;
};

// One for each series that has a value at or before `step`, which may be infinite. `n_before` bounds how many
// values before the step count.
std::vector<Jump> jumps(std::span<const Series> series, double step, size_t n_before, size_t n_threads);

}  // namespace sightline
