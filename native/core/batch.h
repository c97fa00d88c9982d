// What was taken from some records and is not published yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/columns.h"
#include "core/published.h"
#include "core/tag_table.h"

namespace sightline {

struct Batch {
  static constexpr size_t kMaxRows = 16 << 10;  // so that they stay in the second-level cache until they are placed
  static constexpr size_t kMaxReferences = 16 << 10;

  std::unique_ptr<Row[]> rows = std::make_unique_for_overwrite<Row[]>(kMaxRows);
  size_t n_rows = 0;
  std::vector<std::pair<uint32_t, std::shared_ptr<const TagInfo>>> infos;  // of tags that are new or say more
  std::vector<Reference> references;
  std::vector<SessionStart> session_starts;  // all of them after the rows
  size_t n_tags = 0;
  size_t tag_bytes = 0;
  Totals totals;

  void clear() {
    n_rows = 0;
    infos.clear();
    references.clear();
    session_starts.clear();
  }
};

// Takes full batches and gives empty ones.
class BatchSink {
 public:
  virtual ~BatchSink() = default;
  virtual Batch& exchange(Batch& full) = 0;
};

}  // namespace sightline
