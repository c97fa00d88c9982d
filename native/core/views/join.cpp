#include "core/views/join.h"

#include <limits>

namespace sightline {
namespace {

struct Known {
  int64_t step;
  double value;
};

// Rising by step, one entry a step: the last logged.
std::vector<Known> by_step(const Series& series) {
  std::vector<Known> out;
  out.reserve(series.size());
  series.each([&](const Part& part, size_t, size_t) {
    for (size_t j = 0; j < part.size; ++j) out.push_back({part.steps[j], part.value(j)});
  });
  auto less = [](const Known& a, const Known& b) { return a.step < b.step; };
  if (!std::is_sorted(out.begin(), out.end(), less)) std::stable_sort(out.begin(), out.end(), less);
  size_t n = 0;
  for (const Known& known : out)
    if (n > 0 && out[n - 1].step == known.step)
      out[n - 1] = known;
    else
      out[n++] = known;
  out.resize(n);
  return out;
}

}  // namespace

void join_on_step(const Series& series, const Series& other, double* out) {
  std::vector<Known> known = by_step(other);
  auto at = known.begin();
  series.each([&](const Part& part, size_t, size_t) {
    for (size_t j = 0; j < part.size; ++j) {
      int64_t step = part.steps[j];
      // Mostly the next entry, as both series go up; else searched.
      if (at != known.end() && at->step < step) ++at;
      if (at == known.end() || at->step != step)
        at = std::lower_bound(known.begin(), known.end(), step,
                              [](const Known& k, int64_t wanted) { return k.step < wanted; });
      bool found = at != known.end() && at->step == step;
      out[part.begin + j] = found ? at->value : std::numeric_limits<double>::quiet_NaN();
    }
  });
}

}  // namespace sightline
