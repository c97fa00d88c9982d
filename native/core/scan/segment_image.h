// A segment at one moment as columns of plain numbers, ready to be saved.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/scan/published.h"

namespace sightline {

// In the order in which they are saved. Words are uint64 that hold whole numbers or the bits of a double.
enum class SavedColumn : size_t {
  state,           // words: where the scan is, totals; see SavedState
  texts,           // bytes: head, tail, file version, writer, then each tag's name and metadata
  text_ends,       // uint32: where each text ends
  tags,            // words, two a tag: flags and data class, number of chunks
  chunks,          // words, four a chunk: places of its steps, wall times and values, size and flags
  references,      // words, seven a reference
  session_starts,  // words, six a start and two for each count that changed
  damage,          // words, three a spot
  digests,         // words, twelve a block of a chunk
  steps,           // int64
  wall_times,      // double
  values32,        // float
  values64,        // double
};
constexpr size_t kSavedColumns = 13;
constexpr std::array<size_t, kSavedColumns> kElementBytes = {8, 1, 4, 8, 8, 8, 8, 8, 8, 8, 8, 4, 8};

// The words of the column `state`.
struct SavedState {
  uint64_t offset, n_records, n_points;
  uint64_t search_at, search_from;
  uint64_t damage_count, damage_n_bytes;
  uint64_t has_file_version, has_source_writer, has_start_time, has_first_wall_time, has_last_wall_time;
  double start_time, first_wall_time, last_wall_time, earliest_wall_time;
  uint64_t has_open_damage, open_offset, open_n_bytes, open_reason;
  uint64_t has_last_step, has_nan;
  int64_t last_step;  // the highest last step of all tags
  int64_t nan_step;   // of the first NaN of a tag, the lowest of all tags,
  uint64_t nan_tag;   // and its tag, the first by name
};
constexpr size_t kStateWords = sizeof(SavedState) / 8;
constexpr size_t kTagWords = 2, kChunkWords = 4, kReferenceWords = 7, kStartWords = 6, kDamageWords = 3;
constexpr size_t kDigestWords = sizeof(Bucket) / 8;
constexpr size_t kFileTexts = 4, kMetadataTexts = 4;
// Flags of a tag, then of a chunk.
constexpr uint64_t kIsScalar = 1, kHasMetadata = 2;
constexpr uint64_t kIsFloat64 = 1, kStepsRise = 2, kWallTimesRise = 4, kHasDigests = 8;

// The first columns are all that a list of runs needs; they have a checksum of their own.
constexpr size_t kListColumns = 8;

// CRC-32C of columns one behind the other: of the first ones, and of all.
struct Checksums {
  uint32_t list = 0, all = 0;
};

// What the scan of a segment knows besides what is published.
struct ScanState {
  uint64_t search_at = 0, search_from = 0;
  std::string head, tail;
};

class SegmentImage {
 public:
  using Bytes = std::span<const std::byte>;

  // `published` must not change meanwhile, so its lock is held; chunks are only noted, not read.
  SegmentImage(std::shared_ptr<const Published> published, ScanState scan);

  SegmentImage(const SegmentImage&) = delete;  // columns point into it
  SegmentImage& operator=(const SegmentImage&) = delete;

  // Sums up chunks that have no digests yet, and the checksum: reads all points, so without any lock.
  void finish();

  size_t n_elements(SavedColumn column) const;
  const std::vector<Bytes>& pieces(SavedColumn column) const { return pieces_[static_cast<size_t>(column)]; }
  // Calls use(bytes) for the pieces of a column, some bytes at a time. Mapped pages are dropped meanwhile:
  // saving a segment of which most is mapped must not take the memory that mapping it gave back.
  template <class Use>
  void visit(SavedColumn column, const Use& use) const {
    size_t n_used = 0;
    for (Bytes piece : pieces(column)) {
      while (!piece.empty()) {
        const Bytes part = piece.first(std::min(kPartBytes, piece.size()));
        use(part);
        piece = piece.subspan(part.size());
        n_used += part.size();
        if (n_used < kPartBytes) continue;
        forget_mapped();
        n_used = 0;
      }
    }
    if (n_used > 0) forget_mapped();
  }
  Checksums checksums() const { return checksums_; }

 private:
  struct TagChunk {
    size_t tag;
    Chunk chunk;
  };

  static constexpr size_t kPartBytes = size_t{256} << 10;

  void forget_mapped() const;
  void add_text(std::string_view text);
  void add_state(const ScanState& scan);
  void add_tags();
  void add_references();
  void add_session_starts();
  void add_damage();
  void add_chunks();
  void add_list_facts();
  void add_digests(Chunk& chunk);
  void put(SavedColumn column, Bytes bytes) { pieces_[static_cast<size_t>(column)].push_back(bytes); }
  void put_words(SavedColumn column, const std::vector<uint64_t>& words);

  std::shared_ptr<const Published> published_;
  std::string texts_;
  std::vector<uint32_t> text_ends_;
  std::vector<uint64_t> state_, tags_, chunk_words_, references_, session_starts_, damage_;
  std::vector<TagChunk> chunks_;
  std::vector<std::unique_ptr<Bucket[]>> own_digests_;
  std::array<std::vector<Bytes>, kSavedColumns> pieces_;
  Checksums checksums_;
};

}  // namespace sightline
