// Passes over the columns that hold indexes. Each is one loop without branches: a few milliseconds per
// million slices.
#include "core/trace/check_trace.h"

#include "core/base/check_columns.h"
#include "core/trace/rows.h"

namespace sightline {
namespace {

// Slices, or kNoSlice.
bool all_slices(const Column<int32_t>& values, size_t n_slices) {
  bool good = true;
  for (const int32_t value : values) good &= value >= kNoSlice && value < static_cast<int64_t>(n_slices);
  return good;
}

bool are_sizes_equal(const Trace& trace) {
  const Trace::Slices& slices = trace.slices;
  const Trace::Tracks& tracks = trace.tracks;
  const Trace::Memory& memory = trace.memory;
  const size_t n_processes = trace.processes.pid.size();
  return have_size(n_processes, trace.processes.name, trace.processes.labels, trace.processes.sort_index) &&
         have_size(trace.n_tracks(), tracks.process, tracks.tid, tracks.name, tracks.sort_index, tracks.lane,
                   tracks.base, tracks.first_slice, tracks.n_slices, tracks.n_rows) &&
         have_size(trace.n_slices(), slices.dur_ns, slices.self_ns, slices.track, slices.name, slices.args,
                   slices.category, slices.raw_category, slices.flags, slices.depth, slices.parent,
                   trace.rows.order) &&
         have_size(trace.flows.kind.size(), trace.flows.source, trace.flows.target) &&
         have_size(trace.counters.track.size(), trace.counters.time_ns, trace.counters.value) &&
         have_size(trace.instants.time_ns.size(), trace.instants.track, trace.instants.name,
                   trace.instants.args) &&
         have_size(memory.time_ns.size(), memory.track, memory.slice, memory.device_type, memory.device_id,
                   memory.address, memory.bytes, memory.total_allocated, memory.total_reserved) &&
         have_size(trace.steps.number.size(), trace.steps.start_ns, trace.steps.end_ns, trace.steps.slice);
}

bool are_strings_known(const Trace& trace) {
  if (!are_offsets(trace.string_offsets, trace.string_bytes.size())) return false;
  const size_t n = trace.string_offsets.size() - 1;
  return all_below(trace.processes.pid, n) && all_below(trace.processes.name, n) &&
         all_below(trace.processes.labels, n) && all_below(trace.tracks.tid, n) &&
         all_below(trace.tracks.name, n) && all_below(trace.slices.name, n) &&
         all_below(trace.instants.name, n) && all_below(trace.categories, n);
}

bool are_tracks_known(const Trace& trace) {
  const size_t n = trace.n_tracks(), n_slices = trace.n_slices();
  bool good = all_below(trace.tracks.process, trace.processes.pid.size()) &&
              all_below(trace.tracks.base, n) && all_below(trace.tracks.kind, std::size(kTrackKindNames)) &&
              all_below(trace.slices.track, n) && all_below(trace.counters.track, n) &&
              all_below(trace.instants.track, n) && all_below(trace.memory.track, n) &&
              all_below(trace.rows.track, n);
  for (size_t i = 0; i < n; ++i) {
    good &= uint64_t{trace.tracks.first_slice[i]} + trace.tracks.n_slices[i] <= n_slices;
    good &= trace.tracks.n_rows[i] <= n_slices;
  }
  return good;
}

// A parent stands before its children, so that the way up ends.
bool are_slices_nested(const Trace& trace) {
  const Trace::Slices& slices = trace.slices;
  bool good = trace.n_slices() <= kMaxSlices;
  for (size_t i = 0; i < trace.n_slices(); ++i) {
    good &= slices.parent[i] >= kNoSlice && slices.parent[i] < static_cast<int64_t>(i);
    good &= slices.start_ns[i] > -kMaxTimeNs && slices.start_ns[i] < kMaxTimeNs;
    good &= slices.dur_ns[i] >= 0 && slices.dur_ns[i] < kMaxTimeNs;
  }
  return good && all_below(slices.category, std::size(kCategoryNames)) &&
         all_below(slices.raw_category, trace.categories.size());
}

bool are_links_known(const Trace& trace) {
  const size_t n = trace.n_slices();
  return all_below(trace.flows.source, n) && all_below(trace.flows.target, n) &&
         all_below(trace.flows.kind, std::size(kFlowKindNames)) && all_slices(trace.memory.slice, n) &&
         all_slices(trace.steps.slice, n);
}

bool are_rows_known(const Trace& trace) {
  const Trace::Rows& rows = trace.rows;
  const size_t n = trace.n_slices();
  return have_size(rows.track.size(), rows.depth) && rows.first.size() == rows.track.size() + 1 &&
         are_offsets(rows.first, n) && all_below(rows.order, n) && all_below(rows.longest, n) &&
         rows.longest.size() == n_longest(n);
}

}  // namespace

bool is_in_range(const Trace& trace) {
  return are_sizes_equal(trace) && are_strings_known(trace) && are_tracks_known(trace) &&
         are_slices_nested(trace) && are_links_known(trace) && are_rows_known(trace) &&
         are_offsets(trace.args.form_offsets, trace.args.forms.size());
}

}  // namespace sightline
