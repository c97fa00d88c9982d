// Whether every index of a trace is in range, so that no question about it reads beyond its columns.
#pragma once

#include "core/trace/trace.h"

namespace sightline {

bool is_in_range(const Trace& trace);

}  // namespace sightline
