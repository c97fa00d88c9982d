// The event parser on any bytes: the quick way, the cursor in memory and the lazy one agree.
#include <algorithm>
#include <string>

#include "core/events/event.h"
#include "core/events/metadata.h"
#include "core/events/plain_scalar.h"
#include "core/events/tensor_scalar.h"
#include "core/records/lazy_cursor.h"
#include "core/records/window_source.h"
#include "tests/check.h"

using namespace sightline;

extern uint64_t fuzz_feature;

namespace {

void same(const Event& left, const Event& right) {
  CHECK(left.step == right.step && load<uint64_t>(&left.wall_time) == load<uint64_t>(&right.wall_time));
  CHECK(left.file_version == right.file_version && left.source_writer == right.source_writer);
  CHECK(left.items.size() == right.items.size() && left.has_values() == right.has_values());
  for (size_t i = 0; i < left.items.size(); ++i) {
    const Item &a = left.items[i], &b = right.items[i];
    CHECK(a.what == b.what && a.has_tag == b.has_tag && a.tag == b.tag && a.metadata == b.metadata);
    CHECK(a.offset == b.offset && a.length == b.length && a.payload == b.payload);
    CHECK(load<uint32_t>(&a.simple_value) == load<uint32_t>(&b.simple_value));
  }
}

void check_plain(const uint8_t* data, size_t size, const Event& event, bool is_event) {
  PlainScalar plain;
  if (!parse_plain_scalar(data, size, plain)) return;
  CHECK(is_event && event.items.size() == 1 && event.items[0].what == What::simple_value);
  CHECK(event.step == plain.step && load<uint64_t>(&event.wall_time) == load<uint64_t>(&plain.wall_time));
  CHECK(event.items[0].tag == plain.tag);
  CHECK(load<uint32_t>(&event.items[0].simple_value) == load<uint32_t>(&plain.value));
}

uint64_t decode_parts(const Event& event) {
  uint64_t outcome = std::min<uint64_t>(event.items.size(), 15);
  for (const Item& item : event.items) {
    TensorScalar scalar;
    Metadata metadata;
    if (decode_tensor_scalar(item.payload, scalar)) outcome |= scalar.is_float64 ? 32 : 16;
    if (decode_metadata(item.metadata, metadata)) outcome |= metadata.says_scalar() ? 128 : 64;
    outcome |= uint64_t{256} << static_cast<int>(item.what);
  }
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // A copy of exactly this size, so that the sanitizer sees every read behind the end.
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto* begin = reinterpret_cast<const uint8_t*>(bytes.data());
  Event quick, lazy_event;
  WireCursor cursor(begin, begin + size);
  const bool is_event = parse_event(cursor, size, quick);

  WindowSource source(bytes);
  ReadBuffer buffer;
  buffer.attach(source, size);
  buffer.expect_jump();
  LazyCursor lazy(buffer, 0, size);
  CHECK(parse_event(lazy, size, lazy_event) == is_event);
  if (is_event) same(quick, lazy_event);
  check_plain(begin, size, quick, is_event);
  fuzz_feature = decode_parts(quick) << 1 | is_event;
  return 0;
}
