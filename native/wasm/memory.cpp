// Memory that the page writes to, and the columns of the answer that it reads.
#include <cstdlib>

#include "wasm/answer.h"
#include "wasm/exports.h"

namespace sightline {

Answer& answer() {
  static Answer held;
  return held;
}

}  // namespace sightline

using sightline::answer;

SIGHTLINE_EXPORT(allocate) void* sightline_allocate(size_t size) { return std::malloc(size > 0 ? size : 1); }
SIGHTLINE_EXPORT(release) void sightline_release(void* memory) { std::free(memory); }

SIGHTLINE_EXPORT(column_count) size_t sightline_column_count() { return answer().columns().size(); }
SIGHTLINE_EXPORT(column_name) const char* sightline_column_name(size_t i) {
  return answer().columns()[i].name.c_str();
}
SIGHTLINE_EXPORT(column_type) int sightline_column_type(size_t i) {
  return static_cast<int>(answer().columns()[i].type);
}
SIGHTLINE_EXPORT(column_data) const void* sightline_column_data(size_t i) {
  return answer().columns()[i].data;
}
SIGHTLINE_EXPORT(column_size) size_t sightline_column_size(size_t i) { return answer().columns()[i].size; }
