// What the attributes of an operation say: shapes and types of its outputs, parameters, functions it calls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sightline {

struct OutputFacts {
  std::string shape;     // "32×128", "?" for a size that is not fixed; empty where unknown
  std::string type;      // "float32"; empty where unknown
  uint64_t n_bytes = 0;  // sizes that are not fixed count as 1; 0 where unknown
};

struct OperationFacts {
  uint64_t hash = 0;  // of those attributes that tell operations of one kind apart
  uint64_t n_parameters = 0;
  uint64_t n_bytes = 0;  // of its parameters, or of a constant
  std::vector<OutputFacts> outputs;
  std::vector<std::string_view> functions;  // names, by attributes such as `body`
};

// From a NodeDef; its fields need to be whole only as far as they are read.
OperationFacts read_operation_facts(std::string_view node_def, std::string_view op);

}  // namespace sightline
