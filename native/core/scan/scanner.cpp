// The hot loop over whole small records, and the careful steps around it.
#include "core/scan/scanner.h"

#include <algorithm>

#include "core/base/crc32c_inline.h"
#include "core/events/plain_scalar.h"
#include "core/records/lazy_cursor.h"
#include "core/records/record.h"
#include "core/records/resync.h"

namespace sightline {
namespace {

constexpr size_t kManyItems = 4096;

}  // namespace

void Scanner::restore(const RestoredSegment& saved) {
  offset_ = saved.totals.offset;
  n_records_ = saved.totals.n_records;
  damage_ = saved.damage;
  search_at_ = saved.scan.search_at;
  search_from_ = saved.scan.search_from;
}

bool Scanner::read(Source& source, uint64_t end, bool is_final, uint64_t max_bytes, Scratch& scratch) {
  scratch_ = &scratch;
  if (scratch.event.items.capacity() > kManyItems)
    scratch.event.items = {};  // one huge event must not stay for good
  end_ = end;
  damage_.open.reset();
  scratch.buffer.attach(source, end);
  const uint64_t stop = max_bytes > 0 ? std::min(end, offset_ + max_bytes) : end;
  while (offset_ < end) {
    walk(stop);
    if (offset_ >= stop) break;
    if (step(is_final) == Next::wait) return false;
  }
  return offset_ < end;
}

// Takes whole records of ordinary size out of the buffer, until one needs the slow path.
template <typename Crc>
void Scanner::walk_with(uint64_t stop) {
  const ReadBuffer& buffer = scratch_->buffer;
  const uint8_t* at = buffer.at(offset_);
  const uint8_t* const begin = at;
  const uint8_t* const end = at + buffer.available(offset_);
  const uint64_t offset = offset_;
  const uint64_t budget = stop - offset_;
  while (static_cast<size_t>(end - at) >= kFrameSize && static_cast<uint64_t>(at - begin) < budget) {
    const uint64_t length = load<uint64_t>(at);
    if (load<uint32_t>(at + 8) != mask_crc(Crc::of_word(length))) break;
    if (length > kLargeRecord || length + kFrameSize > static_cast<size_t>(end - at)) break;
    const uint8_t* data = at + kHeaderSize;
    if (load<uint32_t>(data + length) != mask_crc(Crc::of(data, length))) break;
    offset_ = offset + static_cast<uint64_t>(at - begin);
    take(data, length, offset_);
    at = data + length + kFooterSize;
  }
  offset_ = offset + static_cast<uint64_t>(at - begin);
}

void Scanner::walk(uint64_t stop) {
  if (scratch_->buffer.available(offset_) < kFrameSize) return;
  if (crc32c_has_hardware())
    walk_with<HardwareCrc>(stop);
  else
    walk_with<TableCrc>(stop);
}

inline void Scanner::take(const uint8_t* data, uint64_t length, uint64_t offset) {
  ++n_records_;
  PlainScalar scalar;
  if (parse_plain_scalar(data, length, scalar))
    assembler_.add_scalar(scalar.tag, scalar.step, scalar.wall_time, scalar.value);
  else
    take_any(data, length, offset);
}

void Scanner::take_any(const uint8_t* data, uint64_t length, uint64_t offset) {
  WireCursor cursor(data, data + length, offset + kHeaderSize);
  if (parse_event(cursor, offset + kHeaderSize + length, scratch_->event))
    assembler_.add_event(scratch_->event, offset, length);
  else
    damage_.add({offset, length + kFrameSize, DamageReason::not_an_event});
}

// Handles the record at offset_, which walk() did not take.
Scanner::Next Scanner::step(bool is_final) {
  ReadBuffer& buffer = scratch_->buffer;
  const uint64_t left = end_ - offset_;
  const auto wait_or_search = [&] { return is_final ? search(DamageReason::torn_tail) : Next::wait; };
  if (left < kHeaderSize) return wait_or_search();
  if (!buffer.contains(offset_, kHeaderSize))
    return buffer.fill(offset_, kHeaderSize) ? Next::go_on : Next::wait;
  if (!is_valid_header(buffer.at(offset_))) return search(DamageReason::bad_length_crc);
  const uint64_t length = load<uint64_t>(buffer.at(offset_));
  if (length > kMaxRecord) return search(DamageReason::impossible_length);
  if (left < kFrameSize || length > left - kFrameSize) return wait_or_search();
  if (length > kLargeRecord) return step_large(length);
  if (buffer.contains(offset_, length + kFrameSize)) return skip_bad_data(length);
  return buffer.fill(offset_, length + kFrameSize) ? Next::go_on : Next::wait;
}

// Reads only what is around the payloads, unless there are scalars in the record or something is wrong
// with it.
Scanner::Next Scanner::step_large(uint64_t length) {
  const uint64_t begin = offset_ + kHeaderSize;
  ReadBuffer& buffer = scratch_->buffer;
  LazyCursor cursor(buffer, begin, begin + length);
  const bool is_event = parse_event(cursor, begin + length, scratch_->event);
  if (!is_event || scratch_->event.has_values())
    if (!has_valid_data(buffer.source(), offset_, length)) return skip_bad_data(length);
  ++n_records_;
  if (is_event)
    assembler_.add_event(scratch_->event, offset_, length);
  else
    damage_.add({offset_, length + kFrameSize, DamageReason::not_an_event});
  scratch_->event.clear();  // its views die with the cursor
  offset_ += length + kFrameSize;
  if (!buffer.contains(offset_, 0)) buffer.expect_jump();
  return Next::go_on;
}

// The length's CRC is good, the data's is not: where the next header is in its place, only this record is
// lost.
Scanner::Next Scanner::skip_bad_data(uint64_t length) {
  uint8_t header[kHeaderSize];
  const uint64_t next = offset_ + kFrameSize + length;
  if (scratch_->buffer.source().read_at(next, header, kHeaderSize) != kHeaderSize ||
      next + kHeaderSize > end_ || !is_valid_header(header))
    return search(DamageReason::bad_data_crc);
  skip(length + kFrameSize, DamageReason::bad_data_crc);
  return Next::go_on;
}

// Continues at the next good record, if there is one; else the damage stays open until the file grows.
Scanner::Next Scanner::search(DamageReason reason) {
  const uint64_t from = search_at_ == offset_ ? std::max(offset_ + 1, search_from_) : offset_ + 1;
  const Resync resync = find_record(scratch_->buffer.source(), from, end_);
  if (resync.found) {
    skip(*resync.found - offset_, reason);
    return Next::go_on;
  }
  search_at_ = offset_;
  search_from_ = resync.resume;
  damage_.open = Damage{offset_, end_ - offset_, reason};
  return Next::wait;
}

void Scanner::skip(uint64_t n_bytes, DamageReason reason) {
  damage_.add({offset_, n_bytes, reason});
  offset_ += n_bytes;
}

}  // namespace sightline
