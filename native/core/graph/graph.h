// A model's graph as columns: operations in the tree of their scopes, and the edges between operations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/column.h"

namespace sightline {

enum class GraphPart : uint8_t {
  kOperation = 0,
  kScope = 1,
  kFunction = 2,  // a scope with the body of one of the graph's functions
  kSeries = 3,    // scopes of the same structure whose names count up
};

// What a view leaves out unless asked: it says little about the model, and most graphs are full of it.
enum class SetAside : uint8_t { kNo = 0, kConstant = 1, kSaver = 2, kSummary = 3 };

// What was wrong with the file, how often, and the first name that it was wrong with.
struct GraphProblem {
  std::string what;
  std::string example;
  uint64_t count = 0;
};

// The tree is in preorder, so that what is below entry i is [i + 1, i + extent). Entry 0 is the root.
struct GraphTree {
  Column<uint32_t> label;   // string: the last part of the name
  Column<uint32_t> name;    // string: the whole name, with the names of the scopes around it
  Column<uint32_t> parent;  // the root's is itself
  Column<uint32_t> extent;
  Column<uint32_t> n_operations;
  Column<uint64_t> n_parameters;    // of all below, as n_bytes and n_operations are
  Column<uint64_t> n_bytes;         // of parameters and constants
  Column<uint32_t> structure;       // the same for entries that compute the same, whatever their names
  Column<uint64_t> structure_hash;  // the same for entries of several graphs that compute the same
  Column<uint8_t> part;             // GraphPart
  Column<uint8_t> set_aside;        // SetAside; of a scope where all in it is
  // Of operations, else 0.
  Column<uint32_t> op, device;  // strings
  Column<uint64_t> message_offset;
  Column<uint32_t> message_size;
};

struct GraphEdges {
  Column<uint32_t> from, to;  // operations
  Column<uint16_t> output;    // which of the source's outputs
  Column<uint8_t> is_control;
  Column<uint32_t> shape, type;  // strings: of the tensor, empty where unknown
  Column<uint64_t> n_bytes;      // of the tensor; 0 where unknown
};

// Which operation calls which function.
struct GraphCalls {
  Column<uint32_t> from, to;
};

struct Graph {
  GraphTree tree;
  GraphEdges edges;
  GraphCalls calls;
  Column<uint64_t> string_offsets;
  Column<char> string_bytes;
  std::vector<GraphProblem> problems;

  size_t size() const { return tree.name.size(); }
  std::string_view string(uint32_t id) const {
    return {string_bytes.data() + string_offsets[id],
            static_cast<size_t>(string_offsets[id + 1] - string_offsets[id])};
  }
};

// Calls use(name, column) for all columns but those of strings.
template <class AnyGraph, class Use>
void for_each_column(AnyGraph& graph, Use use) {
  auto& tree = graph.tree;
  use("label", tree.label);
  use("name", tree.name);
  use("parent", tree.parent);
  use("extent", tree.extent);
  use("n_operations", tree.n_operations);
  use("n_parameters", tree.n_parameters);
  use("n_bytes", tree.n_bytes);
  use("structure", tree.structure);
  use("structure_hash", tree.structure_hash);
  use("part", tree.part);
  use("set_aside", tree.set_aside);
  use("op", tree.op);
  use("device", tree.device);
  use("message_offset", tree.message_offset);
  use("message_size", tree.message_size);
  use("from", graph.edges.from);
  use("to", graph.edges.to);
  use("output", graph.edges.output);
  use("is_control", graph.edges.is_control);
  use("edge_shape", graph.edges.shape);
  use("edge_type", graph.edges.type);
  use("edge_n_bytes", graph.edges.n_bytes);
  use("call_from", graph.calls.from);
  use("call_to", graph.calls.to);
}

}  // namespace sightline
