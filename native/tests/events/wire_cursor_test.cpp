// Wire-format cursors: numbers at their edges, and the lazy one against the one in memory.
#include "core/events/wire_cursor.h"

#include <string>

#include "core/records/lazy_cursor.h"
#include "core/records/window_source.h"
#include "tests/check.h"
#include "tests/log_builder.h"

using namespace sightline;
using namespace sightline::testing;

namespace {

void numbers_come_back() {
  for (const uint64_t value : {uint64_t{0}, uint64_t{127}, uint64_t{128}, uint64_t{1} << 35, ~uint64_t{0}}) {
    const std::string bytes = varint(value);
    WireCursor cursor{std::string_view(bytes)};
    uint64_t read = 1;
    CHECK(cursor.varint(read) && read == value && cursor.left() == 0);
    WireCursor torn{std::string_view(bytes).substr(0, bytes.size() - 1)};
    CHECK(!torn.varint(read));
  }
}

void malformed_is_refused() {
  uint64_t number;
  uint32_t field;
  std::string_view view;
  WireCursor endless(std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 11));
  CHECK(!endless.varint(number));
  WireCursor field_zero(std::string_view("\x02", 1));
  CHECK(!read_key(field_zero, field));
  WireCursor group(std::string_view("\x0b", 1));
  CHECK(read_key(group, field) && !skip_field(group, field));
  WireCursor too_long(std::string_view("\x05", 1));
  CHECK(!too_long.skip(2) && !too_long.view(~uint64_t{0}, view));
}

void lazy_reads_the_same() {
  std::string bytes;
  for (uint64_t i = 0; i < 3000; ++i)
    bytes += varint(i * i) + fixed(static_cast<uint32_t>(i)) + std::string(i % 50, 'x');
  WindowSource source(bytes);
  ReadBuffer buffer;
  buffer.attach(source, bytes.size());
  buffer.expect_jump();
  LazyCursor lazy(buffer, 0, bytes.size());
  for (uint64_t i = 0; i < 3000; ++i) {
    uint64_t square;
    uint32_t number;
    std::string_view text;
    CHECK(lazy.varint(square) && square == i * i && lazy.fixed32(number) && number == i);
    CHECK(i % 2 ? lazy.skip(i % 50) : lazy.view(i % 50, text) && text == std::string(i % 50, 'x'));
  }
  uint64_t number;
  CHECK(lazy.position() == bytes.size() && !lazy.varint(number) && !lazy.skip(1));
}

}  // namespace

int main() {
  numbers_come_back();
  malformed_is_refused();
  lazy_reads_the_same();
}
