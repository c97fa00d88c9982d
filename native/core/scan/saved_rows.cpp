// Offsets are checked once, when the file is opened; what a row holds, when it is used.
#include "core/scan/saved_rows.h"

#include <algorithm>
#include <cstring>

#include "core/base/parallel.h"

namespace sightline {
namespace {

constexpr size_t kRowsPerThread = 64, kMaxThreads = 4;
constexpr size_t kCheckWords = 2;

uint64_t word_at(std::span<const std::byte> bytes, uint64_t at) {
  uint64_t word;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

}  // namespace

std::unique_ptr<SavedRows> SavedRows::open(std::shared_ptr<const SavedFile> file, const ColumnPlaces& places,
                                           uint64_t n_rows) {
  std::unique_ptr<SavedRows> rows(new SavedRows(std::move(file), places, n_rows));
  if (!rows->fits()) return nullptr;
  rows->rows_.reserve(n_rows);
  for (size_t row = 0; row < n_rows; ++row)
    rows->rows_.insert_or_assign(rows->text(row, KeyColumn::identity), row);
  return rows;
}

bool SavedRows::fits() const {
  const auto bytes = file_->bytes();
  if (n_rows_ == 0 || n_rows_ >= bytes.size() / 8) return false;
  for (const ColumnPlace& place : places_) {
    if (place.element_bytes == 0 || place.offsets_at > bytes.size() || place.data_at > bytes.size() ||
        (n_rows_ + 1) * 8 > bytes.size() - place.offsets_at)
      return false;
    const uint64_t most = (bytes.size() - place.data_at) / place.element_bytes;
    uint64_t before = 0;
    for (uint64_t i = 0; i <= n_rows_; ++i) {
      const uint64_t offset = word_at(bytes, place.offsets_at + 8 * i);
      if (offset < before || offset > most) return false;
      before = offset;
    }
  }
  const ColumnPlace& checks = places_[static_cast<size_t>(KeyColumn::checks)];
  return checks.element_bytes == 8 &&
         word_at(bytes, checks.offsets_at + 8 * n_rows_) == kCheckWords * n_rows_;
}

ByteRange SavedRows::range(size_t row, size_t column) const {
  const ColumnPlace& place = places_[column];
  const uint64_t begin = word_at(file_->bytes(), place.offsets_at + 8 * row);
  const uint64_t end = word_at(file_->bytes(), place.offsets_at + 8 * row + 8);
  return {place.data_at + begin * place.element_bytes, (end - begin) * place.element_bytes};
}

SavedRanges SavedRows::ranges(size_t row) const {
  SavedRanges ranges;
  for (size_t i = 0; i < kSavedColumns; ++i) ranges[i] = range(row, kKeyColumns + i);
  return ranges;
}

std::string_view SavedRows::text(size_t row, KeyColumn column) const {
  const auto [offset, size] = range(row, static_cast<size_t>(column));
  return {reinterpret_cast<const char*>(file_->bytes().data()) + offset, size};
}

uint64_t SavedRows::check(size_t row, size_t word) const {
  const uint64_t data_at = places_[static_cast<size_t>(KeyColumn::checks)].data_at;
  return word_at(file_->bytes(), data_at + (kCheckWords * row + word) * 8);
}

Checksums SavedRows::checksums(size_t row) const {
  const uint64_t word = check(row, 1);
  return {static_cast<uint32_t>(word >> 32), static_cast<uint32_t>(word)};
}

std::string SavedRows::readable_source(size_t row) const {
  const std::string_view path = text(row, KeyColumn::path);
  const bool is_plain = path.find("://") == std::string_view::npos && !path.ends_with(".gz");
  return n_rows_ > 1 && is_plain ? std::string(path) : std::string();
}

std::optional<size_t> SavedRows::find(std::string_view identity) const {
  const auto found = rows_.find(identity);
  return found == rows_.end() ? std::nullopt : std::optional(found->second);
}

std::unique_ptr<Segment> SavedRows::segment(size_t row) const {
  return file_->segment(ranges(row), checksums(row));
}

std::unique_ptr<Segment> SavedRows::unchanged(const FileVersion& file) const {
  const auto row = file.version.empty() ? std::nullopt : find(file.identity);
  if (!row || text(*row, KeyColumn::version) != file.version || saved_size(*row) != file.size) return nullptr;
  return file_->sleeping_segment(ranges(*row), checksums(*row), readable_source(*row));
}

std::vector<std::unique_ptr<Segment>> unchanged_segments(const std::vector<const SavedRows*>& rows,
                                                         const std::vector<FileVersion>& files) {
  std::vector<std::unique_ptr<Segment>> found(files.size());
  const size_t n_threads = std::clamp<size_t>(files.size() / kRowsPerThread, 1, kMaxThreads);
  parallel_for(files.size(), n_threads, [&](size_t i) {
    for (size_t k = 0; k < rows.size() && !found[i]; ++k) found[i] = rows[k]->unchanged(files[i]);
  });
  return found;
}

}  // namespace sightline
