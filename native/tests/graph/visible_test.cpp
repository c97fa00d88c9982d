// A graph written by hand, read and looked at: edges lead between what is drawn.
#include "core/graph/visible.h"

#include <string>

#include "check.h"
#include "core/graph/graph_def_reader.h"

using namespace sightline;

namespace {

std::string bytes_field(int number, const std::string& value) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(value.size())} + value;
}

std::string operation(const std::string& name, const std::string& op, const std::string& input) {
  std::string message = bytes_field(1, name) + bytes_field(2, op);
  if (!input.empty()) message += bytes_field(3, input);
  return bytes_field(1, message);
}

void edges_are_lifted() {
  const std::string message =
      operation("x", "In", "") + operation("s/a", "Neg", "x") + operation("s/b", "Neg", "s/a");
  const Graph graph = read_graph_def(message);
  CHECK(graph.size() == 5);
  const VisibleGraph closed = visible_graph(graph, {}, false);
  CHECK(closed.entry.size() == 2 && closed.from.size() == 1 && closed.count[0] == 1);
  const uint32_t open[] = {2, 999};
  const VisibleGraph opened = visible_graph(graph, open, false);
  CHECK(opened.entry.size() == 4 && opened.from.size() == 2);
}

}  // namespace

int main() {
  edges_are_lifted();
  return 0;
}
