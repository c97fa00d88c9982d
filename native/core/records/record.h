// The framing of event files: length, CRC of the length, data, CRC of the data.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/base/bytes.h"
#include "core/base/crc32c.h"
#include "core/records/source.h"

namespace sightline {

constexpr uint64_t kHeaderSize = 12;
constexpr uint64_t kFooterSize = 4;
constexpr uint64_t kFrameSize = kHeaderSize + kFooterSize;
constexpr uint64_t kMaxRecord = uint64_t{1} << 31;  // no protobuf message is longer: beyond is damage

// Whether the 12 bytes are a length with its right CRC.
inline bool is_valid_header(const uint8_t* header) {
  return load<uint32_t>(header + 8) == masked_crc32c(header, 8);
}

// Whether the data of the record at `offset` has the CRC that follows it; reads it piece by piece.
bool has_valid_data(Source& source, uint64_t offset, uint64_t length);

class RecordError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The data of the record at `offset`, both CRCs checked; throws RecordError that names the offset.
std::string read_record(Source& source, uint64_t offset);

}  // namespace sightline
