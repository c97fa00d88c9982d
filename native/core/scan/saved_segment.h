// A saved segment back from its columns, which stay where they are: in a mapped file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/scan/published.h"
#include "core/scan/segment_image.h"

namespace sightline {

// The bytes of the columns in the order of SavedColumn, each aligned to its elements; `owner` keeps them.
struct SavedColumns {
  std::array<std::span<const std::byte>, kSavedColumns> bytes;
  std::shared_ptr<const void> owner;
};

// CRC-32C of the first columns one behind the other. The pages of large ones are dropped as they are checked.
uint32_t checksum_of(const SavedColumns& columns, size_t n_columns);

// What a segment needs to read on, besides the columns: tags, references and totals, in memory again.
struct RestoredSegment {
  Totals totals;
  DamageLog damage;
  std::vector<PublishedTag> tags;
  std::vector<Reference> references;
  std::vector<SessionStart> session_starts;
  ScanState scan;
  std::shared_ptr<const void> owner;
  std::span<const std::byte> points;  // all memory of the columns of points
};

// What is known of a saved segment without taking it apart.
struct SavedSummary {
  Totals totals;     // without its texts
  DamageLog damage;  // without what is listed
  size_t n_tags = 0, n_references = 0;
  bool has_session_starts = false;
  std::optional<int64_t> last_step;                    // the highest last step of all tags
  std::optional<std::pair<int64_t, std::string>> nan;  // step and tag of the first NaN
};
// None where it is not that of a segment. The tag of the NaN is empty where it cannot be found.
std::optional<SavedSummary> read_summary(const SavedColumns& columns);

// How many points each tag has.
std::vector<uint64_t> read_counts(const SavedColumns& columns);

// Names and metadata of all tags, and which have points, as one text: equal for segments with equal tags.
// Empty where they are many.
std::string tag_key(const SavedColumns& columns);

// None where something does not fit together: the file may be damaged or made up, and is never trusted.
std::optional<RestoredSegment> read_saved_segment(const SavedColumns& columns);

}  // namespace sightline
