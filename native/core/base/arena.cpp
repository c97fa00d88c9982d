// Blocks and regions.
#include "core/base/arena.h"

#include <algorithm>
#include <utility>

#include "core/base/platform.h"

namespace sightline {

void FreeBlock::operator()(std::byte* memory) const { free_pages(memory); }

void Arena::open(size_t size) {
  blocks_.emplace_back(static_cast<std::byte*>(allocate_pages(size)));
  at_ = blocks_.back().get();
  left_ = size;
}

void Arena::expect(size_t size) {
  if (size > 0 && nbytes_ < kManyBytes) open(size);
}

std::byte* Arena::take(size_t size) {
  if (left_ < size) open(std::max(size, kRegion));
  left_ -= size;
  nbytes_ += size;
  return std::exchange(at_, at_ + size);
}

std::vector<Block> Arena::release_blocks() { return std::exchange(blocks_, {}); }

}  // namespace sightline
