// Small pieces are gathered before they are written, large ones are written from where they are.
#include "core/scan/saved_file.h"

#include <cerrno>
#include <cstring>

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

// From here on a segment's pages are dropped once they are checked: a chart uses few of them.
constexpr size_t kManyBytes = size_t{1} << 20;

}  // namespace

int write_column(int fd, uint64_t offset, const std::vector<const SegmentImage*>& images,
                 SavedColumn column) {
  Output output(fd, offset);
  for (const SegmentImage* image : images)
    for (const SegmentImage::Bytes piece : image->pieces(column)) output.put(piece);
  return output.finish();
}

std::shared_ptr<SavedFile> SavedFile::open(const std::string& path) {
  size_t size = 0;
  auto mapped = map_file(path, &size);
  if (mapped == nullptr) return nullptr;
  auto file = std::make_shared<SavedFile>();
  file->bytes_ = {static_cast<const std::byte*>(mapped.get()), size};
  file->mapped_ = std::move(mapped);
  return file;
}

std::unique_ptr<Segment> SavedFile::segment(const SavedRanges& ranges, uint32_t checksum) const {
  SavedColumns columns{{}, mapped_};
  for (size_t i = 0; i < kSavedColumns; ++i) {
    const auto [offset, size] = ranges[i];
    if (offset > bytes_.size() || size > bytes_.size() - offset) return nullptr;
    columns.bytes[i] = bytes_.subspan(offset, size);
  }
  const bool is_whole = checksum_of(columns) == checksum;
  for (const auto& column : columns.bytes)
    if (column.size() >= kManyBytes) sightline::forget_pages(column.data(), column.size());
  if (!is_whole) return nullptr;
  auto saved = read_saved_segment(columns);
  return saved ? std::make_unique<Segment>(std::move(*saved)) : nullptr;
}

void SavedFile::forget_pages() const { sightline::forget_pages(bytes_.data(), bytes_.size()); }

}  // namespace sightline
