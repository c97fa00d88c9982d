// A profile as columns: tracks, slices, flows, counters, instants, memory events and steps. No object per
// event.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/column.h"
#include "core/trace/args_table.h"
#include "core/trace/category.h"

namespace sightline {

constexpr int32_t kNoSlice = -1;
constexpr size_t kMaxSlices = std::numeric_limits<int32_t>::max();
// Times beyond, about a century from 1970 on, are no times; sums of two that are within fit 64 bits.
constexpr int64_t kMaxTimeNs = int64_t{4} * 1000 * 1000 * 1000 * 1000 * 1000 * 1000;

enum class TrackKind : uint8_t { host, device, device_annotation, counter, async };
inline constexpr std::string_view kTrackKindNames[] = {"host", "device", "device_annotation", "counter",
                                                       "async"};

enum class FlowKind : uint8_t { launch, forward_backward, other };
inline constexpr std::string_view kFlowKindNames[] = {"launch", "forward_backward", "other"};

enum SliceFlag : uint8_t {
  kUnfinished = 1,      // began and did not end; its end is that of the trace
  kBadDuration = 2,     // the duration was negative or missing; it is 0
  kEndsAfterParent = 4  // by the rounding of its producer
};

// Something that could not be read, how often, and where it was seen first.
struct TraceProblem {
  std::string what;
  uint64_t offset = 0;
  uint64_t count = 0;
};

// Times are nanoseconds of the trace's own clock; base_ns + time is the time since the epoch.
struct Trace {
  struct Processes {
    Column<uint32_t> pid, name, labels;  // strings
    Column<int64_t> sort_index;
  } processes;

  // A track's slices are slices[first_slice .. first_slice + n_slices).
  struct Tracks {
    Column<uint32_t> process, tid, name;  // tid and name are strings
    Column<uint8_t> kind;
    Column<int64_t> sort_index;
    Column<uint32_t> lane;  // 0, or which lane of `base` this is: for slices that overlap without nesting
    Column<uint32_t> base;  // the track it is a lane of, itself else
    Column<uint32_t> first_slice, n_slices, n_rows;
  } tracks;

  // By track, then by start; a parent stands before its children, and all below it follow without a gap.
  struct Slices {
    Column<int64_t> start_ns, dur_ns, self_ns;
    Column<uint32_t> track, name, args;  // args: a record of `args`
    Column<uint8_t> category;
    Column<uint16_t> raw_category;  // index of categories
    Column<uint8_t> flags;
    Column<uint32_t> depth;
    Column<int32_t> parent;
  } slices;

  // Sorted by `source`.
  struct Flows {
    Column<uint32_t> source, target;  // slices
    Column<uint8_t> kind;
  } flows;

  // By track, then by time.
  struct Counters {
    Column<uint32_t> track;
    Column<int64_t> time_ns;
    Column<double> value;
  } counters;

  // By time.
  struct Instants {
    Column<int64_t> time_ns;
    Column<uint32_t> track, name, args;
  } instants;

  // By time. Bytes are positive for an allocation, negative for a free.
  struct Memory {
    Column<int64_t> time_ns;
    Column<uint32_t> track;
    Column<int32_t> slice;  // the innermost at that time on that thread
    Column<int32_t> device_type, device_id;
    Column<int64_t> address, bytes, total_allocated, total_reserved;
  } memory;

  // By start.
  struct Steps {
    Column<int64_t> number, start_ns, end_ns;
    Column<int32_t> slice;
  } steps;

  // Slices by track, depth and start: what a timeline draws in one row stands together.
  struct Rows {
    Column<uint32_t> track, depth;
    Column<uint32_t> first;    // in `order`; one more than there are rows
    Column<uint32_t> order;    // slices
    Column<uint32_t> longest;  // per block of 16 positions, then per 16 of these blocks, and so on
  } rows;

  Column<int64_t> span_starts_ns;  // where each file begins, of several that became one trace; else empty
  Column<uint64_t> string_offsets;
  Column<char> string_bytes;
  Column<uint32_t> categories;  // strings, as the producer wrote them
  ArgsColumns args;
  std::string metadata;  // JSON object: whatever else the file says
  std::vector<TraceProblem> problems;
  int64_t base_ns = 0;

  size_t n_slices() const { return slices.start_ns.size(); }
  size_t n_tracks() const { return tracks.kind.size(); }
  int64_t end_ns(size_t slice) const { return slices.start_ns[slice] + slices.dur_ns[slice]; }
  Category category(size_t slice) const { return static_cast<Category>(slices.category[slice]); }
  std::string_view string(uint32_t id) const {
    const uint64_t begin = string_offsets[id];
    return {string_bytes.data() + begin, static_cast<size_t>(string_offsets[id + 1] - begin)};
  }
  // The innermost slice of a track (and of its lanes) at a time, or kNoSlice.
  int32_t slice_at(uint32_t track, int64_t time_ns) const;
  // For each slice the host call that launched it; kNoSlice where there is none.
  void fill_launchers(int32_t* to) const;
  // For each slice the operator it belongs to: itself, the one around it, or the one that launched it.
  void fill_operators(int32_t* to) const;
};

// Calls use(name, column) for each column: the one list of what a trace holds.
template <class T, class Use>
void for_each_column(T& trace, Use use) {
  use("processes.pid", trace.processes.pid);
  use("processes.name", trace.processes.name);
  use("processes.labels", trace.processes.labels);
  use("processes.sort_index", trace.processes.sort_index);
  use("tracks.process", trace.tracks.process);
  use("tracks.tid", trace.tracks.tid);
  use("tracks.name", trace.tracks.name);
  use("tracks.kind", trace.tracks.kind);
  use("tracks.sort_index", trace.tracks.sort_index);
  use("tracks.lane", trace.tracks.lane);
  use("tracks.base", trace.tracks.base);
  use("tracks.first_slice", trace.tracks.first_slice);
  use("tracks.n_slices", trace.tracks.n_slices);
  use("tracks.n_rows", trace.tracks.n_rows);
  use("slices.start_ns", trace.slices.start_ns);
  use("slices.dur_ns", trace.slices.dur_ns);
  use("slices.self_ns", trace.slices.self_ns);
  use("slices.track", trace.slices.track);
  use("slices.name", trace.slices.name);
  use("slices.args", trace.slices.args);
  use("slices.category", trace.slices.category);
  use("slices.raw_category", trace.slices.raw_category);
  use("slices.flags", trace.slices.flags);
  use("slices.depth", trace.slices.depth);
  use("slices.parent", trace.slices.parent);
  use("flows.source", trace.flows.source);
  use("flows.target", trace.flows.target);
  use("flows.kind", trace.flows.kind);
  use("counters.track", trace.counters.track);
  use("counters.time_ns", trace.counters.time_ns);
  use("counters.value", trace.counters.value);
  use("instants.time_ns", trace.instants.time_ns);
  use("instants.track", trace.instants.track);
  use("instants.name", trace.instants.name);
  use("instants.args", trace.instants.args);
  use("memory.time_ns", trace.memory.time_ns);
  use("memory.track", trace.memory.track);
  use("memory.slice", trace.memory.slice);
  use("memory.device_type", trace.memory.device_type);
  use("memory.device_id", trace.memory.device_id);
  use("memory.address", trace.memory.address);
  use("memory.bytes", trace.memory.bytes);
  use("memory.total_allocated", trace.memory.total_allocated);
  use("memory.total_reserved", trace.memory.total_reserved);
  use("steps.number", trace.steps.number);
  use("steps.start_ns", trace.steps.start_ns);
  use("steps.end_ns", trace.steps.end_ns);
  use("steps.slice", trace.steps.slice);
  use("rows.track", trace.rows.track);
  use("rows.depth", trace.rows.depth);
  use("rows.first", trace.rows.first);
  use("rows.order", trace.rows.order);
  use("rows.longest", trace.rows.longest);
  use("span_starts_ns", trace.span_starts_ns);
  use("strings.offsets", trace.string_offsets);
  use("strings.bytes", trace.string_bytes);
  use("categories", trace.categories);
  use("args.form_offsets", trace.args.form_offsets);
  use("args.forms", trace.args.forms);
  use("args.records", trace.args.records);
}

}  // namespace sightline
