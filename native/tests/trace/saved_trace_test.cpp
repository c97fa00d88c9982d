// A saved trace comes back as it was; with another key, cut short or damaged it does not.
#include "core/trace/saved_trace.h"

#include <cstring>
#include <filesystem>
#include <fstream>

#include "ask_trace.h"
#include "core/base/platform.h"
#include "core/trace/json_reader.h"

using namespace sightline;

namespace {

std::string temporary(const char* name) {
  return std::filesystem::temp_directory_path() / (name + std::to_string(process_id()));
}

Trace read(const std::string& text) {
  JsonTraceReader reader;
  reader.feed(text);
  return reader.finish();
}

void check_equal(const Trace& left, const Trace& right) {
  std::vector<std::string> bytes;
  for_each_column(left, [&](const char*, const auto& column) {
    bytes.emplace_back(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(column[0]));
  });
  size_t at = 0;
  for_each_column(right, [&](const char*, const auto& column) {
    CHECK(bytes[at++] ==
          std::string(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(column[0])));
  });
  CHECK(left.metadata == right.metadata && left.base_ns == right.base_ns);
  CHECK(left.problems.size() == right.problems.size());
  for (size_t i = 0; i < left.problems.size(); ++i) CHECK(left.problems[i].what == right.problems[i].what);
}

void test_trace_comes_back(const std::string& text) {
  const std::string path = temporary("saved_trace_test.");
  const Trace trace = read(text);
  CHECK(save_trace(trace, "key", "some notes", path) == 0);
  CHECK(save_trace(trace, "key", "", path) < 0);  // never over another file
  const auto saved = open_saved_trace(path, "key");
  CHECK(saved && saved->notes == "some notes");
  check_equal(trace, saved->trace);
  testing::ask_trace(saved->trace);
  CHECK(!open_saved_trace(path, "other key"));
  const auto size = std::filesystem::file_size(path);
  for (const size_t part : {size - 1, size / 2, size_t{40}, size_t{0}}) {
    std::filesystem::resize_file(path, part);
    CHECK(!open_saved_trace(path, "key"));
  }
  std::filesystem::remove(path);
  CHECK(!open_saved_trace(path, "key"));
}

}  // namespace

int main() {
  test_trace_comes_back("[]");
  test_trace_comes_back(R"({"x": 1, "baseTimeNanoseconds": 5, "traceEvents": [
    {"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 0, "dur": 10, "args": {"n": 1.5}}, {broken},
    {"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 2, "dur": 3}]})");
}
