// Columns to a file and back.
#include "core/trace/saved_trace.h"

#include <array>
#include <cstring>
#include <vector>

#include "core/base/platform.h"
#include "core/trace/check_trace.h"

namespace sightline {
namespace {

constexpr std::array<char, 8> kMagic = {'S', 'L', 'T', 'R', 'A', 'C', 'E', '1'};
constexpr size_t kAlign = 64, kMaxName = 32;

struct Header {
  std::array<char, 8> magic;
  uint64_t n_bytes;  // of the file: one that was cut off is known by it
  uint64_t n_sections;
  int64_t base_ns;
};

struct Section {
  char name[kMaxName];
  uint64_t offset, count, element_bytes;
};

size_t aligned(size_t offset) { return (offset + kAlign - 1) / kAlign * kAlign; }

// What a trace holds besides its columns, as columns.
struct Extras {
  Column<char> key, notes, metadata, problem_texts;
  Column<uint64_t> problem_ends, problem_offsets, problem_counts;
};

template <class T, class Use>
void for_each_extra(T& extras, Use use) {
  use("key", extras.key);
  use("notes", extras.notes);
  use("metadata", extras.metadata);
  use("problems.texts", extras.problem_texts);
  use("problems.ends", extras.problem_ends);
  use("problems.offsets", extras.problem_offsets);
  use("problems.counts", extras.problem_counts);
}

Column<char> text_column(std::string_view text) {
  return to_column(std::vector<char>(text.begin(), text.end()));
}

std::string_view text_of(const Column<char>& column) { return {column.data(), column.size()}; }

Extras make_extras(const Trace& trace, std::string_view key, std::string_view notes) {
  std::string texts;
  std::vector<uint64_t> ends, offsets, counts;
  for (const TraceProblem& problem : trace.problems) {
    texts += problem.what;
    ends.push_back(texts.size());
    offsets.push_back(problem.offset);
    counts.push_back(problem.count);
  }
  return {text_column(key),
          text_column(notes),
          text_column(trace.metadata),
          text_column(texts),
          to_column(std::move(ends)),
          to_column(std::move(offsets)),
          to_column(std::move(counts))};
}

// False where the ends of the texts are out of range.
bool take_extras(const Extras& extras, Trace& trace) {
  const size_t n = extras.problem_ends.size();
  if (extras.problem_offsets.size() != n || extras.problem_counts.size() != n) return false;
  uint64_t begin = 0;
  for (size_t i = 0; i < n; ++i) {
    const uint64_t end = extras.problem_ends[i];
    if (end < begin || end > extras.problem_texts.size()) return false;
    const std::string what(text_of(extras.problem_texts).substr(begin, end - begin));
    trace.problems.push_back({what, extras.problem_offsets[i], extras.problem_counts[i]});
    begin = end;
  }
  trace.metadata = text_of(extras.metadata);
  return true;
}

// Lays out sections one behind the other, then writes them.
class Writer {
 public:
  template <class T>
  void add(const char* name, const Column<T>& column) {
    Section section{};
    std::strncpy(section.name, name, kMaxName - 1);
    section.count = column.size();
    section.element_bytes = sizeof(T);
    sections_.push_back(section);
    data_.push_back(reinterpret_cast<const char*>(column.data()));
  }

  int write(const std::string& path, int64_t base_ns) {
    size_t at = sizeof(Header) + sections_.size() * sizeof(Section);
    for (Section& section : sections_) {
      section.offset = at = aligned(at);
      at += section.count * section.element_bytes;
    }
    const Header header{kMagic, at, sections_.size(), base_ns};
    const int fd = create_file(path);
    if (fd < 0) return fd;
    put(fd, &header, sizeof header, 0);
    put(fd, sections_.data(), sections_.size() * sizeof(Section), sizeof header);
    for (size_t i = 0; i < sections_.size(); ++i)
      put(fd, data_[i], sections_[i].count * sections_[i].element_bytes, sections_[i].offset);
    if (error_ == 0) error_ = truncate_file(fd, static_cast<int64_t>(at));  // a last section may be empty
    close_file(fd);
    return error_;
  }

 private:
  void put(int fd, const void* data, size_t size, size_t offset) {
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

  std::vector<Section> sections_;
  std::vector<const char*> data_;
  int error_ = 0;
};

// Finds sections again, in the order in which they were written.
class Reader {
 public:
  Reader(const char* data, size_t size, std::shared_ptr<const void> owner)
      : data_(data), size_(size), owner_(std::move(owner)) {
    if (size < sizeof header_) return;
    std::memcpy(&header_, data, sizeof header_);
    is_good_ = header_.magic == kMagic && header_.n_bytes == size &&
               header_.n_sections <= (size - sizeof header_) / sizeof(Section);
  }

  template <class T>
  void take(const char* name, Column<T>& column) {
    if (!is_good_ || next_ >= header_.n_sections) return fail();
    Section section;
    std::memcpy(&section, data_ + sizeof header_ + next_++ * sizeof(Section), sizeof section);
    const bool fits = section.offset <= size_ && section.count <= (size_ - section.offset) / sizeof(T);
    const bool is_it = std::strncmp(section.name, name, kMaxName) == 0 && section.element_bytes == sizeof(T);
    if (!fits || !is_it || section.offset % kAlign != 0) return fail();
    column = {reinterpret_cast<const T*>(data_ + section.offset), static_cast<size_t>(section.count), owner_};
  }

  bool is_good() const { return is_good_; }
  int64_t base_ns() const { return header_.base_ns; }

 private:
  void fail() { is_good_ = false; }

  const char* data_;
  size_t size_;
  std::shared_ptr<const void> owner_;
  Header header_{};
  size_t next_ = 0;
  bool is_good_ = false;
};

}  // namespace

int save_trace(const Trace& trace, std::string_view key, std::string_view notes, const std::string& path) {
  Writer writer;
  const Extras extras = make_extras(trace, key, notes);
  for_each_extra(extras, [&](const char* name, const auto& column) { writer.add(name, column); });
  for_each_column(trace, [&](const char* name, const auto& column) { writer.add(name, column); });
  return writer.write(path, trace.base_ns);
}

std::optional<SavedTrace> read_saved_trace(const char* data, size_t size, std::string_view key,
                                           std::shared_ptr<const void> owner) {
  Reader reader(data, size, std::move(owner));
  Extras extras;
  for_each_extra(extras, [&](const char* name, auto& column) { reader.take(name, column); });
  if (!reader.is_good() || text_of(extras.key) != key) return std::nullopt;
  SavedTrace saved;
  for_each_column(saved.trace, [&](const char* name, auto& column) { reader.take(name, column); });
  saved.trace.base_ns = reader.base_ns();
  if (!reader.is_good() || !take_extras(extras, saved.trace) || !is_in_range(saved.trace))
    return std::nullopt;
  saved.notes = text_of(extras.notes);
  return saved;
}

std::optional<SavedTrace> open_saved_trace(const std::string& path, std::string_view key) {
  size_t size = 0;
  const std::shared_ptr<const void> mapped = map_file(path, &size);
  if (mapped == nullptr) return std::nullopt;
  return read_saved_trace(static_cast<const char*>(mapped.get()), size, key, mapped);
}

}  // namespace sightline
