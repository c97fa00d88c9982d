// Links between slices.
#include "core/trace/links.h"

#include <algorithm>
#include <numeric>

#include "core/trace/decimal.h"

namespace sightline {
namespace {

struct Flow {
  uint32_t source, target;
  FlowKind kind;
};

struct Call {
  int64_t correlation, start_ns;
  uint32_t slice;
};

// How many slices are of some categories: lists that grew to it would take twice the memory meanwhile.
template <class Test>
size_t count_slices(const Trace& trace, Test test) {
  size_t count = 0;
  for (size_t i = 0; i < trace.n_slices(); ++i) count += test(trace.category(i));
  return count;
}

// The calls that can launch work, by correlation and start.
std::vector<Call> launching_calls(const Trace& trace, const ArgsMember& correlation) {
  std::vector<Call> calls;
  calls.reserve(count_slices(trace, is_device_call));
  for (size_t i = 0; i < trace.n_slices(); ++i) {
    if (!is_device_call(trace.category(i))) continue;
    const int64_t id = correlation.integer(trace.slices.args[i], 0);
    if (id != 0) calls.push_back({id, trace.slices.start_ns[i], static_cast<uint32_t>(i)});
  }
  std::sort(calls.begin(), calls.end(), [](const Call& left, const Call& right) {
    return left.correlation != right.correlation ? left.correlation < right.correlation
                                                 : left.start_ns < right.start_ns;
  });
  return calls;
}

// A correlation may be used again: the launch is the last call of that number that began before the work did.
const Call* call_before(const std::vector<Call>& calls, int64_t correlation, int64_t start_ns) {
  const auto by_correlation = [](const Call& call, int64_t id) { return call.correlation < id; };
  auto found = std::lower_bound(calls.begin(), calls.end(), correlation, by_correlation);
  if (found == calls.end() || found->correlation != correlation) return nullptr;
  const Call* best = &*found;
  for (; found != calls.end() && found->correlation == correlation && found->start_ns <= start_ns; ++found)
    best = &*found;
  return best;
}

void add_launches(const Trace& trace, std::vector<Flow>& flows) {
  const ArgsMember correlation(trace.args, "correlation");
  if (!correlation.is_anywhere()) return;
  const std::vector<Call> calls = launching_calls(trace, correlation);
  flows.reserve(calls.empty() ? 0 : count_slices(trace, is_device_work));
  for (size_t i = 0; i < trace.n_slices() && !calls.empty(); ++i) {
    if (!is_device_work(trace.category(i))) continue;
    const int64_t id = correlation.integer(trace.slices.args[i], 0);
    if (id == 0) continue;
    const Call* const call = call_before(calls, id, trace.slices.start_ns[i]);
    if (call != nullptr) flows.push_back({call->slice, static_cast<uint32_t>(i), FlowKind::launch});
  }
}

// The slice a flow starts or ends at. Torch writes the points of forward and backward at the starts of
// operators, whose first child may start at the same time.
int32_t slice_of(const Trace& trace, const FlowPoint& point) {
  int32_t slice = trace.slice_at(point.track, point.time_ns);
  if (point.kind != FlowKind::forward_backward) return slice;
  for (int32_t above = slice; above != kNoSlice; above = trace.slices.parent[static_cast<size_t>(above)]) {
    const auto at = static_cast<size_t>(above);
    if (trace.slices.start_ns[at] == point.time_ns && trace.category(at) == Category::cpu_op) slice = above;
  }
  return slice;
}

void add_drawn_flows(const Trace& trace, const GrowingColumn<FlowPoint>& points, bool with_launches,
                     std::vector<Flow>& flows) {
  std::vector<uint32_t> order;
  for (size_t i = 0; i < points.size(); ++i)
    if (with_launches || points[i].kind != FlowKind::launch) order.push_back(static_cast<uint32_t>(i));
  std::stable_sort(order.begin(), order.end(), [&](uint32_t left, uint32_t right) {
    const FlowPoint &a = points[left], &b = points[right];
    if (a.id != b.id) return a.id < b.id;
    return a.time_ns != b.time_ns ? a.time_ns < b.time_ns : a.phase < b.phase;
  });
  int32_t source = kNoSlice;
  for (size_t i = 0; i < order.size(); ++i) {
    const FlowPoint& point = points[order[i]];
    const bool is_first = i == 0 || points[order[i - 1]].id != point.id;
    if (is_first) source = kNoSlice;
    if (is_first && point.phase != FlowPhase::start) continue;
    const int32_t slice = slice_of(trace, point);
    if (point.phase != FlowPhase::start && source != kNoSlice && slice != kNoSlice && slice != source)
      flows.push_back({static_cast<uint32_t>(source), static_cast<uint32_t>(slice), point.kind});
    if (point.phase != FlowPhase::end) source = slice;
  }
}

template <class T, class Get>
Column<T> column_by(size_t size, Get get) {
  return make_column<T>(size, [&](T* to) {
    for (size_t i = 0; i < size; ++i) to[i] = static_cast<T>(get(i));
  });
}

}  // namespace

Trace::Flows link_flows(const Trace& trace, const GrowingColumn<FlowPoint>& points) {
  std::vector<Flow> flows;
  add_launches(trace, flows);
  add_drawn_flows(trace, points, flows.empty(), flows);
  std::stable_sort(flows.begin(), flows.end(),
                   [](const Flow& left, const Flow& right) { return left.source < right.source; });
  Trace::Flows columns;
  columns.source = column_by<uint32_t>(flows.size(), [&](size_t i) { return flows[i].source; });
  columns.target = column_by<uint32_t>(flows.size(), [&](size_t i) { return flows[i].target; });
  columns.kind = column_by<uint8_t>(flows.size(), [&](size_t i) { return flows[i].kind; });
  return columns;
}

Trace::Memory link_memory(const Trace& trace, const GrowingColumn<MemoryRow>& rows) {
  std::vector<uint32_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t left, uint32_t right) { return rows[left].time_ns < rows[right].time_ns; });
  const auto column = [&]<class T>(T MemoryRow::* field) {
    return column_by<T>(order.size(), [&](size_t i) { return rows[order[i]].*field; });
  };
  Trace::Memory columns;
  columns.time_ns = column(&MemoryRow::time_ns);
  columns.track = column(&MemoryRow::track);
  columns.slice = column_by<int32_t>(
      order.size(), [&](size_t i) { return trace.slice_at(rows[order[i]].track, rows[order[i]].time_ns); });
  columns.device_type = column(&MemoryRow::device_type);
  columns.device_id = column(&MemoryRow::device_id);
  columns.address = column(&MemoryRow::address);
  columns.bytes = column(&MemoryRow::bytes);
  columns.total_allocated = column(&MemoryRow::total_allocated);
  columns.total_reserved = column(&MemoryRow::total_reserved);
  return columns;
}

namespace {

// Slices that torch.profiler names after its steps.
std::vector<StepRow> named_steps(const Trace& trace) {
  constexpr std::string_view kPrefix = "ProfilerStep#";
  std::vector<StepRow> steps;
  for (size_t i = 0; i < trace.n_slices(); ++i) {
    const Category category = trace.category(i);
    if (category != Category::user_annotation && category != Category::cpu_op) continue;
    const std::string_view name = trace.string(trace.slices.name[i]);
    if (!name.starts_with(kPrefix)) continue;
    const auto number = parse_integer(name.substr(kPrefix.size()));
    if (!number) continue;
    steps.push_back({*number, trace.slices.start_ns[i], trace.end_ns(i), static_cast<int32_t>(i)});
  }
  return steps;
}

// Slices of a host that TensorFlow and JAX number, in their Chrome traces.
std::vector<StepRow> numbered_steps(const Trace& trace) {
  const ArgsMember number(trace.args, "step_num");
  std::vector<StepRow> steps;
  for (size_t i = 0; i < trace.n_slices() && number.is_anywhere(); ++i) {
    if (trace.tracks.kind[trace.slices.track[i]] != static_cast<uint8_t>(TrackKind::host)) continue;
    const int64_t step = number.integer(trace.slices.args[i], -1);
    if (step < 0) continue;
    steps.push_back({step, trace.slices.start_ns[i], trace.end_ns(i), static_cast<int32_t>(i)});
  }
  return steps;
}

}  // namespace

std::vector<StepRow> find_steps(const Trace& trace) {
  std::vector<StepRow> steps = named_steps(trace);
  return steps.empty() ? numbered_steps(trace) : steps;
}

}  // namespace sightline
