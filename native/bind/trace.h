// What binders of traces share.
#pragma once

#include <nanobind/nanobind.h>

#include "core/trace/trace.h"

namespace sightline {

void bind_selection(nanobind::class_<Trace>& trace);

}  // namespace sightline
