// Selections of slices, for Python: methods of a trace.
#include "core/trace/selection.h"

#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bind/arrays.h"
#include "bind/inputs.h"
#include "bind/trace.h"
#include "core/trace/idle.h"

namespace nb = nanobind;

namespace sightline {
namespace {

SliceIndexes checked(const Trace& trace, const Input<int32_t>& slices) {
  const SliceIndexes found = span_of(slices);
  const auto n = static_cast<uint32_t>(trace.n_slices());
  if (!std::all_of(found.begin(), found.end(), [&](int32_t i) { return static_cast<uint32_t>(i) < n; }))
    throw nb::index_error("no such slice");
  return found;
}

ChosenCodes chosen_codes(const std::vector<uint8_t>& codes) {
  ChosenCodes chosen{};
  for (const uint8_t code : codes) chosen[code] = true;
  return chosen;
}

nb::object select(const Trace& trace, const std::vector<uint8_t>& categories,
                  const std::vector<uint8_t>& track_kinds, bool with_step_marks) {
  const SliceFilter filter{chosen_codes(categories), chosen_codes(track_kinds), with_step_marks};
  std::vector<int32_t> found;
  {
    nb::gil_scoped_release released;
    found = select_slices(trace, filter);
  }
  return to_numpy(std::move(found));
}

nb::tuple covered(const Trace& trace, const Input<int32_t>& slices) {
  const SliceIndexes given = checked(trace, slices);
  Intervals found;
  {
    nb::gil_scoped_release released;
    found = cover_slices(trace, given);
  }
  return to_tuple(std::move(found));
}

nb::object names(const Trace& trace, const Input<int32_t>& slices) {
  return to_numpy(distinct_names(trace, checked(trace, slices)));
}

nb::object named(const Trace& trace, const Input<int32_t>& slices, const Input<bool>& chosen) {
  const SliceIndexes given = checked(trace, slices);
  const std::span<const bool> of_names = span_of(chosen);
  return new_array<bool>(given.size(), [&](bool* to) { find_names(trace, given, of_names, to); });
}

nb::object longest(const Trace& trace, const Input<int32_t>& slices, size_t n) {
  return to_numpy(longest_slices(trace, checked(trace, slices), n));
}

nb::tuple idle_time(const Trace& trace, const Input<int32_t>& slices, const Input<int32_t>& launchers,
                    int64_t kernel_wait_ns, int64_t window_begin, int64_t window_end) {
  const SliceIndexes stream = checked(trace, slices);
  if (launchers.shape(0) != trace.n_slices()) throw nb::value_error("a launcher for each slice");
  const IdleSummary found =
      sum_idle_time(trace, stream, span_of(launchers), kernel_wait_ns, window_begin, window_end);
  const auto& [host_wait_ns, kernel_wait_sum_ns, other_ns] = found.within_window_ns;
  return nb::make_tuple(nb::make_tuple(host_wait_ns, kernel_wait_sum_ns, other_ns),
                        nb::cast(found.ended_host_waits));
}

}  // namespace

void bind_selection(nb::class_<Trace>& trace) {
  trace
      .def("select", &select, nb::arg("categories"), nb::arg("track_kinds"), nb::arg("with_step_marks"),
           "The slices of some categories on some kinds of tracks, with those that mark steps or without.")
      .def(
          "step_marks", [](const Trace& held) { return to_numpy(step_marks(held)); },
          "The slices that begin and end with a step.")
      .def("covered", &covered, nb::arg("slices"), "When any of them ran: (begin, end).")
      .def("names", &names, nb::arg("slices"), "Their names, each once, ascending.")
      .def("named", &named, nb::arg("slices"), nb::arg("chosen"), "Whether each one's name is chosen.")
      .def("longest", &longest, nb::arg("slices"), nb::arg("n"), "The longest of them, the longest first.")
      .def("idle_time", &idle_time, nb::arg("slices"), nb::arg("launchers"), nb::arg("kernel_wait_ns"),
           nb::arg("window_begin"), nb::arg("window_end"),
           "Idle time of a stream in a window by cause, and the slices that ended the longest waits for the "
           "host.")
      .def("first_from", &first_slice_from, nb::arg("time_ns"),
           "The slice that starts first at a time or later, or -1.");
}

}  // namespace sightline
