// Columns: every point in its place, memory that fits, and views that never move.
#include "core/columns.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "check.h"

using namespace sightline;

namespace {

struct Published {
  std::vector<Chunk> chunks;
  void take(const Growth& growth) {
    if (growth.n_appended > 0) chunks.back().size += growth.n_appended;
    if (growth.fresh.size > 0) chunks.push_back(growth.fresh);
  }
};

struct Bench {
  explicit Bench(size_t n_tags) : tags(n_tags) {}
  void place() {
    for (const Growth& growth : writer.place(rows.data(), rows.size(), tags.size())) tags[growth.tag].take(growth);
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
  void add(uint32_t tag, int64_t step, bool wide = false) {
    rows.push_back({step, static_cast<double>(step) + 0.5, static_cast<double>(step) / 4, tag, wide});
  }

  std::vector<Row> rows;
  ColumnWriter writer;
  std::vector<Published> tags;
  std::vector<Block> blocks;
};

void bulk_fits_exactly() {
  Bench bench(3);
  for (int64_t step = 0; step < 1000; ++step)
    for (uint32_t tag = 0; tag < 3; ++tag) bench.add(tag, step);
  bench.place();
  for (uint32_t tag = 0; tag < 3; ++tag) bench.check(tag, 1000);
  CHECK(bench.writer.nbytes() >= 3 * 1000 * 20 && bench.writer.nbytes() < 3 * 1000 * 20 + 1000);
  CHECK(bench.tags[0].chunks.size() == 1);
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
  for (; bench.writer.nbytes() < Arena::kManyBytes + 2 * Arena::kRegion;) {
    for (int i = 0; i < 2000; ++i, ++step)
      for (uint32_t tag = 0; tag < 7; ++tag) bench.add(tag, step);
    bench.place();
  }
  for (uint32_t tag = 0; tag < 7; ++tag) bench.check(tag, step);
  CHECK(bench.writer.nbytes() < static_cast<size_t>(step) * 7 * 21 + 10000);
}

void doubles_end_a_float_chunk() {
  Bench bench(1);
  for (int64_t step = 0; step < 300; ++step) {
    bench.add(0, step, step % 100 == 50);
    if (step % 3 == 0) bench.place();
  }
  bench.place();
  bench.check(0, 300);
  bool narrow = false, wide = false;
  for (const Chunk& chunk : bench.tags[0].chunks) (chunk.wide ? wide : narrow) = true;
  CHECK(narrow && wide);
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
  a_live_tail_grows_by_little();
  much_memory_comes_in_regions();
  doubles_end_a_float_chunk();
  changed_tags_are_told_once();
}
