// What was taken from some records and is not published yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/scan/published.h"
#include "core/scan/rows.h"
#include "core/scan/tag_table.h"

namespace sightline {

struct Batch {
  static constexpr size_t kMaxReferences = 16 << 10;

  Rows rows;
  std::vector<std::pair<uint32_t, std::shared_ptr<const TagInfo>>>
      infos;  // of tags that are new or have new metadata
  std::vector<Reference> references;
  std::vector<SessionStart> session_starts;  // all of them after the rows
  size_t n_tags = 0;
  size_t tag_bytes = 0;
  Totals totals;

  void clear() {
    rows.clear();
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
