// The rows of a mapped file of saved segments, found by the identity of their event file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/scan/saved_file.h"

namespace sightline {

// Columns that say of what a row was made, before those of its segment.
enum class KeyColumn : size_t { path, identity, version, checks };
constexpr size_t kKeyColumns = 4;
constexpr size_t kRowColumns = kKeyColumns + kSavedColumns;

// Where a column is in the file: its n + 1 offsets, in elements, and its data.
struct ColumnPlace {
  uint64_t offsets_at, data_at, element_bytes;
};
using ColumnPlaces = std::array<ColumnPlace, kRowColumns>;

// An event file as it is now; `version` is another one after every change of it, or empty.
struct FileVersion {
  std::string_view identity, version;
  uint64_t size;
};

class SavedRows {
 public:
  // Null where the columns do not fit into the file.
  static std::unique_ptr<SavedRows> open(std::shared_ptr<const SavedFile> file, const ColumnPlaces& places,
                                         uint64_t n_rows);

  size_t size() const { return n_rows_; }
  std::string_view text(size_t row, KeyColumn column) const;
  uint64_t saved_size(size_t row) const { return check(row, 0); }
  // The last row of an event file.
  std::optional<size_t> find(std::string_view identity) const;
  // The segment in a row, taken apart; null where it is damaged.
  std::unique_ptr<Segment> segment(size_t row) const;
  // The segment of a file that is what it was when it was saved, not taken apart; else null. Of many in one
  // file only what a list needs is checked, so that listing them reads little.
  std::unique_ptr<Segment> unchanged(const FileVersion& file) const;

 private:
  SavedRows(std::shared_ptr<const SavedFile> file, const ColumnPlaces& places, uint64_t n_rows)
      : file_(std::move(file)), places_(places), n_rows_(n_rows) {}
  bool fits() const;
  ByteRange range(size_t row, size_t column) const;
  SavedRanges ranges(size_t row) const;
  uint64_t check(size_t row, size_t word) const;
  Checksums checksums(size_t row) const;
  // The event file that a damaged segment can be read from again; empty where it has to be checked at once.
  std::string readable_source(size_t row) const;

  std::shared_ptr<const SavedFile> file_;
  ColumnPlaces places_;
  uint64_t n_rows_;
  std::unordered_map<std::string_view, size_t> rows_;
};

// For each file the first that `rows` have of it, as SavedRows::unchanged(); by several threads.
std::vector<std::unique_ptr<Segment>> unchanged_segments(const std::vector<const SavedRows*>& rows,
                                                         const std::vector<FileVersion>& files);

}  // namespace sightline
