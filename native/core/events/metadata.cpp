// Decodes SummaryMetadata.
#include "core/events/metadata.h"

#include "core/events/wire_cursor.h"

namespace sightline {
namespace {

bool decode_plugin_data(std::string_view bytes, Metadata& metadata) {
  for (WireCursor cursor(bytes); cursor.left() > 0;) {
    uint32_t key;
    uint64_t length;
    std::string_view text;
    if (!read_key(cursor, key)) return false;
    if ((key & 7) != kBytes) {
      if (!skip_field(cursor, key)) return false;
      continue;
    }
    if (!cursor.varint(length) || !cursor.view(length, text)) return false;
    if (key >> 3 == 1) metadata.plugin_name = text;
    if (key >> 3 == 2) metadata.plugin_content = text;
  }
  return true;
}

}  // namespace

bool decode_metadata(std::string_view bytes, Metadata& metadata) {
  for (WireCursor cursor(bytes); cursor.left() > 0;) {
    uint32_t key;
    uint64_t number;
    std::string_view text;
    if (!read_key(cursor, key)) return false;
    if (key == wire_key(4, kVarint)) {
      if (!cursor.varint(number)) return false;
      metadata.data_class = static_cast<uint32_t>(number);
      continue;
    }
    if ((key & 7) != kBytes) {
      if (!skip_field(cursor, key)) return false;
      continue;
    }
    if (!cursor.varint(number) || !cursor.view(number, text)) return false;
    if (key >> 3 == 1 && !decode_plugin_data(text, metadata)) return false;
    if (key >> 3 == 2) metadata.display_name = text;
    if (key >> 3 == 3) metadata.description = text;
  }
  return true;
}

}  // namespace sightline
