// Graphs of models, for Python.
#include "core/graph/graph.h"

#include <nanobind/stl/string_view.h>

#include "bind/arrays.h"
#include "bind/module.h"
#include "bind/text.h"
#include "bind/to_numpy.h"
#include "core/graph/graph_def_reader.h"
#include "core/graph/operation_facts.h"
#include "core/graph/reach.h"
#include "core/graph/visible.h"

namespace nb = nanobind;

namespace sightline {
namespace {

using Entries = nb::ndarray<const uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Graph read(nb::bytes message) {
  const std::string_view bytes(message.c_str(), message.size());
  nb::gil_scoped_release released;
  return read_graph_def(bytes);
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

nb::dict visible(const Graph& graph, const Entries& open, bool with_set_aside) {
  VisibleGraph found;
  {
    nb::gil_scoped_release released;
    found = visible_graph(graph, {open.data(), open.shape(0)}, with_set_aside);
  }
  nb::dict items;
  items["entry"] = to_numpy(std::move(found.entry));
  items["is_open"] = to_numpy(std::move(found.is_open));
  items["from"] = to_numpy(std::move(found.from));
  items["to"] = to_numpy(std::move(found.to));
  items["count"] = to_numpy(std::move(found.count));
  items["is_control"] = to_numpy(std::move(found.is_control));
  return items;
}

nb::dict facts(const Graph& graph, nb::bytes message) {
  OperationFacts found;
  {
    const std::string_view bytes(message.c_str(), message.size());
    nb::gil_scoped_release released;
    found = operation_facts(graph, bytes);
  }
  nb::dict items;
  items["n_parameters"] = to_numpy(std::move(found.n_parameters));
  items["parameter_bytes"] = to_numpy(std::move(found.parameter_bytes));
  items["output_begin"] = to_numpy(std::move(found.output_begin));
  items["output_bytes"] = to_numpy(std::move(found.output_bytes));
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
      .def_prop_ro("problems", &problems, "(what, first example, count) for each sort.")
      .def("visible", &visible, nb::arg("open"), nb::arg("with_set_aside"),
           "What a view with these scopes open draws: entries, and the edges between them.")
      .def("facts", &facts, nb::arg("message"), "Sizes of outputs and parameters, from the graph's message.")
      .def("reach", &reached, nb::arg("entry"), nb::arg("to_sources"),
           "By entry: 1 for what leads to the operations below one, or what they lead to.");
  module.def("read_graph_def", &read, nb::arg("message"), "A graph of the bytes of a GraphDef.");
}

}  // namespace sightline
