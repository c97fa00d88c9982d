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
  std::unique_ptr<Segment> segment(const SavedRanges& ranges, Checksums checksums) const;
  // The same, not taken apart. Given the path of its event file, only what a list needs is checked now; the
  // rest is when it is taken apart, and read from there again where it is damaged.
  std::unique_ptr<Segment> sleeping_segment(const SavedRanges& ranges, Checksums checksums,
                                            std::string event_file) const;
  // Drops its pages from this process; what is used comes back.
  void forget_pages() const;

 private:
  // None where the ranges are outside of the file.
  std::optional<SavedColumns> columns(const SavedRanges& ranges) const;

  std::shared_ptr<const void> mapped_;
  std::span<const std::byte> bytes_;
};

}  // namespace sightline
