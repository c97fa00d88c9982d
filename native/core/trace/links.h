// What belongs together across tracks: launches and their kernels, forward and backward, memory and
// operators.
#pragma once

#include <vector>

#include "core/trace/builder.h"
#include "core/trace/trace.h"

namespace sightline {

// Launches by correlation; other flows by the points that the producer wrote. Launches by points too where no
// slice has a correlation.
Trace::Flows link_flows(const Trace& trace, const GrowingColumn<FlowPoint>& points);
Trace::Memory link_memory(const Trace& trace, const GrowingColumn<MemoryRow>& rows);
// Steps by the annotations that torch writes.
std::vector<StepRow> find_steps(const Trace& trace);

}  // namespace sightline
