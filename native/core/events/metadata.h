// The metadata of a tag, from its first value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sightline {

constexpr uint32_t kDataClassScalar = 1;

struct Metadata {
  std::string plugin_name;
  std::string plugin_content;
  std::string display_name;
  std::string description;
  uint32_t data_class = 0;

  bool says_scalar() const { return plugin_name == "scalars" || data_class == kDataClassScalar; }
};

// Decodes a serialized SummaryMetadata; false where it is malformed.
bool decode_metadata(std::string_view bytes, Metadata& metadata);

}  // namespace sightline
