// Byte-wise search: a plausible length first, then its CRC, then the data's.
#include "core/records/resync.h"

#include <algorithm>
#include <memory>

#include "core/records/record.h"

namespace sightline {
namespace {

constexpr size_t kWindow = 256 << 10;
// A hostile file can be made of headers that each claim much data. Checking all of that data again and again
// would take forever, so after this many wasted bytes only short records are tried.
constexpr uint64_t kMaxWastedBytes = uint64_t{256} << 20;
constexpr uint64_t kShortRecord = 4096;

class Search {
 public:
  Search(Source& source, uint64_t from, uint64_t end)
      : source_(source), end_(end), capacity_(std::min<uint64_t>(kWindow, end - from)) {}

  Resync run(uint64_t from) {
    for (uint64_t at = from; end_ - at >= kHeaderSize;) {
      const size_t size = source_.read_at(at, window_.get(), std::min<uint64_t>(capacity_, end_ - at));
      if (size < kHeaderSize) return {std::nullopt, first_to_check(at)};  // the source ended early
      for (size_t i = 0; i + kHeaderSize <= size; ++i)
        if (begins_record(at, i)) return {at + i, at + i};
      at += size - kHeaderSize + 1;
    }
    return {std::nullopt, first_to_check(std::max(from, end_ - std::min(end_, kHeaderSize - 1)))};
  }

 private:
  uint64_t first_to_check(uint64_t at) const { return unfinished_ ? std::min(at, *unfinished_) : at; }

  bool begins_record(uint64_t at, size_t i) {
    const uint8_t* header = window_.get() + i;
    const uint64_t length = load<uint64_t>(header);
    if (length > kMaxRecord || !is_valid_header(header)) return false;
    const uint64_t offset = at + i;
    if (end_ - offset < kFrameSize || length > end_ - offset - kFrameSize) {
      if (!unfinished_) unfinished_ = offset;
      return false;
    }
    if (wasted_bytes_ > kMaxWastedBytes && length > kShortRecord) return false;
    if (has_valid_data(source_, offset, length)) return true;
    wasted_bytes_ += length;
    return false;
  }

  Source& source_;
  uint64_t end_;
  size_t capacity_;
  uint64_t wasted_bytes_ = 0;
  std::optional<uint64_t> unfinished_;
  std::unique_ptr<uint8_t[]> window_ = std::make_unique_for_overwrite<uint8_t[]>(capacity_);
};

}  // namespace

Resync find_record(Source& source, uint64_t from, uint64_t end) {
  if (from >= end) return {std::nullopt, from};
  return Search(source, from, end).run(from);
}

}  // namespace sightline
