// Summary of a series: its ends, extremes, mean of the last few and what is not finite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/views/series.h"

namespace sightline {

// Of an empty series all counts are 0 and the rest is meaningless; without a finite value the extremes are
// NaN.
struct Summary {
  int64_t n = 0, n_nan = 0, n_pos_inf = 0, n_neg_inf = 0;
  int64_t first_step = 0, last_step = 0;  // in the order logged
  double first_wall_time = 0, last_wall_time = 0;
  double last = 0;                     // as logged, finite or not
  double min = 0, max = 0;             // of finite values
  int64_t min_step = 0, max_step = 0;  // of the first such
  double mean_last = 0;                // of the last k finite values
  int64_t first_nan_step = 0;          // where n_nan > 0
};

Summary summarize(const Series& series, size_t k);
std::vector<Summary> summarize(std::span<const Series> series, size_t k, size_t n_threads);

}  // namespace sightline
