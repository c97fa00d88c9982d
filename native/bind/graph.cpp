// Graphs of models, for Python.
#include "core/graph/graph.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cerrno>

#include "bind/arrays.h"
#include "bind/module.h"
#include "bind/text.h"
#include "bind/to_numpy.h"
#include "core/graph/compare.h"
#include "core/graph/graph_def_reader.h"
#include "core/graph/reach.h"
#include "core/graph/saved_graph.h"
#include "core/graph/step_statistics.h"

namespace nb = nanobind;

namespace sightline {
namespace {

Graph read(nb::bytes message) {
  const std::string_view bytes(message.c_str(), message.size());
  nb::gil_scoped_release released;
  return read_graph_def(bytes);
}

void save(const Graph& graph, nb::bytes message, const std::string& path, const std::string& key) {
  const std::string_view bytes(message.c_str(), message.size());
  int error = 0;
  {
    nb::gil_scoped_release released;
    error = save_graph(graph, bytes, key, path);
  }
  if (error == 0) return;
  errno = -error;
  PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
  throw nb::python_error();
}

nb::object open_saved(const std::string& path, const std::string& key) {
  std::optional<SavedGraph> saved;
  {
    nb::gil_scoped_release released;
    saved = open_saved_graph(path, key);
  }
  if (!saved) return nb::none();
  const nb::bytes message(saved->message.data(), saved->message.size());
  return nb::make_tuple(nb::cast(std::move(saved->graph)), message);
}

nb::dict columns(nb::handle self) {
  nb::dict arrays;
  for_each_column(nb::cast<const Graph&>(self), [&](const char* name, const auto& column) {
    arrays[name] = view_array(column.data(), column.size(), self);
  });
  return arrays;
}

nb::str string_at(const Graph& graph, uint32_t id) {
  if (id + size_t{1} >= graph.string_offsets.size()) throw nb::index_error("no such string");
  return to_text(graph.string(id));
}

nb::list problems(const Graph& graph) {
  nb::list list;
  for (const GraphProblem& problem : graph.problems)
    list.append(nb::make_tuple(to_text(problem.what), to_text(problem.example), problem.count));
  return list;
}

nb::dict statistics(const Graph& graph, nb::bytes run_metadata) {
  StepStatistics found;
  {
    const std::string_view bytes(run_metadata.c_str(), run_metadata.size());
    nb::gil_scoped_release released;
    found = read_step_statistics(graph, bytes);
  }
  nb::list devices;
  for (const std::string& device : found.devices) devices.append(to_text(device));
  nb::dict items;
  items["time_ns"] = to_numpy(std::move(found.time_ns));
  items["memory_bytes"] = to_numpy(std::move(found.memory_bytes));
  items["device"] = to_numpy(std::move(found.device));
  items["devices"] = devices;
  items["n_measured"] = found.n_measured;
  items["n_unmatched"] = found.n_unmatched;
  return items;
}

nb::dict match(const Graph& a, nb::bytes message_a, const Graph& b, nb::bytes message_b) {
  GraphMatch found;
  {
    const std::string_view bytes_a(message_a.c_str(), message_a.size());
    const std::string_view bytes_b(message_b.c_str(), message_b.size());
    nb::gil_scoped_release released;
    found = match_graphs(a, bytes_a, b, bytes_b);
  }
  nb::dict items;
  items["b_of_a"] = to_numpy(std::move(found.b_of_a));
  items["a_of_b"] = to_numpy(std::move(found.a_of_b));
  items["changes"] = to_numpy(std::move(found.changes));
  return items;
}

nb::object reached(const Graph& graph, uint32_t entry, bool to_sources) {
  std::vector<uint8_t> found;
  {
    nb::gil_scoped_release released;
    found = reach(graph, entry, to_sources);
  }
  return to_numpy(std::move(found));
}

}  // namespace

void bind_graph(nb::module_& module) {
  nb::class_<Graph>(module, "Graph", "A model's graph as columns; it never changes.")
      .def("columns", &columns, "Name to read-only array, none of them copied.")
      .def("string", &string_at, nb::arg("string_id"))
      .def("save", &save, nb::arg("message"), nb::arg("path"), nb::arg("key"),
           "Write a new file with all columns and the message, to be mapped by `open_saved_graph`; OSError "
           "where it fails.")
      .def_prop_ro("problems", &problems, "(what, first example, count) for each sort.")
      .def("statistics", &statistics, nb::arg("run_metadata"),
           "Time and memory of a RunMetadata's bytes, by entry.")
      .def("reach", &reached, nb::arg("entry"), nb::arg("to_sources"),
           "By entry: 1 for what leads to the operations below one, or what they lead to.");
  module.def("read_graph_def", &read, nb::arg("message"), "A graph of the bytes of a GraphDef.");
  module.def("open_saved_graph", &open_saved, nb::arg("path"), nb::arg("key"),
             "A saved graph and its message; None where it is not whole or was saved with another key.");
  module.def("match_graphs", &match, nb::arg("a"), nb::arg("message_a"), nb::arg("b"), nb::arg("message_b"),
             "Which entries of two graphs are the same, and what changed in operations.");
}

}  // namespace sightline
