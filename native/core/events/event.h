// One event, taken apart as far as the scan needs it: times, and an item for every value or payload it
// carries.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/events/wire_cursor.h"

namespace sightline {

// What an item is. The numbers are public: they are the `what` column of references.
enum class What : uint8_t {
  simple_value = 0,  // never a reference
  tensor = 1,
  image = 2,
  histo = 3,
  audio = 4,
  obsolete_histogram = 5,
  graph_def = 6,
  meta_graph_def = 7,
  tagged_run_metadata = 8,
  log_message = 9,
  session_log = 10,
  nothing = 11,
};

struct Item {
  What what = What::nothing;
  bool has_tag = false;  // false: the event's own payload, not a summary value
  float simple_value = 0;
  uint64_t offset = 0;  // in the file, of the Summary.Value message or the payload
  uint64_t length = 0;
  std::string_view tag;
  std::string_view metadata;  // serialized SummaryMetadata, empty if there is none
  std::string_view payload;   // of small tensors and session logs only
};

// A longer tensor message is never a scalar, whatever its shape.
constexpr uint64_t kMaxScalarTensor = 1024;
constexpr uint64_t kMaxSessionLog = 4096;

struct Event {
  double wall_time = 0;
  int64_t step = 0;
  bool has_file_version = false;
  std::string_view file_version;
  std::string_view source_writer;
  std::vector<Item> items;

  void clear() {
    wall_time = 0;
    step = 0;
    has_file_version = false;
    file_version = source_writer = {};
    items.clear();
  }
  // Whether the scan would take a value out of the record, so that its CRC has to be checked.
  bool has_values() const {
    for (const Item& item : items)
      if (item.what == What::simple_value || !item.payload.empty()) return true;
    return has_file_version;
  }
};

// Reads the length of a submessage that must lie before `limit`.
template <typename Cursor>
bool read_length(Cursor& cursor, uint64_t limit, uint64_t& length) {
  return cursor.varint(length) && cursor.position() <= limit && length <= limit - cursor.position();
}

// Reads a submessage into view if it is small, else skips it.
template <typename Cursor>
bool read_small(Cursor& cursor, uint64_t length, uint64_t max, std::string_view& bytes) {
  bytes = {};
  return length <= max ? cursor.view(length, bytes) : cursor.skip(length);
}

template <typename Cursor>
bool parse_value_field(Cursor& cursor, uint32_t key, uint64_t limit, Item& item) {
  if (key == wire_key(2, kFixed32)) {
    uint32_t bits;
    item.what = What::simple_value;
    if (!cursor.fixed32(bits)) return false;
    item.simple_value = load<float>(&bits);
    return true;
  }
  if ((key & 7) != kBytes) return skip_field(cursor, key);
  uint64_t length;
  if (!read_length(cursor, limit, length)) return false;
  switch (key >> 3) {
    case 1:
      return cursor.view(length, item.tag);
    case 3:
      item.what = What::obsolete_histogram;
      break;
    case 4:
      item.what = What::image;
      break;
    case 5:
      item.what = What::histo;
      break;
    case 6:
      item.what = What::audio;
      break;
    case 8:
      item.what = What::tensor;
      return read_small(cursor, length, kMaxScalarTensor, item.payload);
    case 9:
      return cursor.view(length, item.metadata);
    default:
      break;
  }
  return cursor.skip(length);
}

template <typename Cursor>
bool parse_value(Cursor& cursor, uint64_t limit, Item& item) {
  item.has_tag = true;
  item.offset = cursor.position();
  item.length = limit - item.offset;
  while (cursor.position() < limit) {
    uint32_t key;
    if (!read_key(cursor, key) || !parse_value_field(cursor, key, limit, item)) return false;
  }
  if (item.what != What::tensor) item.payload = {};  // of the values under one key the last one counts
  return cursor.position() == limit;
}

template <typename Cursor>
bool parse_summary(Cursor& cursor, uint64_t limit, Event& event) {
  while (cursor.position() < limit) {
    uint32_t key;
    if (!read_key(cursor, key)) return false;
    if (key != wire_key(1, kBytes)) {
      if (!skip_field(cursor, key)) return false;
      continue;
    }
    uint64_t length;
    if (!read_length(cursor, limit, length)) return false;
    if (!parse_value(cursor, cursor.position() + length, event.items.emplace_back())) return false;
  }
  return cursor.position() == limit;
}

// The string in field 1 of a small message: a run metadata's tag, a source's writer. Absent where malformed.
template <typename Cursor>
bool parse_first_string(Cursor& cursor, uint64_t limit, std::string_view& text) {
  while (cursor.position() < limit) {
    uint32_t key;
    if (!read_key(cursor, key)) return false;
    uint64_t length;
    if (key != wire_key(1, kBytes)) {
      if (!skip_field(cursor, key)) return false;
    } else if (!read_length(cursor, limit, length) || !cursor.view(length, text)) {
      return false;
    }
  }
  return cursor.position() == limit;
}

template <typename Cursor>
bool parse_payload(Cursor& cursor, What what, uint64_t length, Event& event) {
  Item& item = event.items.emplace_back();
  item.what = what;
  item.offset = cursor.position();
  item.length = length;
  if (what == What::session_log) return read_small(cursor, length, kMaxSessionLog, item.payload);
  if (what != What::tagged_run_metadata) return cursor.skip(length);
  item.has_tag = true;
  return parse_first_string(cursor, item.offset + length, item.tag);
}

template <typename Cursor>
bool parse_event_field(Cursor& cursor, uint32_t key, uint64_t limit, Event& event) {
  uint64_t number;
  if (key == wire_key(1, kFixed64)) {
    if (!cursor.fixed64(number)) return false;
    event.wall_time = load<double>(&number);
    return true;
  }
  if (key == wire_key(2, kVarint)) {
    if (!cursor.varint(number)) return false;
    event.step = static_cast<int64_t>(number);
    return true;
  }
  if ((key & 7) != kBytes) return skip_field(cursor, key);
  if (!read_length(cursor, limit, number)) return false;
  switch (key >> 3) {
    case 3:
      event.has_file_version = true;
      return cursor.view(number, event.file_version);
    case 4:
      return parse_payload(cursor, What::graph_def, number, event);
    case 5:
      return parse_summary(cursor, cursor.position() + number, event);
    case 6:
      return parse_payload(cursor, What::log_message, number, event);
    case 7:
      return parse_payload(cursor, What::session_log, number, event);
    case 8:
      return parse_payload(cursor, What::tagged_run_metadata, number, event);
    case 9:
      return parse_payload(cursor, What::meta_graph_def, number, event);
    case 10:
      return parse_first_string(cursor, cursor.position() + number, event.source_writer);
    default:
      return cursor.skip(number);
  }
}

// Takes apart the event in [cursor, limit); false where it is not an event. Messages that only their readers
// decode (metadata, tensors, images, graphs) are not checked here.
template <typename Cursor>
bool parse_event(Cursor& cursor, uint64_t limit, Event& event) {
  event.clear();
  while (cursor.position() < limit) {
    uint32_t key;
    if (!read_key(cursor, key) || !parse_event_field(cursor, key, limit, event)) return false;
  }
  return cursor.position() == limit;
}

}  // namespace sightline
