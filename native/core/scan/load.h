// Small event files read whole, from open to close, without Python in between.
#pragma once

#include <string>

#include "core/base/platform.h"
#include "core/scan/segment.h"

namespace sightline {

struct Loaded {
  int error = 0;      // errno, or 0
  bool more = false;  // stopped at max_bytes, or the file was cut while being read
  FileFacts facts{};
};

// Reads a file into a new segment, or on into a saved one: ESTALE where that is of another file. A file last
// written before `final_before_secs` will not grow: see Scanner::read().
Loaded load_file(const std::string& path, Segment& segment, double final_before_secs, uint64_t max_bytes);

}  // namespace sightline
