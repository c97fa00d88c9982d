// Sets of intervals, for Python.
#include "core/trace/intervals.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bind/arrays.h"
#include "bind/inputs.h"
#include "bind/module.h"
#include "bind/to_numpy.h"
#include "core/trace/idle.h"

namespace nb = nanobind;

namespace sightline {
namespace {

IntervalSpans to_spans(const Input<int64_t>& begin, const Input<int64_t>& end) {
  if (begin.shape(0) != end.shape(0)) throw nb::value_error("as many ends as beginnings");
  return {span_of(begin), span_of(end)};
}

void check_length(const IntervalSpans& intervals, const Input<double>& values) {
  if (values.shape(0) != intervals.begin.size()) throw nb::value_error("columns of one length");
}

template <class Make>
nb::tuple without_gil(Make make) {
  Intervals made;
  {
    nb::gil_scoped_release released;
    made = make();
  }
  return to_tuple(std::move(made));
}

}  // namespace

void bind_intervals(nb::module_& module) {
  module.def(
      "unite_intervals",
      [](const Input<int64_t>& begin, const Input<int64_t>& end) {
        const IntervalSpans any = to_spans(begin, end);
        return without_gil([&] { return unite(any); });
      },
      nb::arg("begin"), nb::arg("end"), "The same times as disjoint intervals in order: (begin, end).");
  module.def(
      "intersect_intervals",
      [](const Input<int64_t>& begin, const Input<int64_t>& end, const Input<int64_t>& other_begin,
         const Input<int64_t>& other_end) {
        const IntervalSpans left = to_spans(begin, end), right = to_spans(other_begin, other_end);
        return without_gil([&] { return intersect(left, right); });
      },
      nb::arg("begin"), nb::arg("end"), nb::arg("other_begin"), nb::arg("other_end"),
      "Times in both sets, which are as `unite_intervals` gives them.");
  module.def(
      "subtract_intervals",
      [](const Input<int64_t>& begin, const Input<int64_t>& end, const Input<int64_t>& other_begin,
         const Input<int64_t>& other_end) {
        const IntervalSpans from = to_spans(begin, end), what = to_spans(other_begin, other_end);
        return without_gil([&] { return subtract(from, what); });
      },
      nb::arg("begin"), nb::arg("end"), nb::arg("other_begin"), nb::arg("other_end"),
      "Times in the first set only; both are as `unite_intervals` gives them.");
  module.def(
      "cover_windows",
      [](const Input<int64_t>& begin, const Input<int64_t>& end, const Input<int64_t>& window_begin,
         const Input<int64_t>& window_end) {
        const IntervalSpans set = to_spans(begin, end), windows = to_spans(window_begin, window_end);
        return new_array<int64_t>(windows.begin.size(),
                                  [&](int64_t* to) { cover_windows(set, windows, to); });
      },
      nb::arg("begin"), nb::arg("end"), nb::arg("window_begin"), nb::arg("window_end"),
      "How much of a set, as `unite_intervals` gives it, lies in each window.");
  module.def(
      "weighted_cover",
      [](const Input<int64_t>& begin, const Input<int64_t>& end, const Input<double>& weight, double limit,
         int64_t window_begin, int64_t window_end) {
        const IntervalSpans set = to_spans(begin, end);
        check_length(set, weight);
        const WeightedCover found = weighted_cover(set, span_of(weight), limit, window_begin, window_end);
        return nb::make_tuple(found.sum, found.n_counted);
      },
      nb::arg("begin"), nb::arg("end"), nb::arg("weight"), nb::arg("limit"), nb::arg("window_begin"),
      nb::arg("window_end"),
      "The integral of the sum of weights running together, the sum cut at `limit`, and how many count.");
  module.def(
      "mean_by_time",
      [](const Input<int64_t>& begin, const Input<int64_t>& end, const Input<double>& value,
         int64_t window_begin, int64_t window_end) {
        const IntervalSpans set = to_spans(begin, end);
        check_length(set, value);
        return mean_by_time(set, span_of(value), window_begin, window_end);
      },
      nb::arg("begin"), nb::arg("end"), nb::arg("value"), nb::arg("window_begin"), nb::arg("window_end"),
      "The mean of values by the time of their intervals in a window; NaN where none is known.");
  module.def(
      "stream_gaps",
      [](const Input<int64_t>& begin, const Input<int64_t>& end, const Input<int64_t>& launch_start,
         const Input<bool>& has_launch, const Input<int64_t>& file_starts, int64_t kernel_wait_ns) {
        const StreamWork work{to_spans(begin, end), span_of(launch_start), span_of(has_launch)};
        const size_t n = work.time.begin.size();
        if (work.launch_start_ns.size() != n || work.has_launch.size() != n)
          throw nb::value_error("columns of one length");
        StreamGaps gaps;
        {
          nb::gil_scoped_release released;
          gaps = find_stream_gaps(work, span_of(file_starts), kernel_wait_ns);
        }
        return nb::make_tuple(to_numpy(std::move(gaps.time.begin)), to_numpy(std::move(gaps.time.end)),
                              to_numpy(std::move(gaps.cause)), to_numpy(std::move(gaps.after)));
      },
      nb::arg("begin"), nb::arg("end"), nb::arg("launch_start"), nb::arg("has_launch"),
      nb::arg("file_starts"), nb::arg("kernel_wait_ns"),
      "Idle times between the work of a stream: (begin, end, cause, what ended it).");
  module.def(
      "divide_windows",
      [](const std::vector<std::pair<Input<int64_t>, Input<int64_t>>>& sets,
         const Input<int64_t>& window_begin, const Input<int64_t>& window_end) {
        std::vector<IntervalSpans> spans;
        for (const auto& [begin, end] : sets) spans.push_back(to_spans(begin, end));
        const IntervalSpans windows = to_spans(window_begin, window_end);
        std::vector<int64_t> parts;
        {
          nb::gil_scoped_release released;
          parts = divide_windows(spans, windows);
        }
        return to_numpy(std::move(parts));
      },
      nb::arg("sets"), nb::arg("window_begin"), nb::arg("window_end"),
      "How much of each window each set takes, the first of several at an instant; then what none takes.");
}

}  // namespace sightline
