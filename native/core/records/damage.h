// What could not be read of a file: where, how much, why.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sightline {

enum class DamageReason : uint8_t {
  bad_length_crc,
  impossible_length,
  bad_data_crc,
  not_an_event,
  torn_tail
};

const char* to_string(DamageReason reason);

struct Damage {
  uint64_t offset;
  uint64_t n_bytes;
  DamageReason reason;
};

// Every damage is counted, the first ones are listed. The open one reaches to the end of the file as it is
// now: more bytes may heal it (a file system that shows zeros before data) or show where it ends.
struct DamageLog {
  static constexpr size_t kMaxListed = 1000;

  struct Totals {
    uint64_t count;
    uint64_t n_bytes;
  };

  std::vector<Damage> listed;
  uint64_t count = 0;
  uint64_t n_bytes = 0;
  std::optional<Damage> open;

  void add(const Damage& damage) {
    if (listed.size() < kMaxListed) listed.push_back(damage);
    ++count;
    n_bytes += damage.n_bytes;
  }

  // Everything that was damaged, whether listed or not, with the open one.
  Totals totals() const { return {count + (open ? 1 : 0), n_bytes + (open ? open->n_bytes : 0)}; }
};

}  // namespace sightline
