// Hashing behind the guess.
#include "core/scan/tag_table.h"

#include <random>

namespace sightline {
namespace {

// Logs are untrusted: a seed of our own keeps chosen tags from falling into one slot.
uint64_t seed() {
  static const uint64_t value = (uint64_t{std::random_device{}()} << 32 | std::random_device{}()) | 1;
  return value;
}

uint64_t mix(uint64_t left, uint64_t right) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(left ^ 0x9e3779b97f4a7c15u) * (right ^ 0xd1b54a32d192ed03u);
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t hash_of(std::string_view name) {
  uint64_t hash = mix(seed(), name.size());
  size_t at = 0;
  for (; at + 8 <= name.size(); at += 8) hash = mix(hash ^ load<uint64_t>(name.data() + at), seed());
  uint64_t rest = 0;
  if (at < name.size()) std::memcpy(&rest, name.data() + at, name.size() - at);
  return mix(hash ^ rest, seed());
}

size_t bytes_of(const TagInfo& info) {
  const size_t bytes = sizeof(TagInfo) + info.name.size();
  if (!info.metadata) return bytes;
  const Metadata& metadata = *info.metadata;
  return bytes + sizeof(Metadata) + metadata.plugin_name.size() + metadata.plugin_content.size() +
         metadata.display_name.size() + metadata.description.size();
}

}  // namespace

uint32_t TagTable::find_or_add(std::string_view name) {
  const uint64_t hash = hash_of(name);
  uint32_t tag = kNoTag;
  const size_t mask = slots_.size() - 1;
  if (!slots_.empty())
    for (size_t slot = hash & mask; (tag = slots_[slot]) != kNoTag; slot = (slot + 1) & mask)
      if (entries_[tag].hash == hash && is(entries_[tag], name)) break;
  if (tag == kNoTag) tag = add(name, hash);
  entries_[last_].follower = tag;
  return last_ = tag;
}

uint32_t TagTable::add(std::string_view name, uint64_t hash) {
  const auto tag = static_cast<uint32_t>(entries_.size());
  auto info = std::make_shared<TagInfo>();
  info->name = name;
  info_bytes_ += bytes_of(*info);
  entries_.push_back({info->name.data(), static_cast<uint32_t>(name.size()), 0, hash, info});
  if (entries_.size() * 2 > slots_.size()) {
    rehash(slots_.empty() ? 16 : slots_.size() * 2);
    return tag;
  }
  size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot] != kNoTag) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = tag;
  return tag;
}

void TagTable::rehash(size_t n_slots) {
  slots_.assign(n_slots, kNoTag);
  entries_.reserve(n_slots / 2);
  for (uint32_t tag = 0; tag < entries_.size(); ++tag) {
    size_t slot = entries_[tag].hash & (n_slots - 1);
    while (slots_[slot] != kNoTag) slot = (slot + 1) & (n_slots - 1);
    slots_[slot] = tag;
  }
}

void TagTable::set_info(uint32_t tag, TagInfo info) {
  auto shared = std::make_shared<TagInfo>(std::move(info));
  info_bytes_ += bytes_of(*shared) - bytes_of(*entries_[tag].info);
  entries_[tag].name = shared->name.data();
  entries_[tag].info = std::move(shared);
}

}  // namespace sightline
