// Decides what is a scalar and what a reference.
#include "core/scan/assembler.h"

#include "core/events/tensor_scalar.h"

namespace sightline {
namespace {

constexpr uint64_t kSessionStart = 1;

bool is_session_start(std::string_view session_log) {
  uint64_t status = 0;
  for (WireCursor cursor(session_log); cursor.left() > 0;) {
    uint32_t key;
    if (!read_key(cursor, key)) return false;
    if (key == wire_key(1, kVarint) ? !cursor.varint(status) : !skip_field(cursor, key)) return false;
  }
  return status == kSessionStart;
}

}  // namespace

void Assembler::add_tag(uint32_t tag, bool is_scalar) {
  n_known_ = tags_.size();
  if (is_scalar) tags_.mark_scalar(tag);
  batch_->infos.emplace_back(tag, tags_.shared_info(tag));
}

void Assembler::learn(uint32_t tag, std::string_view metadata) {
  auto decoded = std::make_shared<Metadata>();
  if (!decode_metadata(metadata, *decoded)) return;
  TagInfo info = tags_.info(tag);
  info.is_scalar = info.is_scalar || decoded->says_scalar();
  info.metadata = std::move(decoded);
  tags_.set_info(tag, std::move(info));
  batch_->infos.emplace_back(tag, tags_.shared_info(tag));
}

bool Assembler::add_point(const Event& event, const Item& item, uint32_t tag) {
  TensorScalar scalar{item.simple_value, false};
  if (item.what != What::simple_value) {
    if (item.what != What::tensor || item.payload.empty() || !tags_.info(tag).is_scalar) return false;
    if (!decode_tensor_scalar(item.payload, scalar)) return false;
  }
  add_row(tag, event.step, event.wall_time, scalar.value, scalar.is_float64);
  return true;
}

void Assembler::note_session(const Event& event, const Item& item, uint64_t record_offset) {
  if (!is_session_start(item.payload)) return;
  batch_->session_starts.push_back(
      {event.step, event.wall_time, record_offset, totals.n_points, n_references_, {}});
  flush();  // no row after it in the same batch, so that the counts are those of this moment
}

void Assembler::add_item(const Event& event, const Item& item, uint64_t record_offset,
                         uint64_t record_length) {
  uint32_t tag = kNoTag;
  if (item.has_tag) {
    tag = tags_.intern(item.tag);
    if (tag >= n_known_) add_tag(tag, item.what == What::simple_value);
    if (!item.metadata.empty() && !tags_.info(tag).metadata) learn(tag, item.metadata);
    if (add_point(event, item, tag)) return;
  }
  if (item.what == What::session_log) note_session(event, item, record_offset);
  batch_->references.push_back(
      {tag, item.what, event.step, event.wall_time, record_offset, record_length, item.offset, item.length});
  ++n_references_;
  if (batch_->references.size() == Batch::kMaxReferences) flush();
}

void Assembler::add_event(const Event& event, uint64_t record_offset, uint64_t record_length) {
  if (!totals.start_time) totals.start_time = event.wall_time;
  if (event.has_file_version && !totals.file_version) totals.file_version = event.file_version;
  if (!event.source_writer.empty() && !totals.source_writer) totals.source_writer = event.source_writer;
  if (event.items.empty()) return;
  note_time(event.wall_time);
  for (const Item& item : event.items) add_item(event, item, record_offset, record_length);
}

void Assembler::restore(const RestoredSegment& saved) {
  for (const PublishedTag& tag : saved.tags) tags_.set_info(tags_.intern(tag.info->name), *tag.info);
  n_known_ = tags_.size();
  n_references_ = saved.references.size();
  totals = saved.totals;
}

void Assembler::flush() {
  batch_->n_tags = tags_.size();
  batch_->tag_bytes = tags_.nbytes();
  batch_->totals = totals;
  batch_ = &sink_->exchange(*batch_);
}

}  // namespace sightline
