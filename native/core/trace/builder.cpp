// Rows of events to the columns of a trace: sorted, nested, linked and indexed.
#include "core/trace/builder.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/trace/links.h"
#include "core/trace/nest.h"
#include "core/trace/rows.h"

namespace sightline {
namespace {

template <class T, class Rows, class Get>
Column<T> column_of(const Rows& rows, Get get) {
  return make_column<T>(rows.size(), [&](T* to) {
    for (size_t i = 0; i < rows.size(); ++i) *to++ = static_cast<T>(get(rows[i]));
  });
}

// Merges ascending runs pair by pair: producers write few runs, each sorted.
template <class Less>
void merge_runs(std::span<uint32_t> order, Less less) {
  std::vector<size_t> ends;
  for (size_t i = 1; i <= order.size(); ++i)
    if (i == order.size() || less(order[i], order[i - 1])) ends.push_back(i);
  while (ends.size() > 1) {
    std::vector<size_t> merged;
    size_t begin = 0;
    for (size_t i = 0; i < ends.size(); i += 2) {
      const size_t middle = ends[i], end = i + 1 < ends.size() ? ends[i + 1] : middle;
      if (end > middle)
        std::inplace_merge(order.begin() + static_cast<ptrdiff_t>(begin),
                           order.begin() + static_cast<ptrdiff_t>(middle),
                           order.begin() + static_cast<ptrdiff_t>(end), less);
      merged.push_back(end);
      begin = end;
    }
    ends = std::move(merged);
  }
}

}  // namespace

uint32_t TraceBuilder::process(std::string_view pid) {
  const uint32_t name = strings.intern(pid);
  const auto [found, is_new] = process_ids_.try_emplace(name, static_cast<uint32_t>(processes_.size()));
  if (is_new) processes_.push_back({.pid = name});
  return found->second;
}

uint32_t TraceBuilder::track(uint32_t process, std::string_view tid, TrackKind kind) {
  const uint32_t name = strings.intern(tid);
  uint64_t key = static_cast<uint64_t>(process) << 35 ^ static_cast<uint64_t>(name) << 3;
  key ^= static_cast<uint64_t>(kind);
  const auto [found, is_new] = track_ids_.try_emplace(key, static_cast<uint32_t>(tracks_.size()));
  if (is_new) tracks_.push_back({.process = process, .tid = name, .kind = kind, .base = found->second});
  return found->second;
}

uint16_t TraceBuilder::raw_category(uint32_t name) {
  const auto known = category_ids_.find(name);
  if (known != category_ids_.end()) return known->second;
  // So many categories are data in the wrong place; they share the first.
  if (categories_.size() > std::numeric_limits<uint16_t>::max()) return 0;
  const auto id = static_cast<uint16_t>(categories_.size());
  categories_.push_back({name, category_of(strings[name])});
  category_ids_.emplace(name, id);
  return id;
}

void TraceBuilder::add_slice(const SliceRow& row) {
  const bool fits = row.start_ns < kMaxTimeNs && row.start_ns > -kMaxTimeNs && row.dur_ns < kMaxTimeNs;
  if (!fits) return add_problem("time out of range", 0);
  if (start_ns_.size() >= kMaxSlices) return add_problem("too many events", 0);
  start_ns_.push_back(row.start_ns);
  dur_ns_.push_back(row.dur_ns);
  track_.push_back(row.track);
  name_.push_back(row.name);
  args_.push_back(row.args);
  raw_category_.push_back(row.raw_category);
  flags_.push_back(row.flags);
}

void TraceBuilder::add_problem(std::string_view what, uint64_t offset, uint64_t count) {
  for (TraceProblem& known : problems_) {
    if (known.what != what) continue;
    known.count += count;
    return;
  }
  problems_.push_back({std::string(what), offset, count});
}

void TraceBuilder::close_slice(SliceRow row, int64_t end_ns) {
  row.dur_ns = std::max<int64_t>(0, end_ns - row.start_ns);
  add_slice(row);
}

// Beginnings and ends come in any order in the file; by time, an end closes what began last.
void TraceBuilder::pair_edges() {
  int64_t last_ns = std::numeric_limits<int64_t>::min();
  for (size_t i = 0; i < start_ns_.size(); ++i) last_ns = std::max(last_ns, start_ns_[i] + dur_ns_[i]);
  for (const SliceEdge& edge : edges_) last_ns = std::max(last_ns, edge.row.start_ns);
  std::stable_sort(edges_.begin(), edges_.end(), [](const SliceEdge& left, const SliceEdge& right) {
    return left.key != right.key ? left.key < right.key : left.row.start_ns < right.row.start_ns;
  });
  std::vector<SliceRow> open;
  const auto close_all = [&] {
    for (SliceRow& row : open) {
      row.flags |= kUnfinished;
      close_slice(row, last_ns);
    }
    if (!open.empty()) add_problem("slices that begin and do not end", 0, open.size());
    open.clear();
  };
  for (size_t i = 0; i < edges_.size(); ++i) {
    const SliceEdge& edge = edges_[i];
    if (i > 0 && edges_[i - 1].key != edge.key) close_all();
    if (!edge.is_end) {
      open.push_back(edge.row);
    } else if (open.empty()) {
      add_problem("ends of slices that did not begin", 0);
    } else {
      SliceRow row = open.back();
      open.pop_back();
      if (row.args == kNoArgs) {
        row.args = edge.row.args;
      } else if (edge.row.args != kNoArgs) {
        std::string text = args.text(row.args);
        text.pop_back();
        row.args = args.add(text + ", " + args.text(edge.row.args).substr(1));
      }
      close_slice(row, edge.row.start_ns);
    }
  }
  close_all();
  edges_ = {};
}

// Where each span begins, in order; none where there is one span only.
std::vector<int64_t> TraceBuilder::span_starts() const {
  std::vector<int64_t> starts;
  size_t at = 0;
  for (const size_t end : span_ends_) {
    if (at < end) starts.push_back(std::numeric_limits<int64_t>::max());
    for (; at < end; ++at) starts.back() = std::min(starts.back(), start_ns_[at]);
  }
  if (starts.empty()) return {};
  if (at < start_ns_.size()) starts.push_back(std::numeric_limits<int64_t>::max());
  for (; at < start_ns_.size(); ++at) starts.back() = std::min(starts.back(), start_ns_[at]);
  std::sort(starts.begin(), starts.end());
  return starts;
}

// Slices by track, start, and length from long to short; first[t] is where a track begins.
std::vector<uint32_t> TraceBuilder::order_slices(std::vector<size_t>& first) const {
  const size_t n = start_ns_.size();
  first.assign(tracks_.size() + 1, 0);
  for (size_t i = 0; i < n; ++i) ++first[track_[i] + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<uint32_t> order(n);
  std::vector<size_t> next(first.begin(), first.end() - 1);
  for (size_t i = 0; i < n; ++i) order[next[track_[i]]++] = static_cast<uint32_t>(i);
  const auto less = [this](uint32_t left, uint32_t right) {
    const int64_t left_ns = start_ns_[left], right_ns = start_ns_[right];
    return left_ns != right_ns ? left_ns < right_ns : dur_ns_[left] > dur_ns_[right];
  };
  for (size_t track = 0; track + 1 < first.size(); ++track)
    merge_runs(std::span(order).subspan(first[track], first[track + 1] - first[track]), less);
  return order;
}

namespace {

template <class T>
std::vector<T> take_in_order(GrowingColumn<T>& column, std::span<const uint32_t> order) {
  std::vector<T> values(order.size());
  for (size_t i = 0; i < order.size(); ++i) values[i] = column[order[i]];
  column.clear();
  return values;
}

std::vector<uint32_t> count_lanes(const std::vector<NestedSlice>& nested) {
  std::vector<uint32_t> sizes(1, 0);
  for (const NestedSlice& slice : nested) {
    if (slice.lane >= sizes.size()) sizes.resize(slice.lane + size_t{1});
    ++sizes[slice.lane];
  }
  return sizes;
}

// Where the slices of a track go: by lane, else as they were.
std::vector<uint32_t> place_by_lane(const std::vector<NestedSlice>& nested,
                                    const std::vector<uint32_t>& sizes) {
  std::vector<uint32_t> next(sizes.size(), 0);
  std::partial_sum(sizes.begin(), sizes.end() - 1, next.begin() + 1);
  std::vector<uint32_t> places(nested.size());
  for (size_t i = 0; i < nested.size(); ++i) places[i] = next[nested[i].lane]++;
  return places;
}

template <class T>
void move_to_places(std::span<T> values, const std::vector<uint32_t>& places) {
  std::vector<T> moved(values.size());
  for (size_t i = 0; i < places.size(); ++i) moved[places[i]] = values[i];
  std::copy(moved.begin(), moved.end(), values.begin());
}

// Without the time of children. These may overlap by the rounding of their times.
std::vector<int64_t> self_times(std::span<const int64_t> starts, std::span<const int64_t> durs,
                                std::span<const int32_t> parents) {
  std::vector<int64_t> self_ns(durs.begin(), durs.end());
  for (size_t i = 0; i < durs.size(); ++i) {
    if (parents[i] == kNoSlice) continue;
    const auto above = static_cast<size_t>(parents[i]);
    self_ns[above] -= std::min(starts[i] + durs[i], starts[above] + durs[above]) - starts[i];
  }
  for (int64_t& ns : self_ns) ns = std::max<int64_t>(0, ns);
  return self_ns;
}

}  // namespace

// Memory is at its most here: what was read is let go column by column as the trace takes it over.
Trace TraceBuilder::finish() {
  if (raw_category_.size() == 0 && categories_.empty()) raw_category(0);
  pair_edges();
  Trace trace;
  trace.span_starts_ns = to_column(span_starts());
  std::vector<size_t> first;
  std::vector<uint32_t> order = order_slices(first);
  track_.clear();
  std::vector<int64_t> starts = take_in_order(start_ns_, order), durs = take_in_order(dur_ns_, order);
  std::vector<int32_t> parent = nest(trace, first, order, starts, durs);
  gather_slices(trace, std::move(order));
  trace.slices.self_ns = to_column(self_times(starts, durs, parent));
  trace.slices.parent = to_column(std::move(parent));
  trace.slices.start_ns = to_column(std::move(starts));
  trace.slices.dur_ns = to_column(std::move(durs));
  take_tables(trace);
  trace.flows = link_flows(trace, flow_points_);
  flow_points_.clear();
  trace.memory = link_memory(trace, memory_);
  memory_.clear();
  take_steps(trace);
  trace.rows = make_rows(trace);
  return trace;
}

// Nests track by track, makes lanes and fills what is known of tracks and slices then; slices that go to a
// lane move. Returns the parents.
std::vector<int32_t> TraceBuilder::nest(Trace& trace, const std::vector<size_t>& first,
                                        std::vector<uint32_t>& order, std::vector<int64_t>& starts,
                                        std::vector<int64_t>& durs) {
  const size_t n = order.size(), n_base_tracks = tracks_.size();
  std::vector<uint32_t> track_of(n), depth(n), first_slice(n_base_tracks), n_slices(n_base_tracks),
      n_rows(n_base_tracks);
  std::vector<int32_t> parent(n);
  std::vector<uint8_t> flags(n);
  for (size_t track = 0; track < n_base_tracks; ++track) {
    const size_t begin = first[track], size = first[track + 1] - begin;
    const auto part = [&](auto& column) { return std::span(column).subspan(begin, size); };
    const std::vector<NestedSlice> nested = nest_slices(part(starts), part(durs), rounding_ns);
    const std::vector<uint32_t> lane_sizes = count_lanes(nested);
    std::vector<uint32_t> places;  // empty: as they are
    if (lane_sizes.size() > 1) {
      places = place_by_lane(nested, lane_sizes);
      move_to_places(part(order), places);
      move_to_places(part(starts), places);
      move_to_places(part(durs), places);
    }
    const std::vector<uint32_t> lane_tracks = add_lanes(track, lane_sizes.size());
    n_rows.resize(tracks_.size(), 0);
    first_slice.resize(tracks_.size());
    n_slices.resize(tracks_.size());
    for (size_t lane = 0, at = begin; lane < lane_sizes.size(); at += lane_sizes[lane++]) {
      first_slice[lane_tracks[lane]] = static_cast<uint32_t>(at);
      n_slices[lane_tracks[lane]] = lane_sizes[lane];
    }
    const auto place = [&](size_t i) { return begin + (places.empty() ? i : places[i]); };
    for (size_t i = 0; i < size; ++i) {
      const NestedSlice& slice = nested[i];
      const size_t at = place(i);
      track_of[at] = lane_tracks[slice.lane];
      depth[at] = slice.depth;
      n_rows[track_of[at]] = std::max(n_rows[track_of[at]], slice.depth + 1);
      flags[at] = flags_[order[at]];
      if (slice.ends_after_parent) flags[at] |= kEndsAfterParent;
      parent[at] =
          slice.parent < 0 ? kNoSlice : static_cast<int32_t>(place(static_cast<size_t>(slice.parent)));
    }
  }
  flags_.clear();
  trace.slices.track = to_column(std::move(track_of));
  trace.slices.depth = to_column(std::move(depth));
  trace.slices.flags = to_column(std::move(flags));
  trace.tracks.first_slice = to_column(std::move(first_slice));
  trace.tracks.n_slices = to_column(std::move(n_slices));
  trace.tracks.n_rows = to_column(std::move(n_rows));
  return parent;
}

// The tracks of all lanes of a track: itself, then new ones.
std::vector<uint32_t> TraceBuilder::add_lanes(size_t track, size_t n_lanes) {
  std::vector<uint32_t> lane_tracks{static_cast<uint32_t>(track)};
  for (uint32_t lane = 1; lane < n_lanes; ++lane) {
    lane_tracks.push_back(static_cast<uint32_t>(tracks_.size()));
    TrackRow row = tracks_[track];
    row.lane = lane;
    tracks_.push_back(row);
  }
  return lane_tracks;
}

void TraceBuilder::take_steps(Trace& trace) {
  if (steps.empty()) steps = find_steps(trace);
  std::stable_sort(steps.begin(), steps.end(),
                   [](const StepRow& left, const StepRow& right) { return left.start_ns < right.start_ns; });
  trace.steps.number = column_of<int64_t>(steps, [](const StepRow& row) { return row.number; });
  trace.steps.start_ns = column_of<int64_t>(steps, [](const StepRow& row) { return row.start_ns; });
  trace.steps.end_ns = column_of<int64_t>(steps, [](const StepRow& row) { return row.end_ns; });
  trace.steps.slice = column_of<int32_t>(steps, [](const StepRow& row) { return row.slice; });
}

void TraceBuilder::gather_slices(Trace& trace, std::vector<uint32_t>&& order) {
  trace.slices.name = name_.gather(order);
  trace.slices.args = args_.gather(order);
  trace.slices.raw_category = raw_category_.gather(order);
  order = {};
  trace.slices.category = column_of<uint8_t>(trace.slices.raw_category,
                                             [this](uint16_t raw) { return categories_[raw].category; });
  for (size_t i = 0; i < trace.slices.track.size(); ++i) {
    TrackRow& track = tracks_[trace.slices.track[i]];
    if (track.kind == TrackKind::host && is_device_work(trace.category(i))) track.kind = TrackKind::device;
  }
  for (TrackRow& track : tracks_)
    if (track.lane > 0) track.kind = tracks_[track.base].kind;
}

void TraceBuilder::take_tables(Trace& trace) {
  trace.processes.pid = column_of<uint32_t>(processes_, [](const ProcessRow& row) { return row.pid; });
  trace.processes.name = column_of<uint32_t>(processes_, [](const ProcessRow& row) { return row.name; });
  trace.processes.labels = column_of<uint32_t>(processes_, [](const ProcessRow& row) { return row.labels; });
  trace.processes.sort_index =
      column_of<int64_t>(processes_, [](const ProcessRow& row) { return row.sort_index; });
  trace.tracks.process = column_of<uint32_t>(tracks_, [](const TrackRow& row) { return row.process; });
  trace.tracks.tid = column_of<uint32_t>(tracks_, [](const TrackRow& row) { return row.tid; });
  trace.tracks.name = column_of<uint32_t>(tracks_, [](const TrackRow& row) { return row.name; });
  trace.tracks.kind = column_of<uint8_t>(tracks_, [](const TrackRow& row) { return row.kind; });
  trace.tracks.sort_index = column_of<int64_t>(tracks_, [](const TrackRow& row) { return row.sort_index; });
  trace.tracks.lane = column_of<uint32_t>(tracks_, [](const TrackRow& row) { return row.lane; });
  trace.tracks.base = column_of<uint32_t>(tracks_, [](const TrackRow& row) { return row.base; });
  trace.categories = column_of<uint32_t>(categories_, [](const CategoryRow& row) { return row.name; });
  std::stable_sort(counters_.begin(), counters_.end(), [](const CounterRow& left, const CounterRow& right) {
    return left.track != right.track ? left.track < right.track : left.time_ns < right.time_ns;
  });
  trace.counters.track = column_of<uint32_t>(counters_, [](const CounterRow& row) { return row.track; });
  trace.counters.time_ns = column_of<int64_t>(counters_, [](const CounterRow& row) { return row.time_ns; });
  trace.counters.value = column_of<double>(counters_, [](const CounterRow& row) { return row.value; });
  std::stable_sort(instants_.begin(), instants_.end(), [](const InstantRow& left, const InstantRow& right) {
    return left.time_ns < right.time_ns;
  });
  trace.instants.time_ns = column_of<int64_t>(instants_, [](const InstantRow& row) { return row.time_ns; });
  trace.instants.track = column_of<uint32_t>(instants_, [](const InstantRow& row) { return row.track; });
  trace.instants.name = column_of<uint32_t>(instants_, [](const InstantRow& row) { return row.name; });
  trace.instants.args = column_of<uint32_t>(instants_, [](const InstantRow& row) { return row.args; });
  if (args.is_full()) add_problem("arguments beyond 4 GB", 0);
  strings.release(trace.string_offsets, trace.string_bytes);
  trace.args = args.release();
  trace.metadata = std::move(metadata);
  trace.problems = std::move(problems_);
  trace.base_ns = base_ns;
}

}  // namespace sightline
