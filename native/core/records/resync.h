// Finds the next good record in damaged bytes: one whose both CRCs hold.
#pragma once

#include <cstdint>
#include <optional>

#include "core/records/source.h"

namespace sightline {

struct Resync {
  std::optional<uint64_t> found;  // where the next good record begins
  // Where to look again when the file has grown: the first place that may still turn out to begin a good
  // record.
  uint64_t resume;
};

// Looks at every byte in [from, end).
Resync find_record(Source& source, uint64_t from, uint64_t end);

}  // namespace sightline
