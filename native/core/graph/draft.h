// A graph while it is read: operations with the names of their inputs, then the tree that their names span.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/string_table.h"
#include "core/graph/graph.h"
#include "core/graph/operation_facts.h"

namespace sightline {

constexpr uint32_t kNoEntry = 0xffffffffu;

// What the attributes of an operation say; operations with the same attributes share it.
struct DraftFacts {
  uint64_t hash = 0;  // of those attributes that tell operations of one kind apart
  uint64_t n_parameters = 0, n_bytes = 0;
  uint32_t first_output = 0, n_outputs = 0;  // into outputs
  std::vector<uint32_t> functions;           // strings: the functions that it calls
};

struct DraftOperation {
  uint32_t name = 0, op = 0, device = 0;  // strings
  uint32_t function = 0;                  // string: the function it belongs to, or 0
  uint64_t signature = 0;                 // equal for operations that compute the same
  uint64_t message_offset = 0;
  uint32_t message_size = 0;
  uint64_t n_parameters = 0, n_bytes = 0;
  uint32_t first_output = 0, n_outputs = 0;  // into outputs
  SetAside set_aside = SetAside::kNo;
};

struct DraftOutput {
  uint32_t shape = 0, type = 0;  // strings
  uint64_t n_bytes = 0;
};

struct DraftEdge {
  uint32_t from = 0, to = 0;  // operations, then entries of the tree
  uint16_t output = 0;
  bool is_control = false;
  DraftOutput tensor;
};

// One place in the tree; parents come before what is in them.
struct DraftEntry {
  uint32_t parent = 0;
  uint32_t label = 0, name = 0;   // strings
  uint32_t operation = kNoEntry;  // into operations
  uint32_t place = 0;             // siblings are in order of this
  GraphPart part = GraphPart::kScope;
};

class GraphDraft {
 public:
  // Makes room for so many operations, each with an input or two.
  void reserve(size_t n_operations);
  DraftFacts add_facts(const OperationFacts& facts);
  // `function` is the name of the function that the operation is in the body of, or empty.
  void add_operation(std::string_view name, std::string_view op, std::string_view device,
                     std::string_view function, const DraftFacts& facts, SetAside set_aside,
                     uint64_t message_offset, uint32_t message_size);
  // An input of the last operation, as GraphDef writes it: "name", "name:1" or "^name".
  void add_input(std::string_view input);
  void add_problem(std::string_view what, std::string_view example);
  Graph finish();

 private:
  friend class TreeDraft;
  struct Input {
    uint32_t operation;
    uint32_t source;  // string
    uint16_t output;
    bool is_control;
  };

  uint32_t full_name(std::string_view name, uint32_t function);
  void resolve_inputs();
  void report_cycles();
  GraphCalls resolve_calls(const std::vector<DraftEntry>& entries, const std::vector<uint32_t>& entry_of,
                           const std::vector<uint32_t>& position) const;

  StringTable strings_;
  std::vector<DraftOperation> operations_;
  std::vector<uint32_t> operation_of_;  // by string; kNoEntry for other strings
  std::vector<DraftOutput> outputs_;
  std::vector<std::pair<uint32_t, uint32_t>> calls_;  // operation, string: the function's name
  std::vector<Input> inputs_;
  std::vector<DraftEdge> edges_;
  std::vector<GraphProblem> problems_;
  std::string joined_;
};

}  // namespace sightline
