// Every place and count is checked before it is used.
#include "core/scan/saved_segment.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_set>

#include "core/base/crc32c.h"
#include "core/base/platform.h"

namespace sightline {
namespace {

constexpr size_t kMaxKeyTags = 1000;

std::span<const std::byte> column_of(const SavedColumns& columns, SavedColumn column) {
  return columns.bytes[static_cast<size_t>(column)];
}

std::optional<SavedState> read_state(const SavedColumns& columns) {
  const auto bytes = column_of(columns, SavedColumn::state);
  if (bytes.size() != sizeof(SavedState)) return std::nullopt;
  SavedState state;
  std::memcpy(&state, bytes.data(), sizeof state);
  return state;
}

bool take_reason(uint64_t number, DamageReason& reason) {
  if (number > static_cast<uint64_t>(DamageReason::torn_tail)) return false;
  reason = static_cast<DamageReason>(number);
  return true;
}

bool take_totals(const SavedState& state, Totals& totals, DamageLog& damage) {
  totals.offset = state.offset;
  totals.n_records = state.n_records;
  totals.n_points = state.n_points;
  if (state.has_start_time) totals.start_time = state.start_time;
  if (state.has_first_wall_time) totals.first_wall_time = state.first_wall_time;
  if (state.has_last_wall_time) totals.last_wall_time = state.last_wall_time;
  totals.earliest_wall_time = state.earliest_wall_time;
  damage.count = state.damage_count;
  damage.n_bytes = state.damage_n_bytes;
  if (!state.has_open_damage) return true;
  damage.open = Damage{state.open_offset, state.open_n_bytes, DamageReason::torn_tail};
  return take_reason(state.open_reason, damage.open->reason);
}

// The texts of a saved segment, one by one.
class Texts {
 public:
  explicit Texts(const SavedColumns& columns)
      : texts_(column_of(columns, SavedColumn::texts)), ends_(column_of(columns, SavedColumn::text_ends)) {}

  std::optional<std::string_view> next() {
    if (at_ >= ends_.size() / 4) return std::nullopt;
    uint32_t end;
    std::memcpy(&end, ends_.data() + 4 * at_++, 4);
    if (begin_ > end || end > texts_.size()) return std::nullopt;
    const std::string_view text(reinterpret_cast<const char*>(texts_.data()) + begin_, end - begin_);
    begin_ = end;
    return text;
  }
  bool skip(size_t n) {
    for (; n > 0; --n)
      if (!next()) return false;
    return true;
  }

 private:
  std::span<const std::byte> texts_, ends_;
  size_t at_ = 0, begin_ = 0;
};

uint64_t tag_flags(std::span<const std::byte> tags, size_t tag) {
  uint64_t flags;
  std::memcpy(&flags, tags.data() + tag * kTagWords * 8, sizeof flags);
  return flags;
}

std::string tag_name(const SavedColumns& columns, uint64_t tag) {
  const auto tags = column_of(columns, SavedColumn::tags);
  Texts texts(columns);
  if (tag >= tags.size() / 8 / kTagWords || !texts.skip(kFileTexts)) return {};
  for (size_t i = 0; i < tag; ++i)
    if (!texts.skip(1 + ((tag_flags(tags, i) & kHasMetadata) != 0 ? kMetadataTexts : 0))) return {};
  return std::string(texts.next().value_or(""));
}

class Reader {
 public:
  explicit Reader(const SavedColumns& columns) : columns_(columns), texts_(columns) {}

  std::optional<RestoredSegment> read() {
    if (!are_aligned()) return std::nullopt;
    out_.owner = columns_.owner;
    out_.points = {bytes(SavedColumn::digests).data(), end_of(SavedColumn::values64)};
    if (take_state() && take_tags() && take_references() && take_session_starts() && take_damage())
      return std::move(out_);
    return std::nullopt;
  }

 private:
  std::span<const std::byte> bytes(SavedColumn column) const { return column_of(columns_, column); }
  template <class T>
  std::span<const T> numbers(SavedColumn column) const {
    const auto found = bytes(column);
    return {reinterpret_cast<const T*>(found.data()), found.size() / sizeof(T)};
  }
  std::span<const uint64_t> words(SavedColumn column) const { return numbers<uint64_t>(column); }

  const std::byte* end_of(SavedColumn column) const { return bytes(column).data() + bytes(column).size(); }

  bool are_aligned() const {
    for (size_t i = 0; i < kSavedColumns; ++i) {
      const auto& column = columns_.bytes[i];
      if (column.size() % kElementBytes[i] != 0) return false;
      if (reinterpret_cast<uintptr_t>(column.data()) % kElementBytes[i] != 0) return false;
    }
    return true;
  }

  bool take_text(std::string& into) {
    const auto text = texts_.next();
    if (text) into.assign(*text);
    return text.has_value();
  }

  bool take_state() {
    const auto state = read_state(columns_);
    std::string version, writer;
    if (!state || !take_totals(*state, out_.totals, out_.damage) || !take_text(out_.scan.head) ||
        !take_text(out_.scan.tail) || !take_text(version) || !take_text(writer))
      return false;
    if (state->has_file_version) out_.totals.file_version = version;
    if (state->has_source_writer) out_.totals.source_writer = writer;
    out_.scan.search_at = state->search_at;
    out_.scan.search_from = state->search_from;
    return true;
  }

  bool take_metadata(uint64_t data_class, TagInfo& info) {
    auto metadata = std::make_shared<Metadata>();
    metadata->data_class = static_cast<uint32_t>(data_class);
    if (!take_text(metadata->plugin_name) || !take_text(metadata->plugin_content) ||
        !take_text(metadata->display_name) || !take_text(metadata->description))
      return false;
    info.metadata = std::move(metadata);
    return true;
  }

  bool take_tags() {
    const auto tags = words(SavedColumn::tags);
    if (tags.size() % kTagWords != 0) return false;
    uint64_t n_points = 0;
    std::unordered_set<std::string_view> names;
    out_.tags.reserve(tags.size() / kTagWords);
    for (size_t at = 0; at < tags.size(); at += kTagWords) {
      auto info = std::make_shared<TagInfo>();
      if (!take_text(info->name) || !names.insert(info->name).second) return false;
      info->is_scalar = (tags[at] & kIsScalar) != 0;
      if ((tags[at] & kHasMetadata) != 0 && !take_metadata(tags[at] >> 32, *info)) return false;
      PublishedTag& tag = out_.tags.emplace_back();
      tag.info = std::move(info);
      if (tags[at + 1] > words(SavedColumn::chunks).size() / kChunkWords) return false;
      tag.chunks.reserve(tags[at + 1]);
      for (uint64_t i = 0; i < tags[at + 1]; ++i)
        if (!take_chunk(tag)) return false;
      n_points += tag.n_points;
    }
    return n_points == out_.totals.n_points;
  }

  template <class T>
  const T* stretch(SavedColumn column, uint64_t place, uint64_t n) const {
    const auto all = numbers<T>(column);
    return place <= all.size() && n <= all.size() - place ? all.data() + place : nullptr;
  }

  bool take_chunk(PublishedTag& tag) {
    const auto chunks = words(SavedColumn::chunks);
    if (chunks.size() - next_chunk_ < kChunkWords) return false;
    const uint64_t* at = chunks.data() + next_chunk_;
    next_chunk_ += kChunkWords;
    const auto size = static_cast<uint32_t>(at[3]);
    const uint64_t flags = at[3] >> 32;
    Chunk chunk{};
    chunk.size = size;
    chunk.is_float64 = (flags & kIsFloat64) != 0;
    chunk.steps = stretch<int64_t>(SavedColumn::steps, at[0], size);
    chunk.wall_times = stretch<double>(SavedColumn::wall_times, at[1], size);
    chunk.values = chunk.is_float64
                       ? static_cast<const void*>(stretch<double>(SavedColumn::values64, at[2], size))
                       : stretch<float>(SavedColumn::values32, at[2], size);
    if (size == 0 || !chunk.steps || !chunk.wall_times || !chunk.values) return false;
    if ((flags & kHasDigests) != 0 && !take_digests(chunk, flags)) return false;
    tag.n_points += size;
    tag.chunks.push_back(chunk);
    return true;
  }

  bool take_digests(Chunk& chunk, uint64_t flags) {
    const size_t n_blocks = Zones::n_blocks(chunk.size);
    const uint64_t* found = stretch<uint64_t>(SavedColumn::digests, next_digest_, n_blocks * kDigestWords);
    if (found == nullptr || n_blocks == 0) return false;
    next_digest_ += n_blocks * kDigestWords;
    const auto* blocks = reinterpret_cast<const Bucket*>(found);
    for (size_t i = 0; i < n_blocks; ++i)
      if (!is_in_range(blocks[i], static_cast<int64_t>(i * Zones::kBlock), int64_t{chunk.size})) return false;
    chunk.zones = {blocks, chunk.size, (flags & kStepsRise) != 0, (flags & kWallTimesRise) != 0};
    return true;
  }

  // Whether every place a digest names is one of its block, or none.
  static bool is_in_range(const Bucket& block, int64_t begin, int64_t n_points) {
    const int64_t end = std::min(begin + static_cast<int64_t>(Zones::kBlock), n_points);
    const auto is_place = [&](int64_t place) { return place == -1 || (begin <= place && place < end); };
    const bool is_empty = block.first < 0;
    for (const int64_t place : {block.first, block.last, block.lowest, block.highest})
      if (!is_place(place) || (place < 0) != is_empty) return false;
    for (const Sort& sort : {block.nan, block.pos_inf, block.neg_inf})
      if (!is_place(sort.first) || sort.count < 0 || sort.count > end - begin ||
          (sort.first < 0) != (sort.count == 0))
        return false;
    return true;
  }

  bool take_references() {
    const auto rows = words(SavedColumn::references);
    if (rows.size() % kReferenceWords != 0) return false;
    out_.references.reserve(rows.size() / kReferenceWords);
    for (const uint64_t* at = rows.data(); at != rows.data() + rows.size(); at += kReferenceWords) {
      const auto tag = static_cast<uint32_t>(at[0]);
      if (tag != kNoTag && tag >= out_.tags.size()) return false;
      if (at[0] >> 32 > static_cast<uint64_t>(What::nothing)) return false;
      out_.references.push_back({tag, static_cast<What>(at[0] >> 32), static_cast<int64_t>(at[1]),
                                 std::bit_cast<double>(at[2]), at[3], at[4], at[5], at[6]});
    }
    return true;
  }

  bool take_session_starts() {
    const auto rows = words(SavedColumn::session_starts);
    for (size_t at = 0; at < rows.size();) {
      if (rows.size() - at < kStartWords) return false;
      SessionStart start{static_cast<int64_t>(rows[at]),
                         std::bit_cast<double>(rows[at + 1]),
                         rows[at + 2],
                         rows[at + 3],
                         rows[at + 4],
                         {}};
      const uint64_t n_changed = rows[at + 5];
      at += kStartWords;
      if (n_changed > (rows.size() - at) / 2) return false;
      for (uint64_t i = 0; i < n_changed; ++i, at += 2) {
        if (rows[at] >= out_.tags.size() || rows[at + 1] > out_.tags[rows[at]].n_points) return false;
        start.changed_counts.emplace_back(static_cast<uint32_t>(rows[at]), rows[at + 1]);
      }
      out_.session_starts.push_back(std::move(start));
    }
    return true;
  }

  bool take_damage() {
    const auto rows = words(SavedColumn::damage);
    if (rows.size() % kDamageWords != 0 || rows.size() / kDamageWords > DamageLog::kMaxListed) return false;
    for (const uint64_t* at = rows.data(); at != rows.data() + rows.size(); at += kDamageWords) {
      Damage spot{at[0], at[1], DamageReason::torn_tail};
      if (!take_reason(at[2], spot.reason)) return false;
      out_.damage.listed.push_back(spot);
    }
    return true;
  }

  const SavedColumns& columns_;
  Texts texts_;
  RestoredSegment out_;
  size_t next_chunk_ = 0, next_digest_ = 0;
};

// The pages of larger columns are dropped as they are checked: a chart uses few of them, and together they
// would be as much memory as they were when they were held.
constexpr size_t kManyBytes = size_t{256} << 10;

uint32_t checksum_of_column(std::span<const std::byte> column, uint32_t crc) {
  const bool is_large = column.size() >= kManyBytes;
  while (!column.empty()) {
    const auto piece = column.first(std::min(kManyBytes, column.size()));
    crc = crc32c(piece.data(), piece.size(), crc);
    if (is_large) forget_pages(piece.data(), piece.size());
    column = column.subspan(piece.size());
  }
  return crc;
}

}  // namespace

uint32_t checksum_of(const SavedColumns& columns, size_t n_columns) {
  uint32_t found = 0;
  for (size_t i = 0; i < n_columns; ++i) found = checksum_of_column(columns.bytes[i], found);
  return found;
}

std::optional<SavedSummary> read_summary(const SavedColumns& columns) {
  const auto state = read_state(columns);
  SavedSummary summary;
  if (!state || !take_totals(*state, summary.totals, summary.damage)) return std::nullopt;
  summary.n_tags = column_of(columns, SavedColumn::tags).size() / 8 / kTagWords;
  summary.n_references = column_of(columns, SavedColumn::references).size() / 8 / kReferenceWords;
  summary.has_session_starts = !column_of(columns, SavedColumn::session_starts).empty();
  if (state->has_last_step) summary.last_step = state->last_step;
  if (state->has_nan) summary.nan = {state->nan_step, tag_name(columns, state->nan_tag)};
  return summary;
}

std::vector<uint64_t> read_counts(const SavedColumns& columns) {
  const auto tags = column_of(columns, SavedColumn::tags), chunks = column_of(columns, SavedColumn::chunks);
  const auto word = [](std::span<const std::byte> words, size_t at) {
    uint64_t found = 0;
    if (at < words.size() / 8) std::memcpy(&found, words.data() + 8 * at, sizeof found);
    return found;
  };
  std::vector<uint64_t> counts(tags.size() / 8 / kTagWords);
  size_t at = 0;
  for (size_t tag = 0; tag < counts.size(); ++tag)
    for (uint64_t n = word(tags, tag * kTagWords + 1); n > 0 && at < chunks.size() / 8;
         --n, at += kChunkWords)
      counts[tag] += static_cast<uint32_t>(word(chunks, at + 3));
  return counts;
}

std::string tag_key(const SavedColumns& columns) {
  const auto tags = column_of(columns, SavedColumn::tags);
  const size_t n_tags = tags.size() / 8 / kTagWords;
  Texts texts(columns);
  std::string key;
  if (n_tags > kMaxKeyTags || !texts.skip(kFileTexts)) return key;
  for (size_t tag = 0; tag < n_tags; ++tag) {
    const uint64_t flags = tag_flags(tags, tag);
    uint64_t n_chunks;
    std::memcpy(&n_chunks, tags.data() + (tag * kTagWords + 1) * 8, sizeof n_chunks);
    key.append(reinterpret_cast<const char*>(&flags), sizeof flags).push_back(n_chunks > 0 ? 1 : 0);
    for (size_t n = 1 + ((flags & kHasMetadata) != 0 ? kMetadataTexts : 0); n > 0; --n) {
      const auto text = texts.next();
      if (!text) return {};
      const auto length = static_cast<uint32_t>(text->size());
      key.append(reinterpret_cast<const char*>(&length), sizeof length).append(*text);
    }
  }
  return key;
}

std::optional<RestoredSegment> read_saved_segment(const SavedColumns& columns) {
  return Reader(columns).read();
}

}  // namespace sightline
