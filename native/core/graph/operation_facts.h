// Sizes that a GraphDef gives for its operations: of their outputs, and of the parameters that they hold.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace sightline {

// Unknown sizes are NaN; a dimension of unknown size counts as one.
struct OperationFacts {
  // By entry; 0 for scopes and for operations that hold none.
  std::vector<double> n_parameters, parameter_bytes;
  // The outputs of entry i are [output_begin[i], output_begin[i + 1]).
  std::vector<uint32_t> output_begin;
  std::vector<double> output_bytes;
};

// `message` is the one that the graph was read from.
OperationFacts operation_facts(const Graph& graph, std::string_view message);

}  // namespace sightline
