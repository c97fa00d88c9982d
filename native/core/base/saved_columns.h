// Columns in one file, as they are in memory, so that it is mapped when they are needed again.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/column.h"

namespace sightline {

// What a file holds; another version of the same has another one.
using ColumnsMagic = std::array<char, 8>;

inline constexpr size_t kColumnAlign = 64;
inline constexpr size_t kMaxColumnName = 32;

struct ColumnSection {
  char name[kMaxColumnName];
  uint64_t offset, count, element_bytes;
};

struct ColumnsHeader {
  ColumnsMagic magic;
  uint64_t n_bytes;  // of the file: one that was cut off is known by it
  uint64_t n_sections;
  int64_t number;  // the caller's
};

inline Column<char> text_column(std::string_view text) {
  return to_column(std::vector<char>(text.begin(), text.end()));
}

inline std::string_view text_of(const Column<char>& column) { return {column.data(), column.size()}; }

// Lays out columns one behind the other, then writes them. They must outlive it.
class ColumnsWriter {
 public:
  template <class T>
  void add(const char* name, const Column<T>& column) {
    ColumnSection section{};
    std::strncpy(section.name, name, kMaxColumnName - 1);
    section.count = column.size();
    section.element_bytes = sizeof(T);
    sections_.push_back(section);
    data_.push_back(reinterpret_cast<const char*>(column.data()));
  }

  // Writes a new file. 0 or a negative errno; what was written then is of no use.
  int write(const std::string& path, const ColumnsMagic& magic, int64_t number);

 private:
  void put(int fd, const void* data, size_t size, size_t offset);

  std::vector<ColumnSection> sections_;
  std::vector<const char*> data_;
  int error_ = 0;
};

// Finds columns again, in the order in which they were written. The file may be damaged: what is in the
// columns is the caller's to check.
class ColumnsReader {
 public:
  ColumnsReader(const char* data, size_t size, const ColumnsMagic& magic, std::shared_ptr<const void> owner);

  template <class T>
  void take(const char* name, Column<T>& column) {
    const ColumnSection* const section = next(name, sizeof(T));
    if (section == nullptr) return;
    column = {reinterpret_cast<const T*>(data_ + section->offset), static_cast<size_t>(section->count),
              owner_};
  }

  // Whether all columns that were asked for are there.
  bool is_good() const { return is_good_; }
  int64_t number() const { return header_.number; }

 private:
  const ColumnSection* next(const char* name, size_t element_bytes);

  const char* data_;
  size_t size_;
  std::shared_ptr<const void> owner_;
  ColumnsHeader header_{};
  ColumnSection section_{};
  size_t next_ = 0;
  bool is_good_ = false;
};

}  // namespace sightline
