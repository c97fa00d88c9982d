// Reading in, snapshots out.
#include "core/scan/segment.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <system_error>

#include "core/base/mapped_pages.h"
#include "core/base/platform.h"
#include "core/records/file_source.h"
#include "core/scan/pipeline.h"

namespace sightline {
namespace {

constexpr uint64_t kManyBytes = 8 << 20;  // from here on a second thread pays

Scratch& scratch_of_thread() {
  thread_local Scratch scratch;
  return scratch;
}

// A segment as if it had been saved and mapped, with its columns in memory.
std::optional<RestoredSegment> saved_in_memory(const SegmentImage& image) {
  std::array<size_t, kSavedColumns> n_bytes;
  size_t n_words = 0;
  for (size_t i = 0; i < kSavedColumns; ++i) {
    n_bytes[i] = image.n_elements(static_cast<SavedColumn>(i)) * kElementBytes[i];
    n_words += (n_bytes[i] + 7) / 8;
  }
  auto memory = std::make_shared<std::vector<uint64_t>>(n_words);
  SavedColumns columns{{}, memory};
  auto* into = reinterpret_cast<std::byte*>(memory->data());
  for (size_t i = 0; i < kSavedColumns; ++i) {
    columns.bytes[i] = {into, n_bytes[i]};
    auto* at = into;
    image.visit(static_cast<SavedColumn>(i),
                [&](SegmentImage::Bytes part) { at = std::copy(part.begin(), part.end(), at); });
    into += (n_bytes[i] + 7) / 8 * 8;
  }
  auto saved = read_saved_segment(columns);
  if (saved) saved->points = {};  // no pages of a file, which could be dropped
  return saved;
}

}  // namespace

Segment::Segment(RestoredSegment&& saved) { restore(std::move(saved)); }

Segment::Segment(SavedColumns saved, const SavedSummary& summary, std::string event_file, uint32_t checksum)
    : asleep_(new Asleep{std::move(saved),
                         summary.n_tags,
                         summary.n_references,
                         summary.has_session_starts,
                         {summary.last_step, summary.nan},
                         std::move(event_file),
                         checksum}) {
  published_->totals = summary.totals;
  published_->damage = summary.damage;
  published_->generation = 1;
}

void Segment::wake() const {
  const std::lock_guard waking(waking_);
  if (!asleep_) return;
  auto saved = read_asleep();
  if (!saved) throw std::runtime_error("a saved segment does not fit together");
  const_cast<Segment*>(this)->restore(std::move(*saved));
  asleep_ = nullptr;
}

std::optional<RestoredSegment> Segment::read_asleep() const {
  const Asleep& asleep = *asleep_;
  if (asleep.event_file.empty() || checksum_of(asleep.columns, kSavedColumns) == asleep.checksum)
    return read_saved_segment(asleep.columns);
  FileSource source(asleep.event_file);
  Segment fresh;
  fresh.read(source, true, 0, 1);
  const Totals found = fresh.totals();
  const Totals& known = published_->totals;
  // Another file by now, or a longer one: whoever follows it notices, and reads it from its beginning.
  if (found.offset != known.offset || found.n_points != known.n_points) return std::nullopt;
  return saved_in_memory(*fresh.image());
}

std::optional<Segment::ListFacts> Segment::list_facts() const {
  const std::lock_guard waking(waking_);
  return asleep_ ? std::optional(asleep_->facts) : std::nullopt;
}

std::string Segment::tag_key() const {
  const std::lock_guard waking(waking_);
  return asleep_ ? sightline::tag_key(asleep_->columns) : std::string();
}

bool Segment::has_session_starts() const {
  {
    const std::lock_guard waking(waking_);
    if (asleep_) return asleep_->has_session_starts;
  }
  const std::lock_guard lock(published_->mutex);
  return !published_->session_starts.empty();
}

void Segment::restore(RestoredSegment&& saved) {
  reading_ = std::make_unique<Reading>(published_);
  reading_->n_tail = std::min(saved.scan.tail.size(), kTailBytes);
  std::copy_n(saved.scan.tail.end() - static_cast<ptrdiff_t>(reading_->n_tail), reading_->n_tail,
              reading_->tail.begin());
  reading_->n_head = std::min(saved.scan.head.size(), kHeadBytes);
  std::copy_n(saved.scan.head.begin(), reading_->n_head, reading_->head.begin());
  reading_->scanner.restore(saved);
  reading_->assembler.restore(saved);
  reading_->placer.restore(std::move(saved), reading_->assembler.tag_bytes());
}

bool Segment::read(Source& source, bool is_final, uint64_t max_bytes, int n_threads) {
  wake();
  const std::lock_guard reading(reader_);
  const uint64_t end = source.size();
  const uint64_t offset = reading_->scanner.offset();
  if (end < offset)
    throw FileShrankError("the file has " + std::to_string(end) + " bytes, but " + std::to_string(offset) +
                          " were read of it before");
  const uint64_t n_bytes = max_bytes > 0 ? std::min(max_bytes, end - offset) : end - offset;
  if (n_threads == 1 || (n_threads == 0 && n_bytes < kManyBytes))
    return read_with(reading_->placer, source, end, is_final, max_bytes);
  Scratch& scratch = scratch_of_thread();
  if (!scratch.spare) scratch.spare.emplace();
  scratch.spare->clear();
  Pipeline pipeline(reading_->placer, *scratch.spare);
  const bool more = read_with(pipeline, source, end, is_final, max_bytes);
  pipeline.finish();
  return more;
}

bool Segment::read_with(BatchSink& sink, Source& source, uint64_t end, bool is_final, uint64_t max_bytes) {
  Scratch& scratch = scratch_of_thread();
  const uint64_t before = reading_->scanner.offset();
  const bool had_open_damage = reading_->scanner.damage().open.has_value();
  scratch.batch.clear();  // an exception may have left something
  reading_->assembler.lend(sink, scratch.batch);
  try {
    const bool more = reading_->scanner.read(source, end, is_final, max_bytes, scratch);
    if (reading_->scanner.offset() != before || had_open_damage || reading_->scanner.damage().open) publish();
    keep_tail(scratch.buffer, before);
    if (before == 0) keep_head(scratch.buffer);
    return more;
  } catch (const std::system_error&) {
    publish_after_failure(scratch.buffer, before);
    throw;
  } catch (const SourceError&) {
    publish_after_failure(scratch.buffer, before);
    throw;
  }
}

// What was read before the source failed counts.
void Segment::publish_after_failure(const ReadBuffer& buffer, uint64_t before) {
  publish();
  try {
    keep_tail(buffer, before);
    if (before == 0) keep_head(buffer);
  } catch (const std::exception&) {
    reading_->n_tail = 0;  // without a tail the file is read again from its beginning
  }
}

// Bytes before `before` are taken from the tail so far: the source may be a window that begins there.
void Segment::keep_tail(const ReadBuffer& buffer, uint64_t before) {
  const size_t n_new = std::min<uint64_t>(kTailBytes, reading_->scanner.offset() - before);
  const size_t n_old = std::min(kTailBytes - n_new, reading_->n_tail);
  std::memmove(reading_->tail.data(), reading_->tail.data() + reading_->n_tail - n_old, n_old);
  const bool is_whole =
      buffer.copy(reading_->scanner.offset() - n_new, reading_->tail.data() + n_old, n_new) == n_new;
  reading_->n_tail = is_whole ? n_old + n_new : 0;
}

void Segment::keep_head(const ReadBuffer& buffer) {
  reading_->n_head =
      buffer.copy(0, reading_->head.data(), std::min<uint64_t>(kHeadBytes, reading_->scanner.offset()));
}

std::string Segment::head() const {
  wake();
  const std::lock_guard reading(reader_);
  return {reading_->head.data(), reading_->n_head};
}

bool Segment::is_of(Source& source) const {
  wake();
  const std::lock_guard reading(reader_);
  const uint64_t offset = reading_->scanner.offset();
  if (offset == 0) return true;
  if (reading_->n_tail == 0 || reading_->n_head == 0 || source.size() < offset) return false;
  const auto has = [&](uint64_t at, const char* bytes, size_t size) {
    char found[std::max(kHeadBytes, kTailBytes)];
    return source.read_at(at, found, size) == size && std::memcmp(found, bytes, size) == 0;
  };
  return has(0, reading_->head.data(), reading_->n_head) &&
         has(offset - reading_->n_tail, reading_->tail.data(), reading_->n_tail);
}

void Segment::forget_pages() const {
  {
    const std::lock_guard waking(waking_);
    if (asleep_) return;  // nobody uses its points
  }
  const auto points = published_->mapped_points;  // set before anyone has the segment, then never changed
  if (!points.empty()) sightline::forget_pages(points.data(), points.size());
}

std::unique_ptr<SegmentImage> Segment::image() const {
  wake();
  std::unique_ptr<SegmentImage> image;
  {
    const std::lock_guard reading(reader_);
    ScanState scan;
    reading_->scanner.add_to(scan);
    scan.head.assign(reading_->head.data(), reading_->n_head);
    scan.tail.assign(reading_->tail.data(), reading_->n_tail);
    const std::lock_guard lock(published_->mutex);
    image = std::make_unique<SegmentImage>(published_, std::move(scan));
  }
  image->finish();
  return image;
}

std::string Segment::tail() const {
  wake();
  const std::lock_guard reading(reader_);
  return {reading_->tail.data(), reading_->n_tail};
}

void Segment::publish() {
  {
    const std::lock_guard lock(published_->mutex);
    published_->damage = reading_->scanner.damage();
  }
  reading_->assembler.totals.offset = reading_->scanner.offset();
  reading_->assembler.totals.n_records = reading_->scanner.n_records();
  reading_->assembler.flush();
}

Totals Segment::totals_with_texts() const {
  wake();
  return totals();
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
  {
    const std::lock_guard waking(waking_);
    if (asleep_) return asleep_->n_tags;
  }
  const std::lock_guard lock(published_->mutex);
  return published_->tags.size();
}

TagSummary Segment::tag(size_t tag) const {
  wake();
  const std::lock_guard lock(published_->mutex);
  const PublishedTag& found = published_->tags.at(tag);
  return {found.info, found.n_points};
}

Chunks Segment::chunks(size_t tag) const {
  wake();
  const std::lock_guard lock(published_->mutex);
  const PublishedTag& found = published_->tags.at(tag);
  if (published_->mapped != nullptr)
    for (const Chunk& chunk : found.chunks)
      for (const size_t element_bytes : {8, 8, chunk.is_float64 ? 8 : 4})
        use_mapped_pages(chunk.size * element_bytes);
  Chunks chunks{published_, found.chunks, found.n_points, false};
  for (const Chunk& chunk : chunks.chunks) chunks.is_float64 = chunks.is_float64 || chunk.is_float64;
  return chunks;
}

std::vector<uint64_t> Segment::counts() const {
  {
    const std::lock_guard waking(waking_);
    if (asleep_) return read_counts(asleep_->columns);
  }
  const std::lock_guard lock(published_->mutex);
  std::vector<uint64_t> counts;
  counts.reserve(published_->tags.size());
  for (const PublishedTag& tag : published_->tags) counts.push_back(tag.n_points);
  return counts;
}

std::vector<uint64_t> Segment::points_before(size_t session_start) const {
  wake();
  const std::lock_guard lock(published_->mutex);
  if (session_start >= published_->session_starts.size()) throw std::out_of_range("no such session start");
  std::vector<uint64_t> counts(published_->tags.size());
  for (size_t i = 0; i <= session_start; ++i)
    for (const auto& [tag, count] : published_->session_starts[i].changed_counts) counts[tag] = count;
  return counts;
}

std::vector<Reference> Segment::references(size_t begin) const {
  wake();
  const std::lock_guard lock(published_->mutex);
  const auto& references = published_->references;
  if (begin >= references.size()) return {};
  return {references.begin() + static_cast<ptrdiff_t>(begin), references.end()};
}

size_t Segment::n_references() const {
  {
    const std::lock_guard waking(waking_);
    if (asleep_) return asleep_->n_references;
  }
  const std::lock_guard lock(published_->mutex);
  return published_->references.size();
}

std::vector<SessionStart> Segment::session_starts() const {
  wake();
  const std::lock_guard lock(published_->mutex);
  std::vector<SessionStart> starts;
  for (const SessionStart& start : published_->session_starts)
    starts.push_back({start.step, start.wall_time, start.offset, start.n_points, start.n_references, {}});
  return starts;
}

DamageLog Segment::damage() const {
  wake();
  const std::lock_guard lock(published_->mutex);
  return published_->damage;
}

DamageLog::Totals Segment::damage_totals() const {
  const std::lock_guard lock(published_->mutex);
  return published_->damage.totals();
}

}  // namespace sightline
