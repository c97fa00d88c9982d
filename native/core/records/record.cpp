// Reads and checks single records.
#include "core/records/record.h"

#include <algorithm>
#include <memory>

namespace sightline {
namespace {

[[noreturn]] void fail(const char* what, uint64_t offset) {
  throw RecordError(std::string(what) + " in the record at byte " + std::to_string(offset));
}

}  // namespace

bool has_valid_data(Source& source, uint64_t offset, uint64_t length) {
  constexpr uint64_t kPiece = 64 << 10;
  uint8_t footer[kFooterSize];
  auto piece = std::make_unique_for_overwrite<uint8_t[]>(std::min(length, kPiece));
  uint64_t at = offset + kHeaderSize;
  uint32_t crc = 0;
  for (uint64_t left = length; left > 0;) {
    const size_t size = std::min(left, kPiece);
    if (source.read_at(at, piece.get(), size) != size) return false;
    crc = crc32c(piece.get(), size, crc);
    at += size;
    left -= size;
  }
  return source.read_at(at, footer, kFooterSize) == kFooterSize && load<uint32_t>(footer) == mask_crc(crc);
}

std::string read_record(Source& source, uint64_t offset) {
  uint8_t header[kHeaderSize];
  if (source.read_at(offset, header, kHeaderSize) != kHeaderSize) fail("no whole header", offset);
  if (!is_valid_header(header)) fail("bad length crc", offset);
  const uint64_t length = load<uint64_t>(header);
  if (length > kMaxRecord) fail("impossible length", offset);
  const uint64_t size = source.size();  // before the memory is taken: a torn tail may claim gigabytes
  if (offset + kFrameSize > size || length > size - offset - kFrameSize) fail("no whole data", offset);
  std::string data(length + kFooterSize, '\0');
  if (source.read_at(offset + kHeaderSize, data.data(), data.size()) != data.size())
    fail("no whole data", offset);
  if (load<uint32_t>(data.data() + length) != masked_crc32c(data.data(), length))
    fail("bad data crc", offset);
  data.resize(length);
  return data;
}

}  // namespace sightline
