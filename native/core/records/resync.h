// Finds the next good record in damaged bytes: one whose two CRCs are right.
#pragma once

#include <cstdint>
#include <optional>

#include "core/records/source.h"

namespace sightline {

struct Resync {
  std::optional<uint64_t> found;  // where the next good record begins
  // Where to search again when the file has grown: the first place where a good record may still begin.
  uint64_t resume;
};

// Tries every byte in [from, end).
Resync find_record(Source& source, uint64_t from, uint64_t end);

}  // namespace sightline
