// Segments on any bytes: all counts add up, and reading in pieces gives the same as reading
// at once.
#include <algorithm>
#include <string>

#include "core/records/window_source.h"
#include "core/scan/segment.h"
#include "tests/check.h"
#include "tests/log_builder.h"

using namespace sightline;

extern uint64_t fuzz_feature;

namespace {

void check_points(const Segment& segment) {
  uint64_t n_points = 0;
  for (size_t tag = 0; tag < segment.n_tags(); ++tag) {
    const Chunks chunks = segment.chunks(tag);
    uint64_t size = 0;
    double sum = 0;  // reads every byte, for the sanitizers
    for (const Chunk& chunk : chunks.chunks) {
      for (size_t i = 0; i < chunk.size; ++i)
        sum += chunk.wall_times[i] + chunk.value(i) + double(chunk.steps[i]);
      size += chunk.size;
    }
    CHECK(size == chunks.size && size == segment.tag(tag).n_points && (sum == sum || sum != sum));
    n_points += size;
  }
  CHECK(n_points == segment.totals().n_points);
}

void check_places(const Segment& segment, uint64_t size) {
  const Totals totals = segment.totals();
  CHECK(totals.offset <= size);
  for (const Reference& row : segment.references(0)) {
    CHECK(row.record_offset + 16 + row.record_length <= totals.offset);
    CHECK(row.value_offset >= row.record_offset + 12);
    CHECK(row.value_offset + row.value_length <= row.record_offset + 12 + row.record_length);
    CHECK(row.tag == kNoTag || row.tag < segment.n_tags());
  }
  const DamageLog damage = segment.damage();
  uint64_t at = 0;
  for (const Damage& one : damage.listed) {
    CHECK(one.offset >= at && one.n_bytes > 0);
    at = one.offset + one.n_bytes;
  }
  CHECK(at <= totals.offset && damage.n_bytes <= totals.offset);
  if (damage.open)
    CHECK(damage.open->offset == totals.offset && damage.open->n_bytes == size - totals.offset);
}

// Puts good frames around pieces of the input, so that what is inside them is reached.
std::string reframe(std::string_view bytes) {
  std::string log;
  while (!bytes.empty()) {
    const size_t length = std::min<size_t>(static_cast<uint8_t>(bytes[0]), bytes.size() - 1);
    log += testing::frame(bytes.substr(1, length));
    bytes.remove_prefix(1 + length);
  }
  return log;
}

void read_in_pieces(Segment& segment, std::string_view log, size_t piece) {
  for (size_t end = piece; end < log.size(); end += piece) {
    WindowSource source(log.substr(0, end));
    segment.read(source, false, 0);
    check_places(segment, end);
  }
  WindowSource source(log);
  while (segment.read(source, false, piece)) continue;
  segment.read(source, true, 0);
}

uint64_t outcome(const Segment& segment) {
  const Totals totals = segment.totals();
  const DamageLog damage = segment.damage();
  uint64_t reasons = damage.open ? 1 : 0;
  for (const Damage& one : damage.listed) reasons |= 2u << static_cast<int>(one.reason);
  uint64_t whats = 0;
  for (const Reference& row : segment.references(0)) whats |= 1u << static_cast<int>(row.what);
  const auto few = [](uint64_t n) { return std::min<uint64_t>(n, 7); };
  return reasons << 32 | whats << 16 | few(totals.n_points) << 12 | few(totals.n_records) << 8 |
         few(segment.n_tags()) << 4 | few(segment.session_starts().size()) << 1 |
         totals.file_version.has_value();
}

void same(const Segment& left, const Segment& right) {
  const Totals a = left.totals(), b = right.totals();
  CHECK(a.offset == b.offset && a.n_records == b.n_records && a.n_points == b.n_points);
  CHECK(left.n_tags() == right.n_tags() && left.n_references() == right.n_references());
  CHECK(left.damage().count == right.damage().count && left.damage().n_bytes == right.damage().n_bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool is_framed = data[0] & 1;
  const std::string log = is_framed ? reframe(bytes) : std::string(bytes);
  Segment at_once, in_pieces;
  WindowSource source(log);
  at_once.read(source, true, 0);
  read_in_pieces(in_pieces, log, std::max<size_t>(1 + (data[0] >> 1), log.size() / 50));
  for (const Segment* segment : {&at_once, &in_pieces}) {
    check_points(*segment);
    check_places(*segment, log.size());
  }
  if (is_framed) same(at_once, in_pieces);
  fuzz_feature = outcome(at_once) << 1 | is_framed;
  return 0;
}
