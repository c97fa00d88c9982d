// Time and memory that a RunMetadata measured, put on the operations of a graph.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace sightline {

struct StepStatistics {
  // By entry, with all that is below it.
  std::vector<uint64_t> time_ns, memory_bytes;
  // By entry: the device that an operation ran on, a place in `devices` plus one; 0 where it did not run.
  std::vector<uint32_t> device;
  std::vector<std::string> devices;
  uint64_t n_measured = 0;   // operations of the graph that were measured
  uint64_t n_unmatched = 0;  // measurements of operations that the graph does not have
};

// Never throws on bad bytes: what is broken is left out.
StepStatistics read_step_statistics(const Graph& graph, std::string_view run_metadata);

}  // namespace sightline
