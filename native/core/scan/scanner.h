// Walks the records of an event file from an offset: checks, takes apart, skips damage, stops at a torn
// tail.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/events/event.h"
#include "core/records/damage.h"
#include "core/records/read_buffer.h"
#include "core/records/source.h"
#include "core/scan/assembler.h"
#include "core/scan/batch.h"

namespace sightline {

// A longer record is not read as a whole unless it has scalars.
constexpr uint64_t kLargeRecord = 16 << 10;

// Memory that a read needs and a segment at rest does not: one per thread, reused.
struct Scratch {
  ReadBuffer buffer;
  Batch batch;
  std::optional<Batch> spare;  // for a pipeline
  Event event;
};

class Scanner {
 public:
  explicit Scanner(Assembler& assembler) : assembler_(assembler) {}

  // Reads on until `end`, or until about `max_bytes` were read (0: no limit); true if it stopped for that
  // reason. `is_final`: the file will not grow, so search for good records in what would otherwise be a torn
  // tail.
  bool read(Source& source, uint64_t end, bool is_final, uint64_t max_bytes, Scratch& scratch);

  // Goes on where the scan was when the segment was saved.
  void restore(const RestoredSegment& saved);
  void add_to(ScanState& state) const {
    state.search_at = search_at_;
    state.search_from = search_from_;
  }

  uint64_t offset() const { return offset_; }
  uint64_t n_records() const { return n_records_; }
  const DamageLog& damage() const { return damage_; }

 private:
  enum class Next { go_on, wait };

  template <typename Crc>
  void walk_with(uint64_t stop);
  void walk(uint64_t stop);
  void take(const uint8_t* data, uint64_t length, uint64_t offset);
  void take_any(const uint8_t* data, uint64_t length, uint64_t offset);
  Next step(bool is_final);
  Next step_large(uint64_t length);
  Next skip_bad_data(uint64_t length);
  Next search(DamageReason reason);
  void skip(uint64_t n_bytes, DamageReason reason);

  Assembler& assembler_;
  uint64_t offset_ = 0;  // of the first record not yet taken
  uint64_t n_records_ = 0;
  DamageLog damage_;
  uint64_t search_at_ = 0;    // the offset_ of a search that found nothing,
  uint64_t search_from_ = 0;  // and where to continue it when the file has grown

  // For the length of one read.
  Scratch* scratch_ = nullptr;
  uint64_t end_ = 0;
};

}  // namespace sightline
