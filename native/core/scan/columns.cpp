// Places a batch of rows: one counting pass, one allocation, one scatter.
#include "core/scan/columns.h"

#include <utility>

namespace sightline {
namespace {

constexpr uint32_t kMinSpare = 16;
constexpr uint64_t kMaxSpare = 4096;
// A chunk that shares a column cannot grow: of less than this many points there would be too many chunks.
constexpr uint32_t kMinSharing = 64;

template <typename T>
bool pays(const SharedColumn<T>& column, const Runs<T>& runs) {
  return column.n_points > runs.size();
}

template <typename T>
void open(SharedColumn<T>& column, const Runs<T>& runs, Arena& arena) {
  column.numbers = nullptr;
  if (!pays(column, runs)) return;
  column.numbers = reinterpret_cast<T*>(arena.take(runs.size() * sizeof(T)));
  std::copy_n(runs.data(), runs.size(), column.numbers);
}

size_t zone_bytes(size_t n_points) { return Zones::n_blocks(n_points) * sizeof(Bucket); }

}  // namespace

Chunks Chunks::first(uint64_t n) const {
  Chunks out{owner, {}, 0, false};
  for (Chunk chunk : chunks) {
    if (out.size >= n) break;
    chunk.size = static_cast<uint32_t>(std::min<uint64_t>(chunk.size, n - out.size));
    out.size += chunk.size;
    out.is_float64 = out.is_float64 || chunk.is_float64;
    out.chunks.push_back(chunk);
  }
  return out;
}

size_t ColumnWriter::Room::nbytes() const {
  const size_t n_value_bytes = size_t{capacity} * (is_float64 ? 8 : 4);
  return size_t{capacity} * 8 * (!shares_steps + !shares_wall_times) + (n_value_bytes + 7) / 8 * 8;
}

void ColumnWriter::count(const Rows& rows) {
  for (const Row& row : rows.all()) {
    Tail& tail = tails_[row.tag];
    if (tail.n_pending++ == 0) {
      touched_.push_back(row.tag);
      tail.steps.begin(row.step);
      tail.wall_times.begin(row.wall_time);
    }
    tail.steps.add(row.step);
    tail.wall_times.add(row.wall_time);
    tail.pending_wide |= row.is_float64;
  }
}

// Decides what goes behind the last chunk and how large a chunk the rest gets: exactly fitting when a file is
// loaded at once, with room for an eighth more when a live file grows by little.
void ColumnWriter::plan(Tail& tail) {
  Room& room = tail.room;
  if (tail.pending_wide && !room.is_float64) room.capacity = room.size;  // a float chunk takes no double
  tail.fresh = {};
  const uint32_t n_fresh = tail.n_fresh();
  if (n_fresh == 0) return;
  const auto spare = static_cast<uint32_t>(std::clamp<uint64_t>(tail.total / 8, kMinSpare, kMaxSpare));
  tail.fresh.capacity = tail.total == 0 ? n_fresh : std::max(n_fresh, spare);
  tail.fresh.is_float64 = tail.pending_wide;
  if (tail.total > 0 && n_fresh < kMinSharing) return;
  if ((tail.fresh.shares_steps = tail.steps.is_whole())) steps_.n_points += n_fresh;
  if ((tail.fresh.shares_wall_times = tail.wall_times.is_whole())) wall_times_.n_points += n_fresh;
}

// Shares what pays. Returns the bytes needed for all.
size_t ColumnWriter::fit(const Rows& rows) {
  const bool shares_steps = pays(steps_, rows.steps()),
             shares_wall_times = pays(wall_times_, rows.wall_times());
  size_t nbytes =
      8 * (shares_steps * size_t{rows.steps().size()} + shares_wall_times * size_t{rows.wall_times().size()});
  for (const uint32_t tag : touched_) {
    Room& fresh = tails_[tag].fresh;
    fresh.shares_steps &= shares_steps;
    fresh.shares_wall_times &= shares_wall_times;
    if (fresh.shares_steps || fresh.shares_wall_times) fresh.capacity = tails_[tag].n_fresh();
    nbytes += fresh.nbytes();
    if (fresh.capacity > 0) nbytes += zone_bytes(tails_[tag].room.capacity);
  }
  return nbytes;
}

Growth ColumnWriter::prepare(uint32_t tag) {
  Tail& tail = tails_[tag];
  Room& fresh = tail.fresh;
  const uint32_t n_appended = tail.n_appended();
  if (fresh.capacity > 0) {
    std::byte* memory = arena_.take(fresh.nbytes());
    const auto own = [&] { return std::exchange(memory, memory + size_t{fresh.capacity} * 8); };
    fresh.steps = fresh.shares_steps ? steps_.numbers + tail.steps.begin() + n_appended
                                     : reinterpret_cast<int64_t*>(own());
    fresh.wall_times = fresh.shares_wall_times ? wall_times_.numbers + tail.wall_times.begin() + n_appended
                                               : reinterpret_cast<double*>(own());
    fresh.values = memory;
  }
  return {
      tag, n_appended, {}, {fresh.steps, fresh.wall_times, fresh.values, tail.n_fresh(), fresh.is_float64}};
}

void ColumnWriter::scatter(const Rows& rows) {
  const Runs<int64_t>& steps = rows.steps();
  const Runs<double>& wall_times = rows.wall_times();
  for (const Row& row : rows.all()) {
    Tail& tail = tails_[row.tag];
    if (tail.room.size == tail.room.capacity) turn_to_fresh(tail);
    Room& room = tail.room;
    const uint32_t at = room.size++;
    if (!room.shares_steps) room.steps[at] = steps[row.step];
    if (!room.shares_wall_times) room.wall_times[at] = wall_times[row.wall_time];
    if (room.is_float64)
      static_cast<double*>(room.values)[at] = row.value;
    else
      static_cast<float*>(room.values)[at] = static_cast<float>(row.value);
  }
}

// Sums up the room that is full; a tag of one chunk never comes here, and costs nothing.
void ColumnWriter::turn_to_fresh(Tail& tail) {
  const Room& full = tail.room;
  if (const size_t nbytes = zone_bytes(full.size))
    tail.zones = make_zones(full.steps, full.wall_times, full.values, full.is_float64, full.size,
                            reinterpret_cast<Bucket*>(arena_.take(nbytes)));
  tail.room = tail.fresh;
}

void ColumnWriter::settle(Growth& growth) {
  Tail& tail = tails_[growth.tag];
  growth.zones = std::exchange(tail.zones, {});
  tail.total += tail.n_pending;
  tail.n_pending = 0;
  tail.pending_wide = false;
  if (!tail.changed) changed_.push_back(growth.tag);
  tail.changed = true;
}

std::vector<Growth> ColumnWriter::place(const Rows& rows, size_t n_tags) {
  if (n_tags > tails_.size()) tails_.resize(n_tags);
  count(rows);
  steps_.n_points = wall_times_.n_points = 0;
  for (const uint32_t tag : touched_) plan(tails_[tag]);
  arena_.expect(fit(rows));
  open(steps_, rows.steps(), arena_);
  open(wall_times_, rows.wall_times(), arena_);
  std::vector<Growth> growths;
  growths.reserve(touched_.size());
  for (const uint32_t tag : touched_) growths.push_back(prepare(tag));
  scatter(rows);
  for (Growth& growth : growths) settle(growth);
  touched_.clear();
  return growths;
}

void ColumnWriter::restore(const std::vector<uint64_t>& counts, std::vector<uint32_t> changed) {
  tails_.resize(counts.size());
  for (size_t tag = 0; tag < counts.size(); ++tag) tails_[tag].total = counts[tag];
  changed_ = std::move(changed);
  for (const uint32_t tag : changed_) tails_[tag].changed = true;
}

std::vector<uint32_t> ColumnWriter::take_changed() {
  for (const uint32_t tag : changed_) tails_[tag].changed = false;
  return std::exchange(changed_, {});
}

}  // namespace sightline
