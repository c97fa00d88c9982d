// Saved graphs with bytes changed at random: refused, or safe to ask anything.
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "core/base/bytes.h"
#include "core/base/platform.h"
#include "core/base/saved_columns.h"
#include "core/graph/compare.h"
#include "core/graph/graph_def_reader.h"
#include "core/graph/reach.h"
#include "core/graph/saved_graph.h"
#include "core/graph/step_statistics.h"

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
  const std::string path =
      std::filesystem::temp_directory_path() / ("saved_graph_fuzz." + std::to_string(process_id()));
  if (save_graph(read_graph_def(message()), message(), kKey, path) != 0) std::abort();
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return bytes;
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

// Three bytes change one: where, and to what. A last odd byte cuts the file short.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string whole = make_saved();
  std::string bytes = whole;
  for (size_t i = 0; i + 3 <= size; i += 3)
    bytes[load<uint16_t>(data + i) % bytes.size()] = static_cast<char>(data[i + 2]);
  if (size % 3 != 0) bytes.resize(bytes.size() * data[size - 1] / 256);
  std::shared_ptr<char[]> memory(new (std::align_val_t{kColumnAlign}) char[bytes.size() + 1],
                                 [](char* held) { operator delete[](held, std::align_val_t{kColumnAlign}); });
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  const auto saved = read_saved_graph(memory.get(), bytes.size(), kKey, memory);
  if (saved) ask(*saved);
  fuzz_feature = saved ? 1 + saved->graph.problems.size() : 0;
  return 0;
}
