// Small pieces are gathered before they are written, large ones are written from where they are.
#include "core/scan/saved_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/base/crc32c.h"
#include "core/base/mapped_pages.h"
#include "core/base/platform.h"

namespace sightline {
namespace {

constexpr size_t kGather = size_t{1} << 20;

class Output {
 public:
  Output(int fd, uint64_t offset) : fd_(fd), offset_(static_cast<int64_t>(offset)) {
    gathered_.reserve(kGather);
  }

  void put(SegmentImage::Bytes bytes) {
    if (gathered_.size() + bytes.size() > kGather) flush();
    if (bytes.size() >= kGather / 4)
      write(bytes.data(), bytes.size());
    else
      gathered_.insert(gathered_.end(), bytes.begin(), bytes.end());
  }
  int finish() {
    flush();
    return error_;
  }

 private:
  void flush() {
    write(gathered_.data(), gathered_.size());
    gathered_.clear();
  }
  void write(const std::byte* from, size_t size) {
    if (!gathered_.empty() && from != gathered_.data()) flush();
    while (size > 0 && error_ == 0) {
      const int64_t done = write_at(fd_, from, size, offset_);
      if (done <= 0) {
        error_ = done < 0 ? static_cast<int>(done) : -EIO;
        return;
      }
      from += done;
      offset_ += done;
      size -= static_cast<size_t>(done);
    }
  }

  int fd_;
  int64_t offset_;
  int error_ = 0;
  std::vector<std::byte> gathered_;
};

// The pages of larger columns are dropped as they are checked: a chart uses few of them, and together they
// would be as much memory as they were when they were held.
constexpr size_t kManyBytes = size_t{256} << 10;

uint32_t checksum_of_column(std::span<const std::byte> column, uint32_t crc) {
  const bool is_large = column.size() >= kManyBytes;
  while (!column.empty()) {
    const auto piece = column.first(std::min(kManyBytes, column.size()));
    crc = crc32c(piece.data(), piece.size(), crc);
    if (is_large) sightline::forget_pages(piece.data(), piece.size());
    column = column.subspan(piece.size());
  }
  return crc;
}

}  // namespace

int write_column(int fd, uint64_t offset, const std::vector<const SegmentImage*>& images,
                 SavedColumn column) {
  Output output(fd, offset);
  for (const SegmentImage* image : images)
    image->visit(column, [&](SegmentImage::Bytes part) { output.put(part); });
  return output.finish();
}

std::shared_ptr<SavedFile> SavedFile::open(const std::string& path) {
  size_t size = 0;
  auto mapped = map_file(path, &size);
  if (mapped == nullptr) return nullptr;
  auto file = std::make_shared<SavedFile>();
  file->bytes_ = {static_cast<const std::byte*>(mapped.get()), size};
  add_mapped_file(mapped, file->bytes_);
  file->mapped_ = std::move(mapped);
  return file;
}

std::optional<SavedColumns> SavedFile::checked_columns(const SavedRanges& ranges, uint32_t checksum) const {
  SavedColumns columns{{}, mapped_};
  for (size_t i = 0; i < kSavedColumns; ++i) {
    const auto [offset, size] = ranges[i];
    if (offset > bytes_.size() || size > bytes_.size() - offset) return std::nullopt;
    columns.bytes[i] = bytes_.subspan(offset, size);
  }
  uint32_t found = 0;
  for (const auto& column : columns.bytes) found = checksum_of_column(column, found);
  return found == checksum ? std::optional(std::move(columns)) : std::nullopt;
}

std::unique_ptr<Segment> SavedFile::segment(const SavedRanges& ranges, uint32_t checksum) const {
  const auto columns = checked_columns(ranges, checksum);
  auto saved = columns ? read_saved_segment(*columns) : std::nullopt;
  return saved ? std::make_unique<Segment>(std::move(*saved)) : nullptr;
}

std::unique_ptr<Segment> SavedFile::sleeping_segment(const SavedRanges& ranges, uint32_t checksum) const {
  auto columns = checked_columns(ranges, checksum);
  const auto summary = columns ? read_summary(*columns) : std::nullopt;
  return summary ? std::make_unique<Segment>(std::move(*columns), *summary) : nullptr;
}

void SavedFile::forget_pages() const { sightline::forget_pages(bytes_.data(), bytes_.size()); }

}  // namespace sightline
