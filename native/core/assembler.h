// Puts what events carry into tags, columns and references, and publishes it batch by batch.
#pragma once

#include <memory>
#include <vector>

#include "core/columns.h"
#include "core/event.h"
#include "core/published.h"
#include "core/tag_table.h"

namespace sightline {

class Assembler {
 public:
  explicit Assembler(std::shared_ptr<Published> published) : published_(std::move(published)) {}

  void lend(Row* rows) { columns_.lend(rows); }

  // One scalar of the plainest kind: the hot path.
  void add_scalar(std::string_view tag, int64_t step, double wall_time, float value) {
    const uint32_t id = tags_.intern(tag);
    if (id >= n_known_) add_tag(id, true);
    note_time(wall_time);
    columns_.add(id, step, wall_time, double{value}, false);
    ++totals.n_points;
    if (columns_.full()) flush();
  }

  void add_event(const Event& event, uint64_t record_offset, uint64_t record_length);

  // Publishes everything added so far.
  void flush();

  Totals totals;  // as of the last record; published by flush()

 private:
  void note_time(double wall_time) {
    if (!totals.first_wall_time) [[unlikely]] totals.first_wall_time = wall_time;
    if (!totals.start_time) [[unlikely]] totals.start_time = wall_time;
    totals.last_wall_time = wall_time;
  }
  void add_tag(uint32_t tag, bool is_scalar);
  void learn(uint32_t tag, std::string_view metadata);
  void add_item(const Event& event, const Item& item, uint64_t record_offset, uint64_t record_length);
  bool add_point(const Event& event, const Item& item, uint32_t tag);
  void note_session(const Event& event, const Item& item, uint64_t record_offset);

  std::shared_ptr<Published> published_;
  TagTable tags_;
  size_t n_known_ = 0;                 // tags that columns_ knows
  std::vector<uint32_t> new_infos_;    // tags whose info is new since the last flush
  ColumnWriter columns_;
  std::vector<Reference> references_;  // since the last flush
  uint64_t n_references_ = 0;          // in all
  std::vector<SessionStart> session_starts_;
};

}  // namespace sightline
