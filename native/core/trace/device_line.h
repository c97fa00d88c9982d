// What the lines of a device hold in the files of XLA's profilers: its work, or what was derived from that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/trace/trace.h"

namespace sightline {

// Whether a plane, or a process of a Chrome trace, is a device of XLA.
bool is_device_plane(std::string_view plane);

TrackKind device_line_kind(std::string_view plane, std::string_view line);

// The category of an event by its name and the kind of its line, in the words of Kineto.
std::string_view device_category(std::string_view event, TrackKind kind);

// Adds what `kernel_details` tells to the members of a JSON object, under the names that Kineto gives them.
// n_multiprocessors: 0 where it is not known.
void append_kernel_details(std::string& json, std::string_view details, int64_t n_multiprocessors);

// The same of `memcpy_details`.
void append_copy_details(std::string& json, std::string_view details, int64_t duration_ns);

}  // namespace sightline
