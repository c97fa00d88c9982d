// Columns to a file and back.
#include "core/graph/saved_graph.h"

#include <vector>

#include "core/base/platform.h"
#include "core/base/saved_columns.h"
#include "core/graph/check_graph.h"

namespace sightline {
namespace {

constexpr ColumnsMagic kMagic = {'S', 'L', 'G', 'R', 'A', 'P', 'H', '1'};

// What a graph holds besides its columns, as columns. A problem has two texts: what, and the example.
struct Extras {
  Column<char> key, message, problem_texts;
  Column<uint64_t> problem_ends, problem_counts;
};

template <class T, class Use>
void for_each_extra(T& extras, Use use) {
  use("key", extras.key);
  use("message", extras.message);
  use("problems.texts", extras.problem_texts);
  use("problems.ends", extras.problem_ends);
  use("problems.counts", extras.problem_counts);
}

template <class T, class Use>
void for_each_string_column(T& graph, Use use) {
  use("strings.offsets", graph.string_offsets);
  use("strings.bytes", graph.string_bytes);
}

Extras make_extras(const Graph& graph, std::string_view message, std::string_view key) {
  std::string texts;
  std::vector<uint64_t> ends, counts;
  for (const GraphProblem& problem : graph.problems) {
    for (const std::string& text : {problem.what, problem.example}) {
      texts += text;
      ends.push_back(texts.size());
    }
    counts.push_back(problem.count);
  }
  // The message is only looked at while it is written: nobody has to keep it.
  return {text_column(key), Column<char>(message.data(), message.size(), nullptr), text_column(texts),
          to_column(std::move(ends)), to_column(std::move(counts))};
}

// False where the ends of the texts are out of range.
bool take_problems(const Extras& extras, Graph& graph) {
  const size_t n = extras.problem_counts.size();
  if (extras.problem_ends.size() != 2 * n) return false;
  uint64_t begin = 0;
  std::vector<std::string> texts;
  for (const uint64_t end : extras.problem_ends) {
    if (end < begin || end > extras.problem_texts.size()) return false;
    texts.emplace_back(text_of(extras.problem_texts).substr(begin, end - begin));
    begin = end;
  }
  for (size_t i = 0; i < n; ++i)
    graph.problems.push_back({texts[2 * i], texts[2 * i + 1], extras.problem_counts[i]});
  return true;
}

}  // namespace

int save_graph(const Graph& graph, std::string_view message, std::string_view key, const std::string& path) {
  ColumnsWriter writer;
  const Extras extras = make_extras(graph, message, key);
  const auto add = [&](const char* name, const auto& column) { writer.add(name, column); };
  for_each_extra(extras, add);
  for_each_string_column(graph, add);
  for_each_column(graph, add);
  return writer.write(path, kMagic, 0);
}

std::optional<SavedGraph> read_saved_graph(const char* data, size_t size, std::string_view key,
                                           std::shared_ptr<const void> owner) {
  ColumnsReader reader(data, size, kMagic, std::move(owner));
  const auto take = [&](const char* name, auto& column) { reader.take(name, column); };
  Extras extras;
  for_each_extra(extras, take);
  if (!reader.is_good() || text_of(extras.key) != key) return std::nullopt;
  SavedGraph saved;
  for_each_string_column(saved.graph, take);
  for_each_column(saved.graph, take);
  if (!reader.is_good() || !take_problems(extras, saved.graph) ||
      !is_in_range(saved.graph, extras.message.size()))
    return std::nullopt;
  saved.message = extras.message;
  return saved;
}

std::optional<SavedGraph> open_saved_graph(const std::string& path, std::string_view key) {
  size_t size = 0;
  const std::shared_ptr<const void> mapped = map_file(path, &size);
  if (mapped == nullptr) return std::nullopt;
  return read_saved_graph(static_cast<const char*>(mapped.get()), size, key, mapped);
}

}  // namespace sightline
