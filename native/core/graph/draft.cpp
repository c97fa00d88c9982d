// Inputs by name to edges, the tree to columns in preorder.
#include "core/graph/draft.h"

#include <charconv>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/graph/cycles.h"
#include "core/graph/tree_draft.h"

namespace sightline {
namespace {

// The entries so that each is followed by all that is below it.
std::vector<uint32_t> in_preorder(const Children& children) {
  std::vector<uint32_t> order, open{0};
  order.reserve(children.begin.size() - 1);
  while (!open.empty()) {
    const uint32_t entry = open.back();
    open.pop_back();
    order.push_back(entry);
    const std::span<const uint32_t> inside = children.of(entry);
    open.insert(open.end(), inside.rbegin(), inside.rend());
  }
  return order;
}

// Fills a column with get(entry) for the entries in order.
template <class T, class Get>
Column<T> column_of(const std::vector<uint32_t>& order, Get get) {
  return make_column<T>(order.size(), [&](T* to) {
    for (const uint32_t entry : order) *to++ = static_cast<T>(get(entry));
  });
}

// What counts for an entry from all that is below it, by position in preorder.
struct Totals {
  explicit Totals(size_t size)
      : extent(size, 1), n_operations(size), n_parameters(size), n_bytes(size), set_aside(size) {}

  std::vector<uint32_t> extent, n_operations;
  std::vector<uint64_t> n_parameters, n_bytes;
  std::vector<uint8_t> set_aside;
};

constexpr uint8_t kUnknown = 0xff;

// From what each operation has to what is below each entry.
void add_up(const std::vector<uint32_t>& parent, Totals& totals) {
  for (size_t i = parent.size(); i-- > 1;) {
    const uint32_t above = parent[i];
    totals.extent[above] += totals.extent[i];
    totals.n_operations[above] += totals.n_operations[i];
    totals.n_parameters[above] += totals.n_parameters[i];
    totals.n_bytes[above] += totals.n_bytes[i];
    uint8_t& aside = totals.set_aside[above];
    if (aside == kUnknown)
      aside = totals.set_aside[i];
    else if (aside != totals.set_aside[i])
      aside = 0;
  }
  totals.set_aside[0] = 0;
}

std::vector<uint32_t> to_classes(const std::vector<uint32_t>& order,
                                 const std::vector<uint64_t>& structures) {
  std::unordered_map<uint64_t, uint32_t> classes;
  std::vector<uint32_t> found;
  found.reserve(order.size());
  for (const uint32_t entry : order)
    found.push_back(classes.emplace(structures[entry], static_cast<uint32_t>(classes.size())).first->second);
  return found;
}

}  // namespace

uint32_t GraphDraft::full_name(std::string_view name, uint32_t function) {
  if (function == 0) return strings_.intern(name);
  joined_.assign(strings_[function]);
  joined_ += '/';
  joined_ += name;
  return strings_.intern(joined_);
}

void GraphDraft::reserve(size_t n_operations) {
  operations_.reserve(n_operations);
  inputs_.reserve(n_operations * 2);
}

DraftFacts GraphDraft::add_facts(const OperationFacts& facts) {
  DraftFacts added{facts.hash,
                   facts.n_parameters,
                   facts.n_bytes,
                   static_cast<uint32_t>(outputs_.size()),
                   static_cast<uint32_t>(facts.outputs.size()),
                   {}};
  for (const OutputFacts& output : facts.outputs)
    outputs_.push_back({strings_.intern(output.shape), strings_.intern(output.type), output.n_bytes});
  for (const std::string_view function : facts.functions)
    added.functions.push_back(strings_.intern(function));
  return added;
}

void GraphDraft::add_operation(std::string_view name, std::string_view op, std::string_view device,
                               std::string_view function, const DraftFacts& facts, SetAside set_aside,
                               uint64_t message_offset, uint32_t message_size) {
  DraftOperation operation;
  operation.function = function.empty() ? 0 : strings_.intern(function);
  operation.name = full_name(name, operation.function);
  operation.op = strings_.intern(op);
  operation.device = strings_.intern(device);
  operation.signature = hash_text(op) ^ facts.hash;
  operation.n_parameters = facts.n_parameters;
  operation.n_bytes = facts.n_bytes;
  operation.first_output = facts.first_output;
  operation.n_outputs = facts.n_outputs;
  operation.set_aside = set_aside;
  operation.message_offset = message_offset;
  operation.message_size = message_size;
  if (operation.name >= operation_of_.size()) operation_of_.resize(operation.name + size_t{1024}, kNoEntry);
  if (operation_of_[operation.name] != kNoEntry)
    add_problem("operations have a name that another one has; edges lead to the first", name);
  else
    operation_of_[operation.name] = static_cast<uint32_t>(operations_.size());
  for (const uint32_t called : facts.functions)
    calls_.emplace_back(static_cast<uint32_t>(operations_.size()), called);
  operations_.push_back(operation);
}

void GraphDraft::add_input(std::string_view input) {
  if (operations_.empty()) return;
  Input found{static_cast<uint32_t>(operations_.size() - 1), 0, 0, false};
  if (input.starts_with('^')) {
    found.is_control = true;
    input.remove_prefix(1);
  }
  // "name:1"; in the body of a function "name:output_name:1".
  const size_t colon = input.find(':');
  if (colon != std::string_view::npos) {
    const std::string_view number = input.substr(input.rfind(':') + 1);
    std::from_chars(number.data(), number.data() + number.size(), found.output);
    input = input.substr(0, colon);
  }
  found.source = full_name(input, operations_.back().function);
  inputs_.push_back(found);
}

void GraphDraft::add_problem(std::string_view what, std::string_view example) {
  for (GraphProblem& problem : problems_)
    if (problem.what == what) {
      ++problem.count;
      return;
    }
  problems_.push_back({std::string(what), std::string(example), 1});
}

void GraphDraft::resolve_inputs() {
  operation_of_.resize(strings_.size(), kNoEntry);
  edges_.reserve(inputs_.size());
  for (const Input& input : inputs_) {
    const uint32_t source = operation_of_[input.source];
    if (source == kNoEntry) {
      // torch leaves out the module that a weight is taken from, and still names it.
      if (strings_[operations_[input.operation].op] != "prim::GetAttr")
        add_problem("inputs name operations that are not in the graph", strings_[input.source]);
      continue;
    }
    const DraftOperation& from = operations_[source];
    DraftEdge edge{source, input.operation, input.output, input.is_control, {}};
    if (!input.is_control && input.output < from.n_outputs)
      edge.tensor = outputs_[from.first_output + input.output];
    edges_.push_back(edge);
  }
}

void GraphDraft::report_cycles() {
  std::vector<DraftEdge> edges;
  edges.reserve(edges_.size());
  // Loops of TensorFlow 1 go back by this operation: they are meant.
  for (const DraftEdge& edge : edges_)
    if (!strings_[operations_[edge.from].op].ends_with("NextIteration")) edges.push_back(edge);
  for (const uint32_t operation : find_cycles(operations_.size(), edges))
    add_problem("operations depend on themselves", strings_[operations_[operation].name]);
}

GraphCalls GraphDraft::resolve_calls(const std::vector<DraftEntry>& entries,
                                     const std::vector<uint32_t>& entry_of,
                                     const std::vector<uint32_t>& position) const {
  std::unordered_map<uint32_t, uint32_t> scope_of;  // by the function's name
  for (uint32_t i = 0; i < entries.size(); ++i)
    if (entries[i].part == GraphPart::kFunction) scope_of.emplace(entries[i].name, i);
  std::vector<uint32_t> from, to;
  const auto add = [&](uint32_t operation, uint32_t function) {
    const auto found = scope_of.find(function);
    if (found == scope_of.end()) return;
    from.push_back(position[entry_of[operation]]);
    to.push_back(position[found->second]);
  };
  for (const auto& [operation, function] : calls_) add(operation, function);
  if (!scope_of.empty())
    for (uint32_t i = 0; i < operations_.size(); ++i) add(i, operations_[i].op);
  return {to_column(std::move(from)), to_column(std::move(to))};
}

Graph GraphDraft::finish() {
  resolve_inputs();
  report_cycles();
  std::vector<uint32_t> entry_of;
  std::vector<DraftEntry> entries = make_tree(operations_, strings_, entry_of);
  for (DraftEdge& edge : edges_) {
    edge.from = entry_of[edge.from];
    edge.to = entry_of[edge.to];
  }
  Children children = children_of(entries);
  const std::vector<SiblingEdge> between = sibling_edges(entries, edges_);
  std::vector<uint64_t> structures = find_structures(entries, children, between, operations_);
  fold_series(entries, structures, children, between, strings_);
  children = children_of(entries);

  const std::vector<uint32_t> order = in_preorder(children);
  std::vector<uint32_t> position(entries.size());
  for (uint32_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  const auto operation = [&](uint32_t entry) -> const DraftOperation* {
    return entries[entry].operation == kNoEntry ? nullptr : &operations_[entries[entry].operation];
  };
  std::vector<uint32_t> parent(order.size());
  Totals totals(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const DraftOperation* const own = operation(order[i]);
    parent[i] = position[entries[order[i]].parent];
    totals.set_aside[i] = own != nullptr ? static_cast<uint8_t>(own->set_aside) : kUnknown;
    if (own == nullptr) continue;
    totals.n_operations[i] = 1;
    totals.n_parameters[i] = own->n_parameters;
    totals.n_bytes[i] = own->n_bytes;
  }
  add_up(parent, totals);

  Graph graph;
  GraphTree& tree = graph.tree;
  tree.label = column_of<uint32_t>(order, [&](uint32_t i) { return entries[i].label; });
  tree.name = column_of<uint32_t>(order, [&](uint32_t i) { return entries[i].name; });
  tree.part = column_of<uint8_t>(order, [&](uint32_t i) { return entries[i].part; });
  tree.op = column_of<uint32_t>(order, [&](uint32_t i) { return operation(i) ? operation(i)->op : 0; });
  tree.device =
      column_of<uint32_t>(order, [&](uint32_t i) { return operation(i) ? operation(i)->device : 0; });
  tree.message_offset =
      column_of<uint64_t>(order, [&](uint32_t i) { return operation(i) ? operation(i)->message_offset : 0; });
  tree.message_size =
      column_of<uint32_t>(order, [&](uint32_t i) { return operation(i) ? operation(i)->message_size : 0; });
  tree.parent = to_column(std::move(parent));
  tree.extent = to_column(std::move(totals.extent));
  tree.n_operations = to_column(std::move(totals.n_operations));
  tree.n_parameters = to_column(std::move(totals.n_parameters));
  tree.n_bytes = to_column(std::move(totals.n_bytes));
  tree.set_aside = to_column(std::move(totals.set_aside));
  tree.structure = to_column(to_classes(order, structures));
  tree.structure_hash = column_of<uint64_t>(order, [&](uint32_t i) { return structures[i]; });

  const size_t n_edges = edges_.size();
  const auto edge_column = [&]<class T>(T, auto get) {
    return make_column<T>(n_edges, [&](T* to) {
      for (const DraftEdge& edge : edges_) *to++ = static_cast<T>(get(edge));
    });
  };
  graph.edges.from = edge_column(uint32_t{}, [&](const DraftEdge& edge) { return position[edge.from]; });
  graph.edges.to = edge_column(uint32_t{}, [&](const DraftEdge& edge) { return position[edge.to]; });
  graph.edges.output = edge_column(uint16_t{}, [](const DraftEdge& edge) { return edge.output; });
  graph.edges.is_control = edge_column(uint8_t{}, [](const DraftEdge& edge) { return edge.is_control; });
  graph.edges.shape = edge_column(uint32_t{}, [](const DraftEdge& edge) { return edge.tensor.shape; });
  graph.edges.type = edge_column(uint32_t{}, [](const DraftEdge& edge) { return edge.tensor.type; });
  graph.edges.n_bytes = edge_column(uint64_t{}, [](const DraftEdge& edge) { return edge.tensor.n_bytes; });
  graph.calls = resolve_calls(entries, entry_of, position);
  graph.problems = std::move(problems_);
  strings_.release(graph.string_offsets, graph.string_bytes);
  return graph;
}

}  // namespace sightline
