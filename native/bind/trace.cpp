// Traces and their queries, for Python.
#include "bind/trace.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <limits>
#include <memory>
#include <unordered_map>

#include "bind/arrays.h"
#include "bind/inputs.h"
#include "bind/module.h"
#include "bind/text.h"
#include "bind/to_numpy.h"
#include "core/trace/json_reader.h"
#include "core/trace/rows.h"
#include "core/trace/saved_trace.h"
#include "core/trace/xplane_reader.h"

namespace nb = nanobind;

namespace sightline {
namespace {

nb::dict columns(nb::handle self) {
  nb::dict arrays;
  for_each_column(nb::cast<const Trace&>(self), [&](const char* name, const auto& column) {
    using T = typename std::decay_t<decltype(column)>::value_type;
    using Shown = std::conditional_t<std::is_same_v<T, char>, uint8_t, T>;
    arrays[name] = view_array(reinterpret_cast<const Shown*>(column.data()), column.size(), self);
  });
  return arrays;
}

nb::str string_at(const Trace& trace, uint32_t id) {
  if (id + size_t{1} >= trace.string_offsets.size()) throw nb::index_error("no such string");
  return to_text(trace.string(id));
}

nb::list strings(const Trace& trace) {
  nb::list texts;
  for (uint32_t id = 0; id + size_t{1} < trace.string_offsets.size(); ++id)
    texts.append(to_text(trace.string(id)));
  return texts;
}

int64_t find_string(const Trace& trace, std::string_view text) {
  for (uint32_t id = 0; id + size_t{1} < trace.string_offsets.size(); ++id)
    if (trace.string(id) == text) return id;
  return -1;
}

nb::list problems(const Trace& trace) {
  nb::list list;
  for (const TraceProblem& problem : trace.problems)
    list.append(nb::make_tuple(to_text(problem.what), problem.offset, problem.count));
  return list;
}

nb::object arg_numbers(const Trace& trace, std::string_view key, const Input<uint32_t>& records) {
  return new_array<double>(records.shape(0), [&](double* to) {
    const ArgsMember member(trace.args, key);
    for (const uint32_t record : span_of(records)) *to++ = member.number(record);
  });
}

nb::object arg_integers(const Trace& trace, std::string_view key, const Input<uint32_t>& records,
                        int64_t missing) {
  return new_array<int64_t>(records.shape(0), [&](int64_t* to) {
    const ArgsMember member(trace.args, key);
    for (const uint32_t record : span_of(records)) *to++ = member.integer(record, missing);
  });
}

nb::tuple arg_texts(const Trace& trace, std::string_view key, const Input<uint32_t>& records) {
  StringTable texts;
  nb::object ids = new_array<uint32_t>(records.shape(0), [&](uint32_t* to) {
    const ArgsMember member(trace.args, key);
    member.intern_texts(span_of(records), texts, to);
  });
  nb::list list;
  for (uint32_t id = 0; id < texts.size(); ++id) list.append(to_text(texts[id]));
  return nb::make_tuple(ids, list);
}

nb::object launchers(const Trace& trace) {
  return new_array<int32_t>(trace.n_slices(), [&](int32_t* to) { trace.fill_launchers(to); });
}

nb::object operators(const Trace& trace) {
  return new_array<int32_t>(trace.n_slices(), [&](int32_t* to) { trace.fill_operators(to); });
}

nb::dict window(const Trace& trace, const std::vector<uint32_t>& tracks, int64_t begin_ns, int64_t end_ns,
                uint32_t width_px) {
  TraceWindow found;
  {
    nb::gil_scoped_release released;
    found = read_window(trace, tracks, begin_ns, end_ns, width_px);
  }
  nb::dict items;
  items["track"] = to_numpy(std::move(found.track));
  items["depth"] = to_numpy(std::move(found.depth));
  items["slice"] = to_numpy(std::move(found.slice));
  items["start_ns"] = to_numpy(std::move(found.start_ns));
  items["end_ns"] = to_numpy(std::move(found.end_ns));
  items["count"] = to_numpy(std::move(found.count));
  return items;
}

void save(const Trace& trace, const std::string& path, const std::string& key, const std::string& notes) {
  int error = 0;
  {
    nb::gil_scoped_release released;
    error = save_trace(trace, key, notes, path);
  }
  if (error == 0) return;
  errno = -error;
  PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
  throw nb::python_error();
}

nb::object open_saved(const std::string& path, const std::string& key) {
  std::optional<SavedTrace> saved;
  {
    nb::gil_scoped_release released;
    saved = open_saved_trace(path, key);
  }
  if (!saved) return nb::none();
  nb::object notes = to_text(saved->notes);
  return nb::make_tuple(nb::cast(std::move(saved->trace)), notes);
}

template <size_t N>
nb::tuple names_of(const std::string_view (&names)[N]) {
  nb::list list;
  for (const std::string_view name : names) list.append(to_text(name));
  return nb::tuple(list);
}

void bind_reader(nb::module_& module) {
  nb::class_<JsonTraceReader>(module, "JsonTraceReader", "Reads a trace in Chrome's JSON, piece by piece.")
      .def(nb::init<>())
      .def(
          "feed",
          [](JsonTraceReader& reader, nb::bytes piece) {
            const std::string_view bytes(piece.c_str(), piece.size());
            nb::gil_scoped_release released;
            reader.feed(bytes);
          },
          nb::arg("piece"))
      .def(
          "next_file",
          [](JsonTraceReader& reader) {
            nb::gil_scoped_release released;
            reader.next_file();
          },
          "What follows is another file of the same worker, recorded later.")
      .def("add_problem", &JsonTraceReader::add_problem, nb::arg("what"),
           "Note a trouble with the bytes themselves.")
      .def_prop_ro("n_bytes", &JsonTraceReader::n_bytes)
      .def_prop_ro("n_events", &JsonTraceReader::n_events)
      .def(
          "finish",
          [](JsonTraceReader& reader) {
            nb::gil_scoped_release released;
            return reader.finish();
          },
          "Make the trace. The reader is then spent.");
  module.def(
      "read_xplane",
      [](const Input<uint8_t>& data) {
        const std::string_view bytes(reinterpret_cast<const char*>(data.data()), data.shape(0));
        nb::gil_scoped_release released;
        return read_xplane(bytes);
      },
      nb::arg("data"), "A profile of TensorFlow or JAX: the bytes of an .xplane.pb.");
}

}  // namespace

void bind_trace(nb::module_& module) {
  module.attr("TRACE_CATEGORIES") = names_of(kCategoryNames);
  module.attr("TRACE_TRACK_KINDS") = names_of(kTrackKindNames);
  module.attr("TRACE_FLOW_KINDS") = names_of(kFlowKindNames);
  nb::class_<Trace> trace(module, "Trace", "A profile as columns; it never changes.");
  trace.def("columns", &columns, "Name to read-only array, none of them copied.")
      .def_prop_ro("base_ns", [](const Trace& trace) { return trace.base_ns; })
      .def_prop_ro("metadata", [](const Trace& trace) { return to_text(trace.metadata); })
      .def_prop_ro("problems", &problems, "(what, offset of the first, count) for each sort.")
      .def("string", &string_at, nb::arg("string_id"))
      .def("strings", &strings)
      .def("find_string", &find_string, nb::arg("text"), "Its number, or -1.")
      .def(
          "args", [](const Trace& trace, uint32_t record) { return to_text(args_text(trace.args, record)); },
          nb::arg("record"), "The JSON text of a record of arguments; empty where there is none.")
      .def("arg_numbers", &arg_numbers, nb::arg("key"), nb::arg("records"))
      .def("arg_integers", &arg_integers, nb::arg("key"), nb::arg("records"), nb::arg("missing"))
      .def("arg_texts", &arg_texts, nb::arg("key"), nb::arg("records"))
      .def("save", &save, nb::arg("path"), nb::arg("key"), nb::arg("notes"),
           "Write a new file with all columns, to be mapped by `open_saved_trace`; OSError where it fails.")
      .def("slice_at", &Trace::slice_at, nb::arg("track"), nb::arg("time_ns"))
      .def("launchers", &launchers)
      .def("operators", &operators)
      .def("window", &window, nb::arg("tracks"), nb::arg("begin_ns"), nb::arg("end_ns"), nb::arg("width_px"));
  module.def("open_saved_trace", &open_saved, nb::arg("path"), nb::arg("key"),
             "A saved trace and its notes; None where it is not whole or was saved with another key.");
  bind_reader(module);
  bind_selection(trace);
}

}  // namespace sightline
