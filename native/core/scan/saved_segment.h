// A saved segment back from its columns, which stay where they are: in a mapped file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/scan/published.h"
#include "core/scan/segment_image.h"

namespace sightline {

// The bytes of the columns in the order of SavedColumn, each aligned to its elements; `owner` keeps them.
struct SavedColumns {
  std::array<std::span<const std::byte>, kSavedColumns> bytes;
  std::shared_ptr<const void> owner;
};

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

uint32_t checksum_of(const SavedColumns& columns);

// None where something does not fit together: the file may be damaged or made up, and is never trusted.
std::optional<RestoredSegment> read_saved_segment(const SavedColumns& columns);

}  // namespace sightline
