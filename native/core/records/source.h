// Where the bytes of an event file come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace sightline {

// The bytes exist, but cannot be read now.
class SourceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Source {
 public:
  virtual ~Source() = default;
  virtual uint64_t size() = 0;
  // Reads up to `size` bytes at `offset`; fewer where the bytes end or where reading further failed. Throws
  // SourceError or std::system_error where not one byte can be read for another reason than the end.
  virtual size_t read_at(uint64_t offset, void* into, size_t size) = 0;
  // Bytes from `offset` on that are in memory already, to be used where they are until the next call of
  // lend(): at least one, often more than the `size` that will be read next; none where bytes have to be
  // copied, or at the end. Throws as read_at() does, and what was lent before then stays.
  virtual std::span<const uint8_t> lend(uint64_t offset, size_t size) {
    (void)offset, (void)size;
    return {};
  }
  // A hint: the next reads are far apart.
  virtual void advise_random(bool) {}
};

}  // namespace sightline
