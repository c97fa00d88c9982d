// Saved graphs with bytes changed at random: refused, or safe to ask anything.
#include <cstdlib>
#include <string>

#include "core/graph/compare.h"
#include "core/graph/graph_def_reader.h"
#include "core/graph/reach.h"
#include "core/graph/saved_graph.h"
#include "core/graph/step_statistics.h"
#include "damaged.h"

using namespace sightline;

extern uint64_t fuzz_feature;

namespace {

constexpr const char* kKey = "key";

std::string bytes_field(int number, const std::string& value) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(value.size())} + value;
}

std::string operation(const std::string& name, const std::string& op, const std::string& input) {
  return bytes_field(1, bytes_field(1, name) + bytes_field(2, op) + bytes_field(3, input));
}

const std::string& message() {
  static const std::string made = operation("s_1/a", "Neg", "x") + operation("s_1/b", "Abs", "s_1/a") +
                                  operation("s_2/a", "Neg", "s_1/b") + operation("s_2/b", "Abs", "^s_2/a") +
                                  operation("x", "Placeholder", "missing");
  return made;
}

std::string make_saved() {
  return fuzzing::saved_bytes("saved_graph_fuzz", [](const std::string& path) {
    if (save_graph(read_graph_def(message()), message(), kKey, path) != 0) std::abort();
  });
}

void ask(const SavedGraph& saved) {
  const Graph& graph = saved.graph;
  const std::string bytes(saved.message.data(), saved.message.size());
  for (uint32_t i = 0; i < graph.size(); ++i) {
    if (graph.string(graph.tree.name[i]).data() == nullptr) std::abort();
    if (reach(graph, i, i % 2 == 0).size() != graph.size()) std::abort();
  }
  match_graphs(graph, bytes, read_graph_def(message()), message());
  read_step_statistics(graph, bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string whole = make_saved();
  const auto [memory, n_bytes] = fuzzing::damaged(whole, data, size);
  const auto saved = read_saved_graph(memory.get(), n_bytes, kKey, memory);
  if (saved) ask(*saved);
  fuzz_feature = saved ? 1 + saved->graph.problems.size() : 0;
  return 0;
}
