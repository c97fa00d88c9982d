// Files of saved segments: columns written one behind the other, and mapped again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scan/saved_segment.h"
#include "core/scan/segment.h"
#include "core/scan/segment_image.h"

namespace sightline {

// Writes one column of several segments, one behind the other, at an offset. 0 or a negative errno.
int write_column(int fd, uint64_t offset, const std::vector<const SegmentImage*>& images, SavedColumn column);

// Where a column of a saved segment is in its file, in bytes.
struct ByteRange {
  uint64_t offset, size;
};
using SavedRanges = std::array<ByteRange, kSavedColumns>;

// A mapped file. It may be deleted meanwhile, but is never changed.
class SavedFile {
 public:
  // Null where the file cannot be mapped.
  static std::shared_ptr<SavedFile> open(const std::string& path);

  std::span<const std::byte> bytes() const { return bytes_; }
  // One of its segments; null where it is damaged or the ranges are outside of the file.
  std::unique_ptr<Segment> segment(const SavedRanges& ranges, uint32_t checksum) const;
  // The same, checked but not taken apart.
  std::unique_ptr<Segment> sleeping_segment(const SavedRanges& ranges, uint32_t checksum) const;
  // Drops its pages from this process; what is used comes back.
  void forget_pages() const;

 private:
  std::optional<SavedColumns> checked_columns(const SavedRanges& ranges, uint32_t checksum) const;

  std::shared_ptr<const void> mapped_;
  std::span<const std::byte> bytes_;
};

}  // namespace sightline
