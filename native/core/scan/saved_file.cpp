// Small pieces are gathered before they are written, large ones are written from where they are.
#include "core/scan/saved_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

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

std::optional<SavedColumns> SavedFile::columns(const SavedRanges& ranges) const {
  SavedColumns columns{{}, mapped_};
  for (size_t i = 0; i < kSavedColumns; ++i) {
    const auto [offset, size] = ranges[i];
    if (offset > bytes_.size() || size > bytes_.size() - offset) return std::nullopt;
    columns.bytes[i] = bytes_.subspan(offset, size);
  }
  return columns;
}

std::unique_ptr<Segment> SavedFile::segment(const SavedRanges& ranges, Checksums checksums) const {
  const auto found = columns(ranges);
  const bool is_whole = found && checksum_of(*found, kSavedColumns) == checksums.all;
  auto saved = is_whole ? read_saved_segment(*found) : std::nullopt;
  return saved ? std::make_unique<Segment>(std::move(*saved)) : nullptr;
}

std::unique_ptr<Segment> SavedFile::sleeping_segment(const SavedRanges& ranges, Checksums checksums,
                                                     std::string event_file) const {
  auto found = columns(ranges);
  const bool checks_later = !event_file.empty();
  const size_t n_columns = checks_later ? kListColumns : kSavedColumns;
  const uint32_t expected = checks_later ? checksums.list : checksums.all;
  if (!found || checksum_of(*found, n_columns) != expected) return nullptr;
  const auto summary = read_summary(*found);
  if (!summary) return nullptr;
  return std::make_unique<Segment>(std::move(*found), *summary, std::move(event_file), checksums.all);
}

void SavedFile::forget_pages() const { sightline::forget_pages(bytes_.data(), bytes_.size()); }

}  // namespace sightline
