// Which of many logged values a view shows: those within windows, evenly spaced where there are too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sightline {

template <class T>
using RowWindow = std::optional<std::pair<T, T>>;

// Windows include both ends; `seconds` counts from the first value, superseded or not. The value nearest to
// `step` is always among those shown.
struct RowsQuestion {
  RowWindow<int64_t> steps;
  RowWindow<double> times, seconds;
  size_t max_rows = 1;
  std::optional<int64_t> step;
};

struct ShownRows {
  std::vector<int64_t> rows;
  size_t total = 0;  // before windows and spacing
};

// `superseded` is empty, or has a mark for each value that is not to be shown.
ShownRows shown_rows(std::span<const int64_t> steps, std::span<const double> wall_times,
                     std::span<const uint8_t> superseded, const RowsQuestion& question);

}  // namespace sightline
