// Jumps as columns, for every binding in the same order and under the same names.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/views/jumps.h"

namespace sightline {

// Calls use(name, vector): steps that are missing are 0 where `has_…` is 0; `recent_offsets` has where the
// recent values of each begin, and one more.
template <class Use>
void each_jump_column(std::span<const Jump> rows, Use use) {
  auto column = [&](const char* name, auto get) {
    std::vector<decltype(get(rows[0]))> out;
    out.reserve(rows.size());
    for (const Jump& row : rows) out.push_back(get(row));
    use(name, std::move(out));
  };
  column("series", [](const Jump& j) { return j.series; });
  column("at_step", [](const Jump& j) { return j.at_step; });
  column("value", [](const Jump& j) { return j.value; });
  column("mean", [](const Jump& j) { return j.mean; });
  column("std", [](const Jump& j) { return j.std; });
  column("z", [](const Jump& j) { return j.z; });
  column("n_before", [](const Jump& j) { return static_cast<double>(j.n_before); });
  column("interval", [](const Jump& j) { return j.interval; });
  column("since_step", [](const Jump& j) { return j.since_step.value_or(0); });
  column("has_since_step", [](const Jump& j) { return uint8_t{j.since_step.has_value()}; });
  column("first_nonfinite_step", [](const Jump& j) { return j.first_nonfinite_step.value_or(0); });
  column("has_first_nonfinite_step",
         [](const Jump& j) { return uint8_t{j.first_nonfinite_step.has_value()}; });
  column("first_nonfinite", [](const Jump& j) { return j.first_nonfinite; });
  std::vector<int64_t> offsets{0};
  std::vector<double> steps, values;
  for (const Jump& row : rows) {
    steps.insert(steps.end(), row.recent_steps.begin(), row.recent_steps.end());
    values.insert(values.end(), row.recent.begin(), row.recent.end());
    offsets.push_back(static_cast<int64_t>(steps.size()));
  }
  use("recent_offsets", std::move(offsets));
  use("recent_steps", std::move(steps));
  use("recent", std::move(values));
}

}  // namespace sightline
