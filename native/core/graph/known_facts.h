// Facts of operations that were read, by their op and the bytes of their attributes.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "core/base/string_table.h"
#include "core/graph/draft.h"

namespace sightline {

class KnownFacts {
 public:
  // Views into the message of the graph, which outlives this.
  struct Key {
    std::string_view op;
    std::string_view attributes;  // from the first attribute's bytes to the end of the operation
    size_t first_size = 0;        // of the first attribute
    bool operator==(const Key&) const = default;
  };

  const DraftFacts* find(const Key& key) const {
    if (key.attributes.size() > kMaxBytes) return nullptr;
    const auto found = facts_.find(key);
    return found == facts_.end() ? nullptr : &found->second;
  }

  void add(const Key& key, const DraftFacts& facts) {
    if (key.attributes.size() <= kMaxBytes && facts_.size() < kMost) facts_.emplace(key, facts);
  }

 private:
  struct Hash {
    size_t operator()(const Key& key) const { return hash_text(key.attributes) ^ hash_text(key.op) * 3; }
  };

  // Where attributes are long or all differ, nothing is gained by looking for them.
  static constexpr size_t kMaxBytes = 512;
  static constexpr size_t kMost = 1024;

  std::unordered_map<Key, DraftFacts, Hash> facts_;
};

}  // namespace sightline
