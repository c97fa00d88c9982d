// What any thread may see of a segment while its reader reads on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/events/event.h"
#include "core/records/damage.h"
#include "core/scan/columns.h"
#include "core/scan/tag_table.h"

namespace sightline {

// Where a value other than a scalar is in the file.
struct Reference {
  uint32_t tag;
  What what;
  int64_t step;
  double wall_time;
  uint64_t record_offset;
  uint64_t record_length;  // of its data
  uint64_t value_offset;
  uint64_t value_length;
};

// A session log's START. Which points of which tag came before it is stored as the counts that changed since
// the one before, so that many starts cost no more than the points do.
struct SessionStart {
  int64_t step;
  double wall_time;
  uint64_t offset;
  uint64_t n_points;
  uint64_t n_references;
  std::vector<std::pair<uint32_t, uint64_t>> changed_counts;
};

struct PublishedTag {
  std::shared_ptr<const TagInfo> info;
  std::vector<Chunk> chunks;
  uint64_t n_points = 0;
};

struct Totals {
  uint64_t offset = 0;
  uint64_t n_records = 0;
  uint64_t n_points = 0;
  uint64_t nbytes = 0;
  std::optional<std::string> file_version;
  std::optional<std::string> source_writer;
  std::optional<double> start_time;       // of the first event, whatever it is
  std::optional<double> first_wall_time;  // of events that carry something else than the file version
  std::optional<double> last_wall_time;
  double earliest_wall_time =
      std::numeric_limits<double>::infinity();  // of these events; they may come in any order
};

// Memory of chunks is only ever added, and its content is written before the chunk is published; so a
// snapshot needs the lock only while it copies the list of chunks. The lock is the innermost one: nothing is
// called under it.
struct Published {
  std::mutex mutex;
  uint64_t generation = 0;
  Totals totals;
  DamageLog damage;
  std::vector<PublishedTag> tags;
  std::vector<Reference> references;
  std::vector<SessionStart> session_starts;
  std::vector<Block> blocks;
  std::shared_ptr<const void> mapped;        // the memory of chunks that were saved before
  std::span<const std::byte> mapped_points;  // the part of it that has points
};

}  // namespace sightline
