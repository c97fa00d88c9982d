// One list for the process: whoever uses pages that were dropped meanwhile reads them again.
#include "core/base/mapped_pages.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "core/base/platform.h"

namespace sightline {
namespace {

// The system maps the pages around one that is used, too.
constexpr size_t kAroundBytes = size_t{64} << 10;

struct MappedFile {
  std::weak_ptr<const void> mapped;
  std::span<const std::byte> bytes;
};

std::atomic<size_t> most_bytes{0};
std::atomic<size_t> used_bytes{0};
std::mutex mutex;  // guards files
std::vector<MappedFile> files;

void drop_all() {
  const std::lock_guard lock(mutex);
  std::erase_if(files, [](const MappedFile& file) {
    const auto alive = file.mapped.lock();
    if (alive) forget_pages(file.bytes.data(), file.bytes.size());
    return !alive;
  });
}

}  // namespace

void bound_mapped_pages(size_t max_bytes) { most_bytes = max_bytes; }

void add_mapped_file(const std::shared_ptr<const void>& mapped, std::span<const std::byte> bytes) {
  if (most_bytes == 0) return;
  const std::lock_guard lock(mutex);
  std::erase_if(files, [](const MappedFile& file) { return file.mapped.expired(); });
  files.push_back({mapped, bytes});
}

void use_mapped_pages(size_t n_bytes) {
  const size_t most = most_bytes.load(std::memory_order_relaxed);
  if (most == 0 || used_bytes.fetch_add(std::max(n_bytes, kAroundBytes)) < most) return;
  used_bytes = 0;
  drop_all();
}

}  // namespace sightline
