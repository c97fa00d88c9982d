// Columns out by the Arrow C stream interface: buffers are lent, not copied, and owned by the table.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// The C data interface, a stable ABI that every Arrow library shares.
extern "C" {
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_NULLABLE 2
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
#endif
}

namespace sightline {

struct ArrowColumn {
  std::string name;
  std::string format;  // as in the C data interface: "l" int64, "g" float64, "u" utf8, …
  int64_t length = 0;
  int64_t null_count = 0;
  std::vector<const void*> buffers;  // validity first; nullptr where there are no nulls
  std::vector<ArrowColumn> children;
  std::unique_ptr<ArrowColumn> dictionary;
};

struct ArrowTable {
  ArrowColumn root;  // format "+s", its children are the columns
  std::vector<std::pair<std::string, std::string>> metadata;
  std::shared_ptr<void> owner;  // of every buffer
};

// Fills `out` with a stream of one batch. Everything handed out shares ownership of `table`.
void export_stream(std::shared_ptr<const ArrowTable> table, ArrowArrayStream* out);

}  // namespace sightline
