// Values to framed event records, straight to bytes: what a protobuf library and a record writer would give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sightline {

// How a scalar is encoded: the old float field, or a tensor of one float or double with the plugin's name.
enum class ScalarStyle : uint8_t { simple, tensor_float, tensor_double };

// A record adds this much to its data: length, CRC of the length, CRC of the data.
constexpr size_t kFrameBytes = 16;

// The most bytes that append_scalar_record can add for a tag of this size.
constexpr size_t scalar_record_bound(size_t tag_size) { return tag_size + 128; }

// Each appends one whole framed record to `out`.
void append_record(std::string& out, std::string_view data);
void append_scalar_record(std::string& out, std::string_view tag, double value, int64_t step,
                          double wall_time, ScalarStyle style);

// Each appends one serialized Event, without a frame. An empty source is left out.
void append_value_event(std::string& out, std::string_view value, int64_t step, double wall_time);
void append_version_event(std::string& out, std::string_view source, int64_t step, double wall_time);
void append_session_start_event(std::string& out, int64_t step, double wall_time);

// Size of the whole record that begins `records`, which must hold whole records only; 0 at the end.
size_t first_record_size(std::string_view records);

}  // namespace sightline
