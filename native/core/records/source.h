// Where the bytes of an event file come from.
#pragma once

#include <cstddef>
#include <cstdint>
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
  // A hint: the next reads are far apart.
  virtual void advise_random(bool) {}
};

}  // namespace sightline
