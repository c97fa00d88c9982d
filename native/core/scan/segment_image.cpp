// Lays out what is small word by word, and points at what is large.
#include "core/scan/segment_image.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/crc32c.h"
#include "core/base/platform.h"

namespace sightline {
namespace {

static_assert(sizeof(Bucket) == kDigestWords * 8 && std::is_trivially_copyable_v<Bucket>);

uint64_t word(int64_t number) { return static_cast<uint64_t>(number); }
uint64_t word(double number) { return std::bit_cast<uint64_t>(number); }

// The place of the first NaN of a chunk; its size where there is none.
size_t first_nan(const Chunk& chunk) {
  for (size_t i = 0; i < Zones::n_blocks(chunk.zones.n_points) && chunk.zones.blocks != nullptr; ++i)
    if (const Sort& nan = chunk.zones.blocks[i].nan; nan.count > 0) return static_cast<size_t>(nan.first);
  if (chunk.zones.blocks != nullptr) return chunk.size;
  for (size_t i = 0; i < chunk.size; ++i)
    if (std::isnan(chunk.value(i))) return i;
  return chunk.size;
}

// The memory of one sort of column. Chunks may share memory: what overlaps is saved once. It is saved in the
// order of its first use, so that the points of a tag are close together in the file.
class Pool {
 public:
  explicit Pool(size_t element_bytes) : element_bytes_(element_bytes) {}

  void add(const void* data, size_t n) {
    const auto* begin = static_cast<const std::byte*>(data);
    stretches_.push_back({begin, begin + n * element_bytes_, stretches_.size(), 0});
  }

  void arrange() {
    std::sort(stretches_.begin(), stretches_.end(),
              [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
    std::vector<Stretch> joined;
    for (const Stretch& stretch : stretches_) {
      if (joined.empty() || stretch.begin >= joined.back().end) {
        joined.push_back(stretch);
        continue;
      }
      joined.back().end = std::max(joined.back().end, stretch.end);
      joined.back().first_use = std::min(joined.back().first_use, stretch.first_use);
    }
    stretches_ = std::move(joined);
    std::vector<Stretch*> order;
    for (Stretch& stretch : stretches_) order.push_back(&stretch);
    std::sort(order.begin(), order.end(),
              [](const Stretch* a, const Stretch* b) { return a->first_use < b->first_use; });
    size_t place = 0;
    for (Stretch* stretch : order) {
      stretch->place = place;
      const auto n_bytes = static_cast<size_t>(stretch->end - stretch->begin);
      place += n_bytes / element_bytes_;
      pieces_.emplace_back(stretch->begin, n_bytes);
    }
  }

  uint64_t place_of(const void* data) const {
    const auto* at = static_cast<const std::byte*>(data);
    const auto after =
        std::upper_bound(stretches_.begin(), stretches_.end(), at,
                         [](const std::byte* p, const Stretch& stretch) { return p < stretch.begin; });
    const Stretch& stretch = *std::prev(after);
    return stretch.place + static_cast<size_t>(at - stretch.begin) / element_bytes_;
  }

  const std::vector<SegmentImage::Bytes>& pieces() const { return pieces_; }

 private:
  struct Stretch {
    const std::byte *begin, *end;
    size_t first_use;
    uint64_t place;
  };
  size_t element_bytes_;
  std::vector<Stretch> stretches_;
  std::vector<SegmentImage::Bytes> pieces_;
};

}  // namespace

SegmentImage::SegmentImage(std::shared_ptr<const Published> published, ScanState scan)
    : published_(std::move(published)) {
  for (size_t tag = 0; tag < published_->tags.size(); ++tag)
    for (const Chunk& chunk : published_->tags[tag].chunks) chunks_.push_back({tag, chunk});
  add_state(scan);
  add_tags();
  add_references();
  add_session_starts();
  add_damage();
}

void SegmentImage::add_text(std::string_view text) {
  texts_ += text;
  text_ends_.push_back(static_cast<uint32_t>(texts_.size()));
}

void SegmentImage::add_state(const ScanState& scan) {
  const Totals& totals = published_->totals;
  const DamageLog& damage = published_->damage;
  const Damage open = damage.open.value_or(Damage{0, 0, DamageReason::torn_tail});
  const SavedState state{
      totals.offset,
      totals.n_records,
      totals.n_points,
      scan.search_at,
      scan.search_from,
      damage.count,
      damage.n_bytes,
      totals.file_version.has_value(),
      totals.source_writer.has_value(),
      totals.start_time.has_value(),
      totals.first_wall_time.has_value(),
      totals.last_wall_time.has_value(),
      totals.start_time.value_or(0),
      totals.first_wall_time.value_or(0),
      totals.last_wall_time.value_or(0),
      totals.earliest_wall_time,
      damage.open.has_value(),
      open.offset,
      open.n_bytes,
      static_cast<uint64_t>(open.reason),
      0,
      0,
      0,
      0,
      0,  // see add_list_facts
  };
  state_.resize(kStateWords);
  std::memcpy(state_.data(), &state, sizeof state);
  add_text(scan.head);
  add_text(scan.tail);
  add_text(totals.file_version.value_or(""));
  add_text(totals.source_writer.value_or(""));
}

void SegmentImage::add_tags() {
  for (const PublishedTag& tag : published_->tags) {
    const Metadata* metadata = tag.info->metadata.get();
    add_text(tag.info->name);
    if (metadata != nullptr) {
      add_text(metadata->plugin_name);
      add_text(metadata->plugin_content);
      add_text(metadata->display_name);
      add_text(metadata->description);
    }
    const uint64_t flags = (tag.info->is_scalar ? kIsScalar : 0) | (metadata != nullptr ? kHasMetadata : 0);
    tags_.push_back(flags | uint64_t{metadata != nullptr ? metadata->data_class : 0} << 32);
    tags_.push_back(tag.chunks.size());
  }
}

void SegmentImage::add_references() {
  references_.reserve(published_->references.size() * kReferenceWords);
  for (const Reference& row : published_->references)
    for (const uint64_t number :
         {uint64_t{row.tag} | static_cast<uint64_t>(row.what) << 32, word(row.step), word(row.wall_time),
          row.record_offset, row.record_length, row.value_offset, row.value_length})
      references_.push_back(number);
}

void SegmentImage::add_session_starts() {
  for (const SessionStart& start : published_->session_starts) {
    for (const uint64_t number : {word(start.step), word(start.wall_time), start.offset, start.n_points,
                                  start.n_references, uint64_t{start.changed_counts.size()}})
      session_starts_.push_back(number);
    for (const auto& [tag, count] : start.changed_counts) {
      session_starts_.push_back(tag);
      session_starts_.push_back(count);
    }
  }
}

void SegmentImage::add_damage() {
  for (const Damage& spot : published_->damage.listed)
    for (const uint64_t number : {spot.offset, spot.n_bytes, static_cast<uint64_t>(spot.reason)})
      damage_.push_back(number);
}

// A saved chunk never grows, so that the last one of each tag is summed up too.
void SegmentImage::add_digests(Chunk& chunk) {
  const size_t n_blocks = Zones::n_blocks(chunk.size);
  if (n_blocks == 0) {
    chunk.zones = {};
    return;
  }
  if (chunk.zones.blocks == nullptr || chunk.zones.n_points != chunk.size) {
    own_digests_.push_back(std::make_unique<Bucket[]>(n_blocks));
    chunk.zones = make_zones(chunk.steps, chunk.wall_times, chunk.values, chunk.is_float64, chunk.size,
                             own_digests_.back().get());
  }
  put(SavedColumn::digests, std::as_bytes(std::span(chunk.zones.blocks, n_blocks)));
}

void SegmentImage::add_chunks() {
  Pool steps(8), wall_times(8), values32(4), values64(8);
  for (auto& [tag, chunk] : chunks_) {
    add_digests(chunk);
    steps.add(chunk.steps, chunk.size);
    wall_times.add(chunk.wall_times, chunk.size);
    (chunk.is_float64 ? values64 : values32).add(chunk.values, chunk.size);
  }
  const std::array<std::pair<SavedColumn, Pool*>, 4> pools = {{{SavedColumn::steps, &steps},
                                                               {SavedColumn::wall_times, &wall_times},
                                                               {SavedColumn::values32, &values32},
                                                               {SavedColumn::values64, &values64}}};
  for (const auto& [column, pool] : pools) {
    pool->arrange();
    pieces_[static_cast<size_t>(column)] = pool->pieces();
  }
  chunk_words_.reserve(chunks_.size() * kChunkWords);
  for (const auto& [tag, chunk] : chunks_) {
    const Zones& zones = chunk.zones;
    const uint64_t flags = (chunk.is_float64 ? kIsFloat64 : 0) | (zones.steps_rise ? kStepsRise : 0) |
                           (zones.wall_times_rise ? kWallTimesRise : 0) |
                           (zones.blocks != nullptr ? kHasDigests : 0);
    chunk_words_.push_back(steps.place_of(chunk.steps));
    chunk_words_.push_back(wall_times.place_of(chunk.wall_times));
    chunk_words_.push_back((chunk.is_float64 ? values64 : values32).place_of(chunk.values));
    chunk_words_.push_back(uint64_t{chunk.size} | flags << 32);
  }
}

// What a list of runs shows of the points, so that nothing else of a saved segment has to be read for it.
void SegmentImage::add_list_facts() {
  SavedState state;
  std::memcpy(&state, state_.data(), sizeof state);
  size_t n_seen = 0;  // tags whose first NaN is known
  for (size_t i = 0; i < chunks_.size(); ++i) {
    const auto& [tag, chunk] = chunks_[i];
    if (i + 1 == chunks_.size() || chunks_[i + 1].tag != tag) {
      const int64_t last = chunk.steps[chunk.size - 1];
      state.last_step = state.has_last_step ? std::max(state.last_step, last) : last;
      state.has_last_step = 1;
    }
    if (tag < n_seen) continue;
    const size_t at = first_nan(chunk);
    if (at == chunk.size) continue;
    n_seen = tag + 1;
    const int64_t step = chunk.steps[at];
    const auto& tags = published_->tags;
    if (!state.has_nan || step < state.nan_step ||
        (step == state.nan_step && tags[tag].info->name < tags[state.nan_tag].info->name)) {
      state.nan_step = step;
      state.nan_tag = tag;
    }
    state.has_nan = 1;
  }
  std::memcpy(state_.data(), &state, sizeof state);
}

void SegmentImage::put_words(SavedColumn column, const std::vector<uint64_t>& words) {
  put(column, std::as_bytes(std::span(words)));
}

void SegmentImage::finish() {
  add_chunks();
  add_list_facts();
  put_words(SavedColumn::state, state_);
  put(SavedColumn::texts, std::as_bytes(std::span(texts_)));
  put(SavedColumn::text_ends, std::as_bytes(std::span(text_ends_)));
  put_words(SavedColumn::tags, tags_);
  put_words(SavedColumn::chunks, chunk_words_);
  put_words(SavedColumn::references, references_);
  put_words(SavedColumn::session_starts, session_starts_);
  put_words(SavedColumn::damage, damage_);
  for (size_t i = 0; i < kSavedColumns; ++i) {
    if (i == kListColumns) checksums_.list = checksums_.all;
    visit(static_cast<SavedColumn>(i),
          [&](Bytes part) { checksums_.all = crc32c(part.data(), part.size(), checksums_.all); });
  }
}

void SegmentImage::forget_mapped() const {
  const Bytes mapped = published_->mapped_points;
  if (!mapped.empty()) forget_pages(mapped.data(), mapped.size());
}

size_t SegmentImage::n_elements(SavedColumn column) const {
  size_t n_bytes = 0;
  for (const Bytes piece : pieces(column)) n_bytes += piece.size();
  return n_bytes / kElementBytes[static_cast<size_t>(column)];
}

}  // namespace sightline
