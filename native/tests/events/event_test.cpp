// Events: the quick way for plain scalars against the full parser, and both cursors against each other.
#include "core/events/event.h"

#include <string>

#include "core/base/crc32c_inline.h"
#include "core/events/plain_scalar.h"
#include "core/records/lazy_cursor.h"
#include "tests/check.h"
#include "tests/log_builder.h"

using namespace sightline;
using namespace sightline::testing;

namespace {

const uint8_t* bytes_of(const std::string& text) { return reinterpret_cast<const uint8_t*>(text.data()); }

void plain_equals_full(const std::string& data, bool is_plain) {
  PlainScalar plain;
  Event full;
  WireCursor cursor(bytes_of(data), bytes_of(data) + data.size());
  CHECK(parse_plain_scalar(bytes_of(data), data.size(), plain) == is_plain);
  if (!is_plain) return;
  CHECK(parse_event(cursor, data.size(), full) && full.items.size() == 1);
  CHECK(full.step == plain.step && full.wall_time == plain.wall_time && full.items[0].tag == plain.tag);
  CHECK(full.items[0].what == What::simple_value && full.items[0].simple_value == plain.value);
}

void plain_scalars() {
  for (const int64_t step : {int64_t{0}, int64_t{1}, int64_t{300}, int64_t{-1}, INT64_MAX})
    for (const size_t length : {0, 1, 7, 8, 60, 116})
      plain_equals_full(scalar(std::string(length, 't'), step, 1.5f), length + 11 <= 0x7f + 2);
  plain_equals_full(scalar(std::string(200, 't'), 1, 1), false);
  const std::string plain = scalar("tag", 5, 2);
  for (size_t cut = 0; cut < plain.size(); ++cut) plain_equals_full(plain.substr(0, cut), false);
  plain_equals_full(plain + "x", false);
  plain_equals_full(version(), false);
}

void offsets_are_of_the_file() {
  const std::string value = sized(1, "t") + sized(5, "histo");
  const std::string data = event(1, 2, summary(value) + sized(4, "graph"));
  Event parsed;
  WireCursor cursor(bytes_of(data), bytes_of(data) + data.size(), 1000);
  CHECK(parse_event(cursor, 1000 + data.size(), parsed) && parsed.items.size() == 2);
  CHECK(data.substr(parsed.items[0].offset - 1000, parsed.items[0].length) == value);
  CHECK(data.substr(parsed.items[1].offset - 1000, parsed.items[1].length) == "graph");
}

void inline_crc_equals_the_table() {
  if (!crc32c_has_hardware()) return;
  std::string bytes;
  for (int i = 0; i < 100; ++i) bytes.push_back(static_cast<char>(i * 37 + 11));
  for (size_t begin = 0; begin < 9; ++begin)
    for (size_t size = 0; begin + size <= bytes.size(); ++size)
      CHECK(HardwareCrc::of(bytes_of(bytes) + begin, size) == crc32c_table(bytes.data() + begin, size));
  for (const uint64_t word : {uint64_t{0}, uint64_t{42}, ~uint64_t{0}})
    CHECK(HardwareCrc::of_word(word) == TableCrc::of_word(word));
}

}  // namespace

int main() {
  plain_scalars();
  offsets_are_of_the_file();
  inline_crc_equals_the_table();
}
