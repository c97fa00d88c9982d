// Graphs written by hand, matched: what was renamed is found again, and what changed is named.
#include "core/graph/compare.h"

#include <string>

#include "check.h"
#include "core/graph/graph_def_reader.h"
#include "core/graph/reach.h"

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

void renamed_scopes_match_by_structure() {
  const std::string a =
      operation("x", "In", "") + operation("s/a", "Neg", "x") + operation("s/b", "Abs", "s/a");
  const std::string b =
      operation("x", "In", "") + operation("t/a", "Neg", "x") + operation("t/b", "Abs", "t/a");
  const Graph first = read_graph_def(a), second = read_graph_def(b);
  const GraphMatch match = match_graphs(first, a, second, b);
  for (uint32_t i = 0; i < second.size(); ++i) CHECK(match.a_of_b[i] != kNoMatch && match.changes[i] == 0);
}

void other_inputs_are_a_change() {
  const std::string a = operation("x", "In", "") + operation("y", "In", "") + operation("z", "Neg", "x");
  const std::string b = operation("x", "In", "") + operation("y", "In", "") + operation("z", "Neg", "y");
  const Graph first = read_graph_def(a), second = read_graph_def(b);
  const GraphMatch match = match_graphs(first, a, second, b);
  CHECK(match.changes[3] == kInputsChanged && match.changes[1] == 0);
}

void numbers_of_a_trace_are_no_names() {
  const std::string a =
      operation("x", "In", "") + operation("7", "Neg", "x") + operation("out.8", "Abs", "7");
  const std::string b = operation("x", "In", "") + operation("8", "Neg", "x") + operation("out", "Abs", "8") +
                        operation("7", "Exp", "x");
  const Graph first = read_graph_def(a), second = read_graph_def(b);
  const GraphMatch match = match_graphs(first, a, second, b);
  CHECK(match.a_of_b[2] == 2 && match.a_of_b[3] == 3 && match.a_of_b[4] == kNoMatch);
  CHECK(match.changes[2] == 0 && match.changes[3] == 0);
}

void reach_follows_edges_one_way() {
  const std::string message =
      operation("x", "In", "") + operation("y", "Neg", "x") + operation("z", "Neg", "y");
  const Graph graph = read_graph_def(message);
  const std::vector<uint8_t> sources = reach(graph, 2, true), sinks = reach(graph, 2, false);
  CHECK(sources[1] && sources[2] && !sources[3]);
  CHECK(!sinks[1] && sinks[2] && sinks[3]);
}

}  // namespace

int main() {
  renamed_scopes_match_by_structure();
  other_inputs_are_a_change();
  numbers_of_a_trace_are_no_names();
  reach_follows_edges_one_way();
  return 0;
}
