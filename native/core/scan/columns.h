// Scalar points as columns: chunks of memory per tag that are written once, never moved, and read by any
// thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/arena.h"
#include "core/scan/rows.h"
#include "core/views/series.h"

namespace sightline {

// Points of one tag, as readers see them. Values are float, or double where `is_float64`.
struct Chunk {
  const int64_t* steps;
  const double* wall_times;
  const void* values;
  uint32_t size;
  bool is_float64;
  Zones zones = {};  // of a chunk that does not grow any more

  double value(size_t index) const {
    return is_float64 ? static_cast<const double*>(values)[index]
                      : double{static_cast<const float*>(values)[index]};
  }
};

// A snapshot of one tag's points: no point is copied, and the memory stays while the snapshot lives.
struct Chunks {
  std::shared_ptr<const void> owner;
  std::vector<Chunk> chunks;
  uint64_t size = 0;
  bool is_float64 = false;  // whether any chunk is

  // The same snapshot with its first `n` points only, or all where it has fewer.
  Chunks first(uint64_t n) const;
  void add_to(Series& series) const {
    for (const Chunk& chunk : chunks)
      series.add({chunk.steps, chunk.wall_times, chunk.values, chunk.size, chunk.is_float64, chunk.zones});
  }
};

// What one placement did to a tag: so many points behind the last chunk's, and a chunk of its own for the
// rest.
struct Growth {
  uint32_t tag;
  uint32_t n_appended;
  Zones zones;  // of the last chunk, which is full once there is a fresh one
  Chunk fresh;  // size 0: none
};

// Where in Runs the points of a tag are, and whether each is just behind the one before.
class Stretch {
 public:
  void begin(uint32_t place) {
    begin_ = next_ = place;
    gaps_ = 0;
  }
  void add(uint32_t place) {
    gaps_ |= place ^ next_;
    next_ = place + 1;
  }
  uint32_t begin() const { return begin_; }
  bool is_whole() const { return gaps_ == 0; }

 private:
  uint32_t begin_ = 0;
  uint32_t next_ = 0;
  uint32_t gaps_ = 0;
};

// A column that the fresh chunks of several tags have in common, while rows are placed.
template <typename T>
struct SharedColumn {
  uint64_t n_points = 0;  // that would do without a column of their own
  T* numbers = nullptr;   // null where that does not pay
};

// The reader's half: sorts rows by tag into memory. The caller publishes what it returns.
class ColumnWriter {
 public:
  // Moves rows, whose tags are below `n_tags`, to their tags' memory, and returns how each tag grew.
  std::vector<Growth> place(const Rows& rows, size_t n_tags);

  // Begins behind points that are in other memory: how many each tag has, and which tags take_changed()
  // gives.
  void restore(const std::vector<uint64_t>& counts, std::vector<uint32_t> changed);

  // The memory taken since the last call; it must live as long as anyone uses the chunks.
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
    bool is_float64 = false;
    bool shares_steps = false;
    bool shares_wall_times = false;

    size_t nbytes() const;  // of its own columns
  };
  struct Tail {
    Room room;   // where the next point goes
    Room fresh;  // where it goes when room is full, during place()
    uint64_t total = 0;
    uint32_t n_pending = 0;
    Stretch steps, wall_times;  // of the pending points
    Zones zones;                // of the room that was left, during place()
    bool pending_wide = false;
    bool changed = false;

    uint32_t n_appended() const { return std::min(n_pending, room.capacity - room.size); }
    uint32_t n_fresh() const { return n_pending - n_appended(); }
  };

  void count(const Rows& rows);
  void plan(Tail& tail);
  size_t fit(const Rows& rows);
  Growth prepare(uint32_t tag);
  void scatter(const Rows& rows);
  void turn_to_fresh(Tail& tail);
  void settle(Growth& growth);

  Arena arena_;
  SharedColumn<int64_t> steps_;
  SharedColumn<double> wall_times_;
  std::vector<Tail> tails_;
  std::vector<uint32_t> touched_;
  std::vector<uint32_t> changed_;
};

}  // namespace sightline
