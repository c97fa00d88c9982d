// What readers of traces add to, event by event, in any order; finish() makes the trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/column.h"
#include "core/base/string_table.h"
#include "core/trace/args_table.h"
#include "core/trace/trace.h"

namespace sightline {

struct SliceRow {
  uint32_t track = 0, name = 0, args = kNoArgs;
  uint16_t raw_category = 0;
  uint8_t flags = 0;
  int64_t start_ns = 0, dur_ns = 0;
};

// The beginning or the end of a slice, to be paired.
struct SliceEdge {
  SliceRow row;
  uint64_t key = 0;  // edges of one key are paired
  bool is_end = false;
};

enum class FlowPhase : uint8_t { start, step, end };

struct FlowPoint {
  int64_t time_ns = 0;
  uint64_t id = 0;  // points of one id belong together
  uint32_t track = 0;
  FlowPhase phase = FlowPhase::start;
  FlowKind kind = FlowKind::other;
};

struct InstantRow {
  int64_t time_ns = 0;
  uint32_t track = 0, name = 0, args = kNoArgs;
};

struct CounterRow {
  uint32_t track = 0;
  int64_t time_ns = 0;
  double value = 0;
};

struct MemoryRow {
  int64_t time_ns = 0;
  uint32_t track = 0;
  int32_t device_type = 0, device_id = 0;
  int64_t address = 0, bytes = 0, total_allocated = 0, total_reserved = 0;
};

struct StepRow {
  int64_t number = 0, start_ns = 0, end_ns = 0;
  int32_t slice = kNoSlice;
};

struct ProcessRow {
  uint32_t pid = 0, name = 0, labels = 0;
  int64_t sort_index = 0;
};

struct TrackRow {
  uint32_t process = 0, tid = 0, name = 0;
  TrackKind kind = TrackKind::host;
  int64_t sort_index = 0;
  uint32_t lane = 0, base = 0;
};

class TraceBuilder {
 public:
  StringTable strings;
  ArgsTable args;
  std::string metadata;
  int64_t base_ns = 0;
  // How far two times that were one may differ, by the rounding of the producer.
  int64_t rounding_ns = 0;
  // Whether slices named ProfilerStep#n are steps; else `steps` is filled by the reader.
  std::vector<StepRow> steps;

  // What is added from now on was recorded apart from, and after, what was added before.
  void begin_span() { span_ends_.push_back(start_ns_.size()); }
  uint32_t process(std::string_view pid);
  // The track of a thread or stream; the same for the same name and kind.
  uint32_t track(uint32_t process, std::string_view tid, TrackKind kind);
  uint16_t raw_category(uint32_t name);  // a string
  Category category(uint16_t raw) const { return categories_[raw].category; }

  ProcessRow& process_row(uint32_t process) { return processes_[process]; }
  TrackRow& track_row(uint32_t track) { return tracks_[track]; }
  const std::vector<TrackRow>& tracks() const { return tracks_; }

  void add_slice(const SliceRow& row);
  void add_edge(const SliceEdge& edge) { edges_.push_back(edge); }
  void add_flow_point(const FlowPoint& point) { flow_points_.push_back(point); }
  void add_instant(const InstantRow& row) { instants_.push_back(row); }
  void add_counter(const CounterRow& row) { counters_.push_back(row); }
  void add_memory(const MemoryRow& row) { memory_.push_back(row); }
  void add_problem(std::string_view what, uint64_t offset, uint64_t count = 1);
  size_t n_slices() const { return start_ns_.size(); }

  // Gives slices without a category on the lines of XLA's devices the one that an xplane file gives them.
  void sort_device_lines();
  Trace finish();

 private:
  struct CategoryRow {
    uint32_t name;
    Category category;
  };

  void pair_edges();
  void close_slice(SliceRow row, int64_t end_ns);
  std::vector<uint32_t> order_slices(std::vector<size_t>& first) const;
  void gather_slices(Trace& trace, std::vector<uint32_t>&& order);
  std::vector<int32_t> nest(Trace& trace, const std::vector<size_t>& first, std::vector<uint32_t>& order,
                            std::vector<int64_t>& starts, std::vector<int64_t>& durs);
  std::vector<uint32_t> add_lanes(size_t track, size_t n_lanes);
  void take_tables(Trace& trace);
  void take_steps(Trace& trace);
  std::vector<int64_t> span_starts() const;

  std::vector<size_t> span_ends_;  // in the rows of slices; the last span has no entry
  GrowingColumn<int64_t> start_ns_, dur_ns_;
  GrowingColumn<uint32_t> track_, name_, args_;
  GrowingColumn<uint16_t> raw_category_;
  GrowingColumn<uint8_t> flags_;
  std::vector<SliceEdge> edges_;
  GrowingColumn<FlowPoint> flow_points_;
  GrowingColumn<MemoryRow> memory_;
  std::vector<InstantRow> instants_;
  std::vector<CounterRow> counters_;
  std::vector<ProcessRow> processes_;
  std::vector<TrackRow> tracks_;
  std::vector<CategoryRow> categories_;
  std::vector<TraceProblem> problems_;
  std::unordered_map<uint32_t, uint32_t> process_ids_;
  std::unordered_map<uint64_t, uint32_t> track_ids_;
  std::unordered_map<uint32_t, uint16_t> category_ids_;
};

}  // namespace sightline
