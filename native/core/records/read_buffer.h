// A window over a source: large reads while reading on, small ones after a jump over a payload. Bytes that
// the source lends are not copied, but for a record that is in two parts of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/records/source.h"

namespace sightline {

class ReadBuffer {
 public:
  static constexpr size_t kSmallRead = 512;  // what is around a payload; few cold lines to copy
  static constexpr size_t kLargeRead = size_t{256}
                                       << 10;  // stays in the second-level cache while it is parsed

  // Begins on `source`, whose bytes from `end` on are not read.
  void attach(Source& source, uint64_t end);

  bool contains(uint64_t offset, uint64_t size) const {
    return offset >= base_ && offset - base_ <= size_ && size <= size_ - (offset - base_);
  }
  // How many bytes from `offset` on are in the window.
  size_t available(uint64_t offset) const { return contains(offset, 0) ? size_ - (offset - base_) : 0; }
  const uint8_t* at(uint64_t offset) const { return window_ + (offset - base_); }

  // Reads [offset, offset + size) into the window, and possibly more; false where the source ended early.
  // Invalidates pointers from at().
  bool fill(uint64_t offset, size_t size);

  // Copies bytes that were read before or can be read now; fewer where the source ended early.
  size_t copy(uint64_t offset, void* into, size_t size) const;

  // The next reads are likely to be far apart: read little and advise the kernel.
  void expect_jump();

  Source& source() const { return *source_; }
  uint64_t end() const { return end_; }

 private:
  bool borrow(uint64_t offset, size_t size);
  void reserve(size_t capacity, size_t keep_from, size_t keep);
  void expect_more();

  Source* source_ = nullptr;
  uint64_t end_ = 0;
  uint64_t base_ = 0;
  size_t size_ = 0;
  size_t capacity_ = 0;
  size_t ahead_ = kLargeRead;
  bool lends_ = false;               // the source did so: what is copied is as little as possible
  const uint8_t* window_ = nullptr;  // in `bytes_`, or where the source lent it
  std::unique_ptr<uint8_t[]> bytes_;
};

}  // namespace sightline
