// The tags of one event file: name to small number, guessed from which tag came after which before.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/bytes.h"
#include "core/events/metadata.h"

namespace sightline {

constexpr uint32_t kNoTag = 0xffffffffu;

struct TagInfo {
  std::string name;
  bool is_scalar = false;                    // one-element tensors under this tag are scalars
  std::shared_ptr<const Metadata> metadata;  // null: no value had any yet
};

// Tags are short: a call of memcmp for each would take longer than the comparison.
inline bool same_bytes(const char* left, const char* right, size_t size) {
  const auto same = [&]<typename Word>(Word, size_t at) {
    return load<Word>(left + at) == load<Word>(right + at);
  };
  if (size < 4) {
    for (size_t at = 0; at < size; ++at)
      if (left[at] != right[at]) return false;
    return true;
  }
  if (size < 8) return same(uint32_t{}, 0) && same(uint32_t{}, size - 4);
  for (size_t at = 0; at + 8 <= size; at += 8)
    if (!same(uint64_t{}, at)) return false;
  return same(uint64_t{}, size - 8);
}

class TagTable {
 public:
  size_t size() const { return entries_.size(); }

  // The number of a tag, a new one at its first sight. Training loops log the same tags in the same order, so
  // the tag that followed last time is tried before any hashing.
  uint32_t intern(std::string_view name) {
    if (!entries_.empty()) {
      const uint32_t guess = entries_[last_].follower;
      if (is(entries_[guess], name)) return last_ = guess;
    }
    return find_or_add(name);
  }

  const TagInfo& info(uint32_t tag) const { return *entries_[tag].info; }
  std::shared_ptr<const TagInfo> shared_info(uint32_t tag) const { return entries_[tag].info; }

  // Only for a tag whose info nobody uses yet.
  void mark_scalar(uint32_t tag) { entries_[tag].info->is_scalar = true; }

  // Replaces what is known of a tag; the old one lives on with those who hold it.
  void set_info(uint32_t tag, TagInfo info);
  size_t nbytes() const {
    return info_bytes_ + entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(uint32_t);
  }

 private:
  struct Entry {
    const char* name;
    uint32_t length;
    uint32_t follower;
    uint64_t hash;
    std::shared_ptr<TagInfo> info;
  };

  static bool is(const Entry& entry, std::string_view name) {
    return entry.length == name.size() && same_bytes(entry.name, name.data(), name.size());
  }
  uint32_t find_or_add(std::string_view name);
  uint32_t add(std::string_view name, uint64_t hash);
  void rehash(size_t n_slots);

  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // tag numbers by hash, kNoTag where free; a power of two, at most half full
  uint32_t last_ = 0;
  size_t info_bytes_ = 0;
};

}  // namespace sightline
