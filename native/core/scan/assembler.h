// Puts what events carry into batches: tags by number, scalars as rows, everything else as references.
#pragma once

#include "core/events/event.h"
#include "core/scan/batch.h"
#include "core/scan/saved_segment.h"
#include "core/scan/tag_table.h"

namespace sightline {

class Assembler {
 public:
  // Where batches go and the first one to fill; lent for one read, which ends with flush().
  void lend(BatchSink& sink, Batch& empty) {
    sink_ = &sink;
    batch_ = &empty;
  }

  // One scalar of the plainest kind: the hot path.
  void add_scalar(std::string_view tag, int64_t step, double wall_time, float value) {
    const uint32_t id = tags_.intern(tag);
    if (id >= n_known_) add_tag(id, true);
    note_time(wall_time);
    add_row(id, step, wall_time, double{value}, false);
  }

  void add_event(const Event& event, uint64_t record_offset, uint64_t record_length);

  // Begins with what was known when a segment was saved.
  void restore(const RestoredSegment& saved);
  size_t tag_bytes() const { return tags_.nbytes(); }

  // Hands on everything added so far.
  void flush();

  Totals totals;  // as of the last record

 private:
  void note_time(double wall_time) {
    if (!totals.first_wall_time) [[unlikely]]
      note_first_time(wall_time);
    totals.last_wall_time = wall_time;
    if (wall_time < totals.earliest_wall_time) totals.earliest_wall_time = wall_time;
  }
  void add_row(uint32_t tag, int64_t step, double wall_time, double value, bool is_float64) {
    batch_->rows.add(tag, step, wall_time, value, is_float64);
    ++totals.n_points;
    if (batch_->rows.is_full()) [[unlikely]]
      flush();
  }
  void note_first_time(double wall_time) {
    totals.first_wall_time = wall_time;
    if (!totals.start_time) totals.start_time = wall_time;
  }
  void add_tag(uint32_t tag, bool is_scalar);
  void learn(uint32_t tag, std::string_view metadata);
  void add_item(const Event& event, const Item& item, uint64_t record_offset, uint64_t record_length);
  bool add_point(const Event& event, const Item& item, uint32_t tag);
  void note_session(const Event& event, const Item& item, uint64_t record_offset);

  TagTable tags_;
  size_t n_known_ = 0;  // tags that were seen before
  uint64_t n_references_ = 0;
  BatchSink* sink_ = nullptr;
  Batch* batch_ = nullptr;
};

}  // namespace sightline
