// Reads from an open file by position, or from memory.
#include "core/records/source.h"

#include <algorithm>
#include <cstring>

#include "core/base/platform.h"

namespace sightline {

uint64_t FileSource::size() { return size_ ? *size_ : file_size(fd_); }

size_t FileSource::read_at(uint64_t offset, void* into, size_t size) {
  return read_file_at(fd_, offset, into, size);
}

void FileSource::advise_random(bool random) {
  if (random == random_) return;
  random_ = random;
  sightline::advise_random(fd_, random);
}

size_t BytesSource::read_at(uint64_t offset, void* into, size_t size) {
  if (offset >= bytes_.size()) return 0;
  const size_t got = std::min<uint64_t>(size, bytes_.size() - offset);
  if (got > 0) std::memcpy(into, bytes_.data() + offset, got);
  return got;
}

}  // namespace sightline
