// Fills the window, reusing what overlaps.
#include "core/records/read_buffer.h"

#include <algorithm>
#include <cstring>

namespace sightline {

void ReadBuffer::attach(Source& source, uint64_t end) {
  source_ = &source;
  end_ = end;
  base_ = size_ = 0;
  ahead_ = kLargeRead;
  lends_ = false;
  window_ = nullptr;
  if (capacity_ > 4 * kLargeRead) {  // one huge tag must not stay for good
    bytes_.reset();
    capacity_ = 0;
  }
}

size_t ReadBuffer::copy(uint64_t offset, void* into, size_t size) const {
  if (!contains(offset, size)) return source_->read_at(offset, into, size);
  if (size > 0) std::memcpy(into, at(offset), size);
  return size;
}

void ReadBuffer::expect_jump() {
  ahead_ = kSmallRead;
  source_->advise_random(true);
}

void ReadBuffer::reserve(size_t capacity, size_t keep_from, size_t keep) {
  if (capacity <= capacity_) {
    if (keep > 0) std::memmove(bytes_.get(), window_ + keep_from, keep);
  } else {
    auto grown = std::make_unique_for_overwrite<uint8_t[]>(capacity);
    if (keep > 0) std::memcpy(grown.get(), window_ + keep_from, keep);
    bytes_ = std::move(grown);
    capacity_ = capacity;
  }
  window_ = bytes_.get();
}

void ReadBuffer::expect_more() {
  ahead_ = std::min(ahead_ * 2, kLargeRead);
  if (ahead_ == kLargeRead) source_->advise_random(false);
}

bool ReadBuffer::borrow(uint64_t offset, size_t size) {
  const uint64_t left = offset < end_ ? end_ - offset : 0;
  if (size > left) return false;
  const auto lent = source_->lend(offset, std::min<uint64_t>(std::max(size, ahead_), left));
  if (lent.empty()) return false;
  lends_ = true;
  base_ = offset;
  size_ = std::min<uint64_t>(lent.size(), left);
  window_ = lent.data();
  expect_more();
  return size <= size_;
}

bool ReadBuffer::fill(uint64_t offset, size_t size) {
  if (contains(offset, size)) return true;
  if (available(offset) == 0 && borrow(offset, size)) return true;
  const size_t keep = available(offset);
  const uint64_t left = offset + keep < end_ ? end_ - offset - keep : 0;
  const size_t wanted = std::min<uint64_t>(lends_ ? size - keep : std::max(size - keep, ahead_), left);
  reserve(std::max(keep + wanted, std::min<size_t>(kLargeRead, keep + left)), keep > 0 ? offset - base_ : 0,
          keep);
  base_ = offset;
  size_ = keep;
  do {  // once, unless the source gave up on the way: then the next read shows why
    const size_t missing = keep + wanted - size_;
    const size_t got = missing > 0 ? source_->read_at(offset + size_, bytes_.get() + size_, missing) : 0;
    if (got == 0) break;
    size_ += got;
  } while (size_ < size);
  expect_more();
  return size <= size_;
}

}  // namespace sightline
