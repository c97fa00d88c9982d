// Protobuf wire format by hand, for the few messages of the hot path; field numbers are the public format's.
#include "core/write/event_encode.h"

#include <bit>
#include <cstring>

#include "core/base/crc32c.h"

namespace sightline {
namespace {

static_assert(std::endian::native == std::endian::little, "records and fixed fields are little-endian");

constexpr std::string_view kFileVersion = "brain.Event:2";
// SummaryMetadata { plugin_data { plugin_name: "scalars" } } as field 9 of Summary.Value.
constexpr std::string_view kScalarsMetadata = "\x4a\x0b\x0a\x09\x0a\x07scalars";

constexpr char key(int field, int wire_type) { return static_cast<char>(field << 3 | wire_type); }
constexpr int kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5;

constexpr size_t varint_size(uint64_t value) {
  size_t size = 1;
  for (; value >= 0x80; value >>= 7) ++size;
  return size;
}

// Writes into room that the caller has made; sizes are known before the first byte is laid down.
class Cursor {
 public:
  explicit Cursor(char* at) : at_(at) {}
  char* at() const { return at_; }

  void byte(char value) { *at_++ = value; }

  void varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) *at_++ = static_cast<char>(value | 0x80);
    *at_++ = static_cast<char>(value);
  }

  template <typename T>
  void fixed(T value) {
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
  }

  void bytes(std::string_view value) {
    if (!value.empty()) std::memcpy(at_, value.data(), value.size());
    at_ += value.size();
  }

  void length(int field, size_t size) {
    byte(key(field, kBytes));
    varint(size);
  }

 private:
  char* at_;
};

constexpr size_t length_field_size(size_t size) { return 1 + varint_size(size) + size; }

// proto3 leaves out a zero (but not -0.0, whose bits differ).
bool is_zero(double value) { return std::bit_cast<uint64_t>(value) == 0; }

size_t head_size(int64_t step, double wall_time) {
  return (is_zero(wall_time) ? 0 : 9) + (step == 0 ? 0 : 1 + varint_size(static_cast<uint64_t>(step)));
}

void put_head(Cursor& cursor, int64_t step, double wall_time) {
  if (!is_zero(wall_time)) {
    cursor.byte(key(1, kFixed64));
    cursor.fixed(wall_time);
  }
  if (step != 0) {
    cursor.byte(key(2, kVarint));
    cursor.varint(static_cast<uint64_t>(step));
  }
}

size_t payload_size(ScalarStyle style) {
  if (style == ScalarStyle::simple) return 5;
  const size_t tensor = style == ScalarStyle::tensor_float ? 8 : 12;
  return length_field_size(tensor) + kScalarsMetadata.size();
}

void put_payload(Cursor& cursor, ScalarStyle style, double value) {
  if (style == ScalarStyle::simple) {
    cursor.byte(key(2, kFixed32));
    cursor.fixed(static_cast<float>(value));
    return;
  }
  const bool is_float64 = style == ScalarStyle::tensor_double;
  cursor.length(8, is_float64 ? 12 : 8);
  cursor.byte(key(1, kVarint));  // dtype: DT_FLOAT 1, DT_DOUBLE 2
  cursor.byte(is_float64 ? 2 : 1);
  cursor.length(is_float64 ? 6 : 5, is_float64 ? 8 : 4);
  if (is_float64)
    cursor.fixed(value);
  else
    cursor.fixed(static_cast<float>(value));
  cursor.bytes(kScalarsMetadata);
}

// Lays the frame around `size` bytes of data that `put` writes in between.
template <typename Put>
void frame(std::string& out, size_t size, Put put) {
  const size_t begin = out.size();
  out.resize(begin + size + kFrameBytes);
  char* const at = out.data() + begin;
  Cursor cursor(at);
  cursor.fixed(static_cast<uint64_t>(size));
  cursor.fixed(masked_crc32c(at, 8));
  put(cursor);
  cursor.fixed(masked_crc32c(at + 12, size));
}

}  // namespace

void append_record(std::string& out, std::string_view data) {
  frame(out, data.size(), [&](Cursor& cursor) { cursor.bytes(data); });
}

void append_scalar_record(std::string& out, std::string_view tag, double value, int64_t step,
                          double wall_time, ScalarStyle style) {
  const size_t tag_size = tag.empty() ? 0 : length_field_size(tag.size());
  const size_t value_size = tag_size + payload_size(style);
  const size_t summary_size = length_field_size(value_size);
  frame(out, head_size(step, wall_time) + length_field_size(summary_size), [&](Cursor& cursor) {
    put_head(cursor, step, wall_time);
    cursor.length(5, summary_size);
    cursor.length(1, value_size);
    if (!tag.empty()) {
      cursor.length(1, tag.size());
      cursor.bytes(tag);
    }
    put_payload(cursor, style, value);
  });
}

void append_value_event(std::string& out, std::string_view value, int64_t step, double wall_time) {
  const size_t summary_size = length_field_size(value.size());
  const size_t begin = out.size();
  out.resize(begin + head_size(step, wall_time) + length_field_size(summary_size));
  Cursor cursor(out.data() + begin);
  put_head(cursor, step, wall_time);
  cursor.length(5, summary_size);
  cursor.length(1, value.size());
  cursor.bytes(value);
}

void append_version_event(std::string& out, std::string_view source, int64_t step, double wall_time) {
  const size_t source_size = length_field_size(source.size());
  const size_t begin = out.size();
  out.resize(begin + head_size(step, wall_time) + length_field_size(kFileVersion.size()) +
             (source.empty() ? 0 : length_field_size(source_size)));
  Cursor cursor(out.data() + begin);
  put_head(cursor, step, wall_time);
  cursor.length(3, kFileVersion.size());
  cursor.bytes(kFileVersion);
  if (source.empty()) return;
  cursor.length(10, source_size);
  cursor.length(1, source.size());
  cursor.bytes(source);
}

void append_session_start_event(std::string& out, int64_t step, double wall_time) {
  constexpr std::string_view start("\x3a\x02\x08\x01", 4);  // session_log { status: START }
  const size_t begin = out.size();
  out.resize(begin + head_size(step, wall_time) + start.size());
  Cursor cursor(out.data() + begin);
  put_head(cursor, step, wall_time);
  cursor.bytes(start);
}

size_t first_record_size(std::string_view records) {
  if (records.empty()) return 0;
  uint64_t size;
  std::memcpy(&size, records.data(), sizeof size);
  return static_cast<size_t>(size) + kFrameBytes;
}

}  // namespace sightline
