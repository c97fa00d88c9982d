// The file: a header, a section for each column, and the columns.
#include "core/base/saved_columns.h"

#include "core/base/platform.h"

namespace sightline {
namespace {

size_t aligned(size_t offset) { return (offset + kColumnAlign - 1) / kColumnAlign * kColumnAlign; }

}  // namespace

int ColumnsWriter::write(const std::string& path, const ColumnsMagic& magic, int64_t number) {
  size_t at = sizeof(ColumnsHeader) + sections_.size() * sizeof(ColumnSection);
  for (ColumnSection& section : sections_) {
    section.offset = at = aligned(at);
    at += section.count * section.element_bytes;
  }
  const ColumnsHeader header{magic, at, sections_.size(), number};
  const int fd = create_file(path);
  if (fd < 0) return fd;
  put(fd, &header, sizeof header, 0);
  put(fd, sections_.data(), sections_.size() * sizeof(ColumnSection), sizeof header);
  for (size_t i = 0; i < sections_.size(); ++i)
    put(fd, data_[i], sections_[i].count * sections_[i].element_bytes, sections_[i].offset);
  if (error_ == 0) error_ = truncate_file(fd, static_cast<int64_t>(at));  // a last section may be empty
  close_file(fd);
  return error_;
}

void ColumnsWriter::put(int fd, const void* data, size_t size, size_t offset) {
  const char* from = static_cast<const char*>(data);
  while (size > 0 && error_ == 0) {
    const int64_t done = write_at(fd, from, size, static_cast<int64_t>(offset));
    if (done <= 0) {
      error_ = done < 0 ? static_cast<int>(done) : -1;
      return;
    }
    from += done;
    offset += static_cast<size_t>(done);
    size -= static_cast<size_t>(done);
  }
}

ColumnsReader::ColumnsReader(const char* data, size_t size, const ColumnsMagic& magic,
                             std::shared_ptr<const void> owner)
    : data_(data), size_(size), owner_(std::move(owner)) {
  if (size < sizeof header_) return;
  std::memcpy(&header_, data, sizeof header_);
  is_good_ = header_.magic == magic && header_.n_bytes == size &&
             header_.n_sections <= (size - sizeof header_) / sizeof(ColumnSection);
}

const ColumnSection* ColumnsReader::next(const char* name, size_t element_bytes) {
  is_good_ = is_good_ && next_ < header_.n_sections;
  if (!is_good_) return nullptr;
  std::memcpy(&section_, data_ + sizeof header_ + next_++ * sizeof section_, sizeof section_);
  const bool fits = section_.offset <= size_ && section_.count <= (size_ - section_.offset) / element_bytes;
  const bool is_it =
      std::strncmp(section_.name, name, kMaxColumnName) == 0 && section_.element_bytes == element_bytes;
  is_good_ = fits && is_it && section_.offset % kColumnAlign == 0;
  return is_good_ ? &section_ : nullptr;
}

}  // namespace sightline
