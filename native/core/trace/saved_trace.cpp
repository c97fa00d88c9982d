// Columns to a file and back.
#include "core/trace/saved_trace.h"

#include <vector>

#include "core/base/platform.h"
#include "core/base/saved_columns.h"
#include "core/trace/check_trace.h"

namespace sightline {
namespace {

constexpr ColumnsMagic kMagic = {'S', 'L', 'T', 'R', 'A', 'C', 'E', '1'};

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

}  // namespace

int save_trace(const Trace& trace, std::string_view key, std::string_view notes, const std::string& path) {
  ColumnsWriter writer;
  const Extras extras = make_extras(trace, key, notes);
  for_each_extra(extras, [&](const char* name, const auto& column) { writer.add(name, column); });
  for_each_column(trace, [&](const char* name, const auto& column) { writer.add(name, column); });
  return writer.write(path, kMagic, trace.base_ns);
}

std::optional<SavedTrace> read_saved_trace(const char* data, size_t size, std::string_view key,
                                           std::shared_ptr<const void> owner) {
  ColumnsReader reader(data, size, kMagic, std::move(owner));
  Extras extras;
  for_each_extra(extras, [&](const char* name, auto& column) { reader.take(name, column); });
  if (!reader.is_good() || text_of(extras.key) != key) return std::nullopt;
  SavedTrace saved;
  for_each_column(saved.trace, [&](const char* name, auto& column) { reader.take(name, column); });
  saved.trace.base_ns = reader.number();
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
