// A view of many series at once: what to show of each, as flat columns, series after series.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/views/buckets.h"
#include "core/views/smooth.h"

namespace sightline {

struct ViewQuestion {
  Axis::Kind x = Axis::kStep;
  Window window;
  Smoothing smoothing;
  bool raw = true;  // whether raw values are shown too; else points are chosen by the smoothed ones alone
  size_t n_threads = 0;
};

struct View {
  std::vector<int64_t> offsets;  // series i has rows offsets[i] … offsets[i + 1]
  std::vector<int64_t> steps;
  std::vector<double> wall_times;
  std::vector<float> values;  // one of these two, by `is_float64`
  std::vector<double> float64_values;
  std::vector<double> smoothed;       // empty without smoothing
  std::vector<double> xs;             // empty unless x is relative time or a column
  std::vector<Selection> selections;  // one a series; without positions
  bool is_float64 = false;
};

View make_view(std::span<const Series> series, const ViewQuestion& question);

}  // namespace sightline
