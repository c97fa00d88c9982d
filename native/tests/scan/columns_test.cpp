// Columns: every point in its place, memory that fits, and views that never move.
#include "core/scan/columns.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "tests/check.h"

using namespace sightline;

namespace {

struct Published {
  std::vector<Chunk> chunks;
  void take(const Growth& growth) {
    if (growth.n_appended > 0) chunks.back().size += growth.n_appended;
    if (growth.zones.blocks) chunks.back().zones = growth.zones;
    if (growth.fresh.size > 0) chunks.push_back(growth.fresh);
  }
};

struct Bench {
  explicit Bench(size_t n_tags) : tags(n_tags) {}
  void place() {
    for (const Growth& growth : writer.place(rows, tags.size())) tags[growth.tag].take(growth);
    for (Block& block : writer.release_blocks()) blocks.push_back(std::move(block));
    rows.clear();
  }
  void check(uint32_t tag, int64_t n_points) const {
    int64_t step = 0;
    for (const Chunk& chunk : tags[tag].chunks)
      for (size_t i = 0; i < chunk.size; ++i, ++step) {
        CHECK(chunk.steps[i] == step && chunk.wall_times[i] == step + 0.5);
        CHECK(chunk.value(i) == static_cast<double>(static_cast<float>(step)) / 4);
      }
    CHECK(step == n_points && writer.n_points(tag) == static_cast<uint64_t>(n_points));
  }
  void add(uint32_t tag, int64_t step, bool is_float64 = false) {
    rows.add(tag, step, static_cast<double>(step) + 0.5, static_cast<double>(step) / 4, is_float64);
  }

  Rows rows;
  ColumnWriter writer;
  std::vector<Published> tags;
  std::vector<Block> blocks;
};

void bulk_fits_exactly() {
  Bench bench(1);
  for (int64_t step = 0; step < 1000; ++step) bench.add(0, step);
  bench.place();
  bench.check(0, 1000);
  CHECK(bench.writer.nbytes() >= 1000 * 20 && bench.writer.nbytes() < 1000 * 20 + 1000);
  CHECK(bench.tags[0].chunks.size() == 1);
}

// Tags that are logged in the same steps have their steps in common, batch after batch, wherever a batch
// ends.
void tags_share_what_repeats() {
  Bench bench(3);
  int64_t step = 0;
  for (int batch = 0; batch < 10; ++batch) {
    if (batch > 0) bench.add(2, step - 1);
    for (int i = 0; i < 1000; ++i, ++step)
      for (uint32_t tag = 0; tag < 3; ++tag)
        if (tag < 2 || i < 999) bench.add(tag, step);
    bench.place();
  }
  bench.add(2, step - 1);
  bench.place();
  for (uint32_t tag = 0; tag < 3; ++tag) bench.check(tag, step);
  CHECK(bench.tags[0].chunks[3].steps == bench.tags[1].chunks[3].steps);
  CHECK(bench.tags[2].chunks[3].wall_times + 1 == bench.tags[1].chunks[3].wall_times);
  // The last point gets room to grow, full chunks get zones.
  CHECK(bench.writer.nbytes() <
        static_cast<size_t>(step) * (3 * 4 + 16) + 30000 + 3 * 10 * 2 * sizeof(Bucket));
}

// A tag that is not logged in every step keeps columns of its own, and so do wall times that differ.
void only_what_repeats_is_shared() {
  Bench bench(3);
  for (int64_t step = 0; step < 1000; ++step)
    for (uint32_t tag = 0; tag < 3; ++tag)
      if (tag < 2 || step % 2 == 0)
        bench.rows.add(tag, step, static_cast<double>(3 * step + tag), 0.25 * static_cast<double>(step),
                       false);
  bench.place();
  const Chunk& first = bench.tags[0].chunks[0];
  const Chunk& second = bench.tags[1].chunks[0];
  const Chunk& third = bench.tags[2].chunks[0];
  CHECK(first.size == 1000 && second.size == 1000 && third.size == 500);
  CHECK(first.steps == second.steps && first.wall_times != second.wall_times);
  for (int64_t step = 0; step < 1000; ++step) {
    const auto wall_time = static_cast<double>(3 * step);
    CHECK(first.steps[step] == step && first.wall_times[step] == wall_time &&
          second.wall_times[step] == wall_time + 1);
    CHECK(step % 2 == 1 || (third.steps[step / 2] == step && third.wall_times[step / 2] == wall_time + 2));
  }
}

// Zeros of both signs and NaN are numbers like any other here: they come back bit by bit.
void wall_times_keep_their_bits() {
  Bench bench(2);
  const double wall_times[] = {0.0, -0.0, std::nan("1"), std::nan("2"), 0.0};
  for (const double wall_time : wall_times)
    for (uint32_t tag = 0; tag < 2; ++tag) bench.rows.add(tag, 7, wall_time, 1, false);
  bench.place();
  for (uint32_t tag = 0; tag < 2; ++tag) {
    const Chunk& chunk = bench.tags[tag].chunks.at(0);
    CHECK(chunk.size == 5 && std::memcmp(chunk.wall_times, wall_times, sizeof wall_times) == 0);
    for (size_t i = 0; i < 5; ++i) CHECK(chunk.steps[i] == 7);
  }
}

void a_live_tail_grows_by_little() {
  Bench bench(1);
  for (int64_t step = 0; step < 20000; ++step) {
    bench.add(0, step);
    bench.place();
  }
  bench.check(0, 20000);
  CHECK(bench.tags[0].chunks.size() < 100);
  CHECK(bench.writer.nbytes() < 20000 * 23 + 1000);
}

// Beyond Arena::kManyBytes memory comes in regions, and nothing else changes.
void much_memory_comes_in_regions() {
  Bench bench(7);
  int64_t step = 0;
  for (; bench.writer.nbytes() < Arena::kManyBytes + 20 * Arena::kRegion;) {
    for (int i = 0; i < 2000; ++i, ++step)
      for (uint32_t tag = 0; tag < 7; ++tag) bench.add(tag, step);
    bench.place();
  }
  for (uint32_t tag = 0; tag < 7; ++tag) bench.check(tag, step);
  CHECK(bench.writer.nbytes() < static_cast<size_t>(step) * (7 * 4 + 16 + 2) + 10000);
}

void doubles_end_a_float_chunk() {
  Bench bench(1);
  for (int64_t step = 0; step < 300; ++step) {
    bench.add(0, step, step % 100 == 50);
    if (step % 3 == 0) bench.place();
  }
  bench.place();
  bench.check(0, 300);
  bool has_float32 = false, has_float64 = false;
  for (const Chunk& chunk : bench.tags[0].chunks) (chunk.is_float64 ? has_float64 : has_float32) = true;
  CHECK(has_float32 && has_float64);
}

// Zones come with the chunk after, also where a chunk was filled point by point; chunks of few points have
// none.
void full_chunks_have_zones() {
  Bench bench(1);
  for (int64_t step = 0; step < 1200; ++step) bench.add(0, step);
  bench.place();
  CHECK(!bench.tags[0].chunks[0].zones.blocks);
  for (int64_t step = 1200; step < 9000; ++step) {
    bench.add(0, step);
    bench.place();
  }
  bench.check(0, 9000);
  const Zones& zones = bench.tags[0].chunks[0].zones;
  CHECK(zones.n_points == 1200 && zones.steps_rise && zones.wall_times_rise);
  CHECK(zones.blocks[1].lowest == 512 && zones.blocks[1].high == 1023 / 4.0 && zones.blocks[2].last == 1199);
  size_t n_zoned = 0;
  for (const Chunk& chunk : bench.tags[0].chunks) n_zoned += chunk.zones.blocks != nullptr;
  for (const Chunk& chunk : bench.tags[0].chunks)
    CHECK(!chunk.zones.blocks || (chunk.zones.n_points == chunk.size && chunk.size >= Zones::kMinPoints));
  CHECK(n_zoned > 3 && !bench.tags[0].chunks.back().zones.blocks);
}

void zones_know_what_goes_back() {
  Bench bench(1);
  for (int64_t step = 0; step < 600; ++step)
    bench.rows.add(0, step == 300 ? 0 : step, step == 599 ? std::nan("") : 0.0, 1, step > 0);
  bench.place();
  bench.add(0, 600);
  bench.place();
  const Zones& zones = bench.tags[0].chunks[0].zones;
  CHECK(zones.blocks && !zones.steps_rise && !zones.wall_times_rise);
}

void changed_tags_are_told_once() {
  Bench bench(3);
  bench.add(2, 0);
  bench.place();
  bench.add(2, 1);
  bench.add(0, 0);
  bench.place();
  auto changed = bench.writer.take_changed();
  std::sort(changed.begin(), changed.end());
  CHECK((changed == std::vector<uint32_t>{0, 2}));
  CHECK(bench.writer.take_changed().empty());
}

}  // namespace

int main() {
  bulk_fits_exactly();
  tags_share_what_repeats();
  only_what_repeats_is_shared();
  wall_times_keep_their_bits();
  a_live_tail_grows_by_little();
  much_memory_comes_in_regions();
  doubles_end_a_float_chunk();
  full_chunks_have_zones();
  zones_know_what_goes_back();
  changed_tags_are_told_once();
}
