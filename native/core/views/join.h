// Another scalar as the x of a series, joined on step.
#pragma once

#include "core/views/series.h"

namespace sightline {

// For every point of `series` the value `other` has at the same step (its last logged, where there are
// several); NaN where it has none. Writes series.size() values.
void join_on_step(const Series& series, const Series& other, double* out);

}  // namespace sightline
