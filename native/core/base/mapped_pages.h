// Bounds the memory that mapped files take in this process: their pages are dropped again after enough use.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace sightline {

// From now on pages of mapped files are dropped after about so many bytes were used; 0, as at first: never.
void bound_mapped_pages(size_t max_bytes);

// A mapped file whose pages may be dropped while it lives.
void add_mapped_file(const std::shared_ptr<const void>& mapped, std::span<const std::byte> bytes);

// Somebody is about to read so many bytes of mapped files, in one place.
void use_mapped_pages(size_t n_bytes);

}  // namespace sightline
