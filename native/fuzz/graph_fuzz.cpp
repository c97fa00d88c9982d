// The reader of graphs on any bytes, and what is asked of a graph: statistics, reach, comparing.
#include <cstdlib>
#include <string>
#include <vector>

#include "core/graph/compare.h"
#include "core/graph/graph_def_reader.h"
#include "core/graph/reach.h"
#include "core/graph/step_statistics.h"

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
    require(graph.string(graph.edges.shape[i]).data() != nullptr);
  }
  for (size_t i = 0; i < graph.calls.from.size(); ++i)
    require(tree.part[graph.calls.from[i]] == 0 && tree.part[graph.calls.to[i]] == 2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Graph graph = read_graph_def(bytes);
  check_graph(graph);
  require(reach(graph, static_cast<uint32_t>(size % graph.size()), size % 2 == 0).size() == graph.size());
  const StepStatistics statistics = read_step_statistics(graph, bytes);
  for (const uint32_t device : statistics.device) require(device <= statistics.devices.size());
  // A graph and a part of its own message.
  const std::string half = bytes.substr(0, size / 2);
  const GraphMatch match = match_graphs(read_graph_def(half), half, graph, bytes);
  for (uint32_t i = 0; i < match.b_of_a.size(); ++i)
    require(match.b_of_a[i] == kNoMatch || match.a_of_b[match.b_of_a[i]] == i);
  const GraphMatch same = match_graphs(graph, bytes, graph, bytes);
  for (uint32_t i = 0; i < graph.size(); ++i) require(same.changes[i] == 0);
  fuzz_feature = graph.size() % 32 | (graph.edges.from.size() % 16) << 5 | graph.problems.size() << 9 |
                 (graph.calls.from.size() % 8) << 12 | (statistics.n_measured % 4) << 15;
  return 0;
}
