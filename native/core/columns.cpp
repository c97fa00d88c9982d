// Places a batch of rows: one counting pass, one allocation, one scatter.
#include "core/columns.h"

#include <algorithm>
#include <utility>

namespace sightline {
namespace {

constexpr uint32_t kMinSpare = 16;
constexpr uint64_t kMaxSpare = 4096;

size_t room_bytes(uint32_t capacity, bool wide) {
  const size_t values = size_t{capacity} * (wide ? 8 : 4);
  return size_t{capacity} * 16 + (values + 7) / 8 * 8;
}

}  // namespace

// Decides what goes behind the last chunk and how large a chunk the rest gets: exactly fitting when a file is loaded
// at once, with room for an eighth more when a live file grows by little. Returns the bytes needed.
size_t ColumnWriter::plan(Tail& tail) {
  Room& room = tail.room;
  if (tail.pending_wide && !room.wide) room.capacity = room.size;  // a float chunk takes no double
  const uint32_t appended = std::min(tail.n_pending, room.capacity - room.size);
  const uint32_t rest = tail.n_pending - appended;
  tail.fresh = {};
  if (rest == 0) return 0;
  const uint64_t spare = std::clamp<uint64_t>(tail.total / 8, kMinSpare, kMaxSpare);
  tail.fresh.capacity = tail.total == 0 ? rest : std::max<uint32_t>(rest, static_cast<uint32_t>(spare));
  tail.fresh.wide = tail.pending_wide;
  return room_bytes(tail.fresh.capacity, tail.fresh.wide);
}

void ColumnWriter::count(const Row* rows, size_t n_rows) {
  for (const Row* row = rows; row < rows + n_rows; ++row) {
    Tail& tail = tails_[row->tag];
    if (tail.n_pending++ == 0) touched_.push_back(row->tag);
    tail.pending_wide |= row->wide != 0;
  }
}

Growth ColumnWriter::prepare(uint32_t tag) {
  Tail& tail = tails_[tag];
  Room& fresh = tail.fresh;
  if (fresh.capacity > 0) {
    std::byte* memory = arena_.take(room_bytes(fresh.capacity, fresh.wide));
    fresh.steps = reinterpret_cast<int64_t*>(memory);
    fresh.wall_times = reinterpret_cast<double*>(memory + size_t{fresh.capacity} * 8);
    fresh.values = memory + size_t{fresh.capacity} * 16;
  }
  const uint32_t appended = std::min(tail.n_pending, tail.room.capacity - tail.room.size);
  return {tag, appended, {fresh.steps, fresh.wall_times, fresh.values, tail.n_pending - appended, fresh.wide}};
}

void ColumnWriter::scatter(const Row* rows, size_t n_rows) {
  for (const Row* row = rows; row < rows + n_rows; ++row) {
    Tail& tail = tails_[row->tag];
    if (tail.room.size == tail.room.capacity) tail.room = tail.fresh;
    Room& room = tail.room;
    const uint32_t at = room.size++;
    room.steps[at] = row->step;
    room.wall_times[at] = row->wall_time;
    if (room.wide)
      static_cast<double*>(room.values)[at] = row->value;
    else
      static_cast<float*>(room.values)[at] = static_cast<float>(row->value);
  }
}

void ColumnWriter::settle(uint32_t tag) {
  Tail& tail = tails_[tag];
  tail.total += tail.n_pending;
  tail.n_pending = 0;
  tail.pending_wide = false;
  if (!tail.changed) changed_.push_back(tag);
  tail.changed = true;
}

std::vector<Growth> ColumnWriter::place(const Row* rows, size_t n_rows, size_t n_tags) {
  if (n_tags > tails_.size()) tails_.resize(n_tags);
  count(rows, n_rows);
  size_t bytes = 0;
  for (const uint32_t tag : touched_) bytes += plan(tails_[tag]);
  arena_.expect(bytes);
  std::vector<Growth> growths;
  growths.reserve(touched_.size());
  for (const uint32_t tag : touched_) growths.push_back(prepare(tag));
  scatter(rows, n_rows);
  for (const uint32_t tag : touched_) settle(tag);
  touched_.clear();
  return growths;
}

std::vector<uint32_t> ColumnWriter::take_changed() {
  for (const uint32_t tag : changed_) tails_[tag].changed = false;
  return std::exchange(changed_, {});
}

}  // namespace sightline
