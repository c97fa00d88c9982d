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
  explicit Bench(size_t n_tags) : tags(n_tags) {
    writer.lend(rows.data());
    for (size_t i = 0; i < n_tags; ++i) writer.add_tag();
  }
  void place() {
    for (const Growth& growth : writer.place(blocks)) tags[growth.tag].take(growth);
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
    writer.add(tag, step, static_cast<double>(step) + 0.5, static_cast<double>(step) / 4, wide);
  }

  std::vector<Row> rows = std::vector<Row>(ColumnWriter::kMaxRows);
  ColumnWriter writer;
  std::vector<Published> tags;
  std::vector<std::unique_ptr<std::byte[]>> blocks;
};

void bulk_fits_exactly() {
  Bench bench(3);
  for (int64_t step = 0; step < 1000; ++step)
    for (uint32_t tag = 0; tag < 3; ++tag) bench.add(tag, step);
  const size_t before = bench.writer.nbytes();
  bench.place();
  for (uint32_t tag = 0; tag < 3; ++tag) bench.check(tag, 1000);
  CHECK(bench.writer.nbytes() - before == 3 * 1000 * 20);
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
  doubles_end_a_float_chunk();
  changed_tags_are_told_once();
}
