// A saved graph comes back as it was; with another key, cut short or damaged it does not.
#include "core/graph/saved_graph.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "check.h"
#include "core/base/platform.h"
#include "core/graph/graph_def_reader.h"

using namespace sightline;

namespace {

std::string bytes_field(int number, const std::string& value) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(value.size())} + value;
}

std::string operation(const std::string& name, const std::string& input) {
  std::string message = bytes_field(1, name) + bytes_field(2, "Neg");
  if (!input.empty()) message += bytes_field(3, input);
  return bytes_field(1, message);
}

std::vector<std::string> bytes_of(const Graph& graph) {
  std::vector<std::string> bytes;
  for_each_column(graph, [&](const char*, const auto& column) {
    bytes.emplace_back(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(column[0]));
  });
  for (uint32_t i = 0; i < graph.size(); ++i) bytes.emplace_back(graph.string(graph.tree.name[i]));
  for (const GraphProblem& problem : graph.problems) bytes.push_back(problem.what + problem.example);
  return bytes;
}

void graph_comes_back() {
  const std::string path =
      std::filesystem::temp_directory_path() / ("saved_graph_test." + std::to_string(process_id()));
  const std::string message = operation("s/a", "") + operation("s/b", "s/a") + operation("c", "missing");
  const Graph graph = read_graph_def(message);
  CHECK(!graph.problems.empty());
  CHECK(save_graph(graph, message, "key", path) == 0);
  CHECK(save_graph(graph, message, "key", path) < 0);  // never over another file
  const auto saved = open_saved_graph(path, "key");
  CHECK(saved && std::string(saved->message.data(), saved->message.size()) == message);
  CHECK(bytes_of(saved->graph) == bytes_of(graph));
  CHECK(!open_saved_graph(path, "other key"));
  const auto size = std::filesystem::file_size(path);
  for (const size_t part : {size - 1, size / 2, size_t{40}, size_t{0}}) {
    std::filesystem::resize_file(path, part);
    CHECK(!open_saved_graph(path, "key"));
  }
  std::filesystem::remove(path);
  CHECK(!open_saved_graph(path, "key"));
}

}  // namespace

int main() {
  graph_comes_back();
  return 0;
}
