// Reading in, snapshots out.
#include "core/segment.h"

namespace sightline {
namespace {

Scratch& scratch_of_thread() {
  thread_local Scratch scratch;
  return scratch;
}

}  // namespace

bool Segment::read(Source& source, bool is_final, uint64_t max_bytes) {
  const std::lock_guard reading(reader_);
  const uint64_t end = source.size();
  if (end < scanner_.offset())
    throw FileShrankError("the file has " + std::to_string(end) + " bytes, but " + std::to_string(scanner_.offset()) +
                     " were read of it before");
  const uint64_t before = scanner_.offset();
  const bool had_open_damage = scanner_.damage().open.has_value();
  const bool more = scanner_.read(source, end, is_final, max_bytes, scratch_of_thread());
  if (scanner_.offset() != before || had_open_damage || scanner_.damage().open) publish();
  return more;
}

void Segment::publish() {
  assembler_.totals.offset = scanner_.offset();
  assembler_.totals.n_records = scanner_.n_records();
  assembler_.flush();
  const std::lock_guard lock(published_->mutex);
  published_->damage = scanner_.damage();
}

Totals Segment::totals() const {
  const std::lock_guard lock(published_->mutex);
  return published_->totals;
}

uint64_t Segment::generation() const {
  const std::lock_guard lock(published_->mutex);
  return published_->generation;
}

size_t Segment::n_tags() const {
  const std::lock_guard lock(published_->mutex);
  return published_->tags.size();
}

TagSummary Segment::tag(size_t tag) const {
  const std::lock_guard lock(published_->mutex);
  const PublishedTag& found = published_->tags.at(tag);
  return {found.info, found.n_points};
}

Chunks Segment::chunks(size_t tag) const {
  const std::lock_guard lock(published_->mutex);
  const PublishedTag& found = published_->tags.at(tag);
  Chunks chunks{published_, found.chunks, found.n_points, false};
  for (const Chunk& chunk : chunks.chunks) chunks.wide = chunks.wide || chunk.wide;
  return chunks;
}

std::vector<uint64_t> Segment::points_before(size_t session_start) const {
  const std::lock_guard lock(published_->mutex);
  if (session_start >= published_->session_starts.size()) throw std::out_of_range("no such session start");
  std::vector<uint64_t> counts(published_->tags.size());
  for (size_t i = 0; i <= session_start; ++i)
    for (const auto& [tag, count] : published_->session_starts[i].changed_counts) counts[tag] = count;
  return counts;
}

std::vector<Reference> Segment::references(size_t begin) const {
  const std::lock_guard lock(published_->mutex);
  const auto& references = published_->references;
  if (begin >= references.size()) return {};
  return {references.begin() + static_cast<ptrdiff_t>(begin), references.end()};
}

size_t Segment::n_references() const {
  const std::lock_guard lock(published_->mutex);
  return published_->references.size();
}

std::vector<SessionStart> Segment::session_starts() const {
  const std::lock_guard lock(published_->mutex);
  std::vector<SessionStart> starts;
  for (const SessionStart& start : published_->session_starts)
    starts.push_back({start.step, start.wall_time, start.offset, start.n_points, start.n_references, {}});
  return starts;
}

DamageLog Segment::damage() const {
  const std::lock_guard lock(published_->mutex);
  return published_->damage;
}

}  // namespace sightline
