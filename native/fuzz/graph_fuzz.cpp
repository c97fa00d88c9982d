// The reader of graphs on any bytes, and a view of what it found.
#include <cstdlib>
#include <string>
#include <vector>

#include "core/graph/graph_def_reader.h"
#include "core/graph/visible.h"

using namespace sightline;

extern uint64_t fuzz_feature;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// The tree is in preorder, and edges lead between operations.
void check_graph(const Graph& graph) {
  const GraphTree& tree = graph.tree;
  require(graph.size() > 0 && tree.extent[0] == graph.size());
  for (uint32_t i = 1; i < graph.size(); ++i) {
    require(tree.parent[i] < i && i + tree.extent[i] <= tree.parent[i] + tree.extent[tree.parent[i]]);
    require(graph.string(tree.name[i]).data() != nullptr);
  }
  for (size_t i = 0; i < graph.edges.from.size(); ++i) {
    require(tree.part[graph.edges.from[i]] == 0 && tree.part[graph.edges.to[i]] == 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Graph graph = read_graph_def(bytes);
  check_graph(graph);
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < graph.size(); i += 2) open.push_back(i);
  const VisibleGraph seen = visible_graph(graph, open, size % 2 == 0);
  for (size_t i = 0; i < seen.from.size(); ++i)
    require(seen.from[i] < graph.size() && seen.to[i] < graph.size());
  fuzz_feature = graph.size() % 32 | (graph.edges.from.size() % 16) << 5 | graph.problems.size() << 9 |
                 (seen.entry.size() % 8) << 12;
  return 0;
}
