// Interned text by open addressing.
#include "core/base/string_table.h"

#include "core/base/bytes.h"

namespace sightline {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr uint64_t kMix = 0x9e3779b97f4a7c15u;

uint64_t fold(uint64_t left, uint64_t right) {
  const Wide product = static_cast<Wide>(left) * right;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace

uint64_t hash_text(std::string_view text) {
  const char* at = text.data();
  size_t left = text.size();
  uint64_t hash = kMix ^ left;
  for (; left >= 16; at += 16, left -= 16)
    hash = fold(load<uint64_t>(at) ^ hash, load<uint64_t>(at + 8) ^ 0xe7037ed1a0b428dbu);
  uint64_t low = 0, high = 0;
  if (left >= 8) {
    low = load<uint64_t>(at);
    high = load<uint64_t>(at + left - 8);
  } else if (left >= 4) {
    low = load<uint32_t>(at);
    high = load<uint32_t>(at + left - 4);
  } else if (left > 0) {
    low = static_cast<uint8_t>(at[0]) | static_cast<uint64_t>(static_cast<uint8_t>(at[left / 2])) << 8 |
          static_cast<uint64_t>(static_cast<uint8_t>(at[left - 1])) << 16;
  }
  return fold(fold(low ^ hash, high ^ 0x8ebc6af09c88c6e3u), kMix);
}

StringTable::StringTable() : offsets_{0}, slots_(1024) { intern(""); }

size_t StringTable::slot_of(std::string_view text, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const uint32_t id = slots_[slot] - 1;
    if (hashes_[id] == hash && (*this)[id] == text) break;
  }
  return slot;
}

uint32_t StringTable::intern(std::string_view text) {
  const auto hash = static_cast<uint32_t>(hash_text(text));
  size_t slot = slot_of(text, hash);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  if (hashes_.size() * 2 >= slots_.size()) {
    grow();
    slot = slot_of(text, hash);
  }
  bytes_.insert(bytes_.end(), text.begin(), text.end());
  offsets_.push_back(bytes_.size());
  hashes_.push_back(hash);
  slots_[slot] = static_cast<uint32_t>(hashes_.size());
  return slots_[slot] - 1;
}

uint32_t StringTable::find(std::string_view text) const {
  const uint32_t found = slots_[slot_of(text, static_cast<uint32_t>(hash_text(text)))];
  return found != 0 ? found - 1 : kNone;
}

void StringTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const size_t mask = slots_.size() - 1;
  for (size_t id = 0; id < hashes_.size(); ++id) {
    size_t slot = hashes_[id] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<uint32_t>(id + 1);
  }
}

void StringTable::release(Column<uint64_t>& offsets, Column<char>& bytes) {
  bytes_.shrink_to_fit();
  offsets = to_column(std::move(offsets_));
  bytes = to_column(std::move(bytes_));
}

}  // namespace sightline
