// Passes over the columns that hold indexes.
#include "core/graph/check_graph.h"

#include "core/base/check_columns.h"

namespace sightline {
namespace {

constexpr size_t kParts = 4, kSetAsides = 4;

bool are_sizes_equal(const Graph& graph) {
  const GraphTree& tree = graph.tree;
  const GraphEdges& edges = graph.edges;
  return have_size(graph.size(), tree.label, tree.parent, tree.extent, tree.n_operations, tree.n_parameters,
                   tree.n_bytes, tree.structure, tree.structure_hash, tree.part, tree.set_aside, tree.op,
                   tree.device, tree.message_offset, tree.message_size) &&
         have_size(edges.from.size(), edges.to, edges.output, edges.is_control, edges.shape, edges.type,
                   edges.n_bytes) &&
         have_size(graph.calls.from.size(), graph.calls.to);
}

bool are_strings_known(const Graph& graph) {
  if (!are_offsets(graph.string_offsets, graph.string_bytes.size())) return false;
  const size_t n = graph.string_offsets.size() - 1;
  return all_below(graph.tree.label, n) && all_below(graph.tree.name, n) && all_below(graph.tree.op, n) &&
         all_below(graph.tree.device, n) && all_below(graph.edges.shape, n) && all_below(graph.edges.type, n);
}

// In preorder: a parent stands before what is below it, and all of that is within its extent.
bool is_tree(const GraphTree& tree) {
  const size_t n = tree.name.size();
  if (n == 0 || tree.parent[0] != 0 || tree.extent[0] != n) return false;
  bool good = true;
  for (size_t i = 1; i < n && good; ++i) {
    const size_t parent = tree.parent[i];
    good = parent < i && tree.extent[i] > 0 && i + tree.extent[i] <= parent + tree.extent[parent];
  }
  return good && all_below(tree.structure, n) && all_below(tree.part, kParts) &&
         all_below(tree.set_aside, kSetAsides);
}

bool are_messages_known(const GraphTree& tree, uint64_t n_message_bytes) {
  bool good = true;
  for (size_t i = 0; i < tree.name.size(); ++i)
    good &= tree.message_offset[i] <= n_message_bytes &&
            tree.message_size[i] <= n_message_bytes - tree.message_offset[i];
  return good;
}

bool are_of_part(const Column<uint32_t>& entries, const GraphTree& tree, GraphPart part) {
  bool good = all_below(entries, tree.part.size());
  for (size_t i = 0; i < entries.size() && good; ++i)
    good = tree.part[entries[i]] == static_cast<uint8_t>(part);
  return good;
}

bool are_edges_known(const Graph& graph) {
  const GraphTree& tree = graph.tree;
  return are_of_part(graph.edges.from, tree, GraphPart::kOperation) &&
         are_of_part(graph.edges.to, tree, GraphPart::kOperation) &&
         are_of_part(graph.calls.from, tree, GraphPart::kOperation) &&
         are_of_part(graph.calls.to, tree, GraphPart::kFunction);
}

}  // namespace

bool is_in_range(const Graph& graph, uint64_t n_message_bytes) {
  return are_sizes_equal(graph) && are_strings_known(graph) && is_tree(graph.tree) &&
         are_messages_known(graph.tree, n_message_bytes) && are_edges_known(graph);
}

}  // namespace sightline
