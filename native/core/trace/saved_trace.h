// A finished trace as one file that is mapped when it is needed again: its columns as they are in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/trace.h"

namespace sightline {

// What is saved with a trace: `key` says of what it was made, `notes` is the caller's.
struct SavedTrace {
  Trace trace;
  std::string notes;
};

// Writes a new file. 0 or a negative errno; what was written then is of no use.
int save_trace(const Trace& trace, std::string_view key, std::string_view notes, const std::string& path);

// The trace in memory that `owner` keeps. None where it is not whole, was saved with another key, by another
// version, or has an index out of range: the file may be damaged, and is never trusted.
std::optional<SavedTrace> read_saved_trace(const char* data, size_t size, std::string_view key,
                                           std::shared_ptr<const void> owner);

// The same from a file, which is mapped.
std::optional<SavedTrace> open_saved_trace(const std::string& path, std::string_view key);

}  // namespace sightline
