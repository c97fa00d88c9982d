// Scalar points as columns: chunks of memory per tag that are written once, never moved, and read by any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/arena.h"

namespace sightline {

// Points of one tag, as readers see them. Values are float, or double where `wide`.
struct Chunk {
  const int64_t* steps;
  const double* wall_times;
  const void* values;
  uint32_t size;
  bool wide;

  double value(size_t index) const {
    return wide ? static_cast<const double*>(values)[index] : double{static_cast<const float*>(values)[index]};
  }
};

// A snapshot of one tag's points: no point is copied, and the memory stays while the snapshot lives.
struct Chunks {
  std::shared_ptr<const void> owner;
  std::vector<Chunk> chunks;
  uint64_t size = 0;
  bool wide = false;  // whether any chunk is
};

// A point on its way to its column.
struct Row {
  int64_t step;
  double wall_time;
  double value;
  uint32_t tag;
  uint32_t wide;
};

// What one placement did to a tag: so many points behind the last chunk's, and a chunk of its own for the rest.
struct Growth {
  uint32_t tag;
  uint32_t n_appended;
  Chunk fresh;  // size 0: none
};

// The reader's half: sorts rows by tag into memory. Publishing what it returns is the caller's.
class ColumnWriter {
 public:
  // Moves rows, whose tags are below `n_tags`, to their tags' memory, and says how each tag grew.
  std::vector<Growth> place(const Row* rows, size_t n_rows, size_t n_tags);

  // The memory taken since the last call; it must live as long as anyone looks at the chunks.
  std::vector<Block> release_blocks() { return arena_.release_blocks(); }

  uint64_t n_points(uint32_t tag) const { return tails_[tag].total; }
  size_t nbytes() const { return arena_.nbytes() + tails_.capacity() * sizeof(Tail); }

  // The tags that grew since the last call, in no order. Each costs its share of the points that came.
  std::vector<uint32_t> take_changed();

 private:
  struct Room {
    int64_t* steps = nullptr;
    double* wall_times = nullptr;
    void* values = nullptr;
    uint32_t size = 0;
    uint32_t capacity = 0;
    bool wide = false;
  };
  struct Tail {
    Room room;   // where the next point goes
    Room fresh;  // where it goes when room is full, during place()
    uint64_t total = 0;
    uint32_t n_pending = 0;
    bool pending_wide = false;
    bool changed = false;
  };

  void count(const Row* rows, size_t n_rows);
  size_t plan(Tail& tail);
  Growth prepare(uint32_t tag);
  void scatter(const Row* rows, size_t n_rows);
  void settle(uint32_t tag);

  Arena arena_;
  std::vector<Tail> tails_;
  std::vector<uint32_t> touched_;
  std::vector<uint32_t> changed_;
};

}  // namespace sightline
