// Event bytes: known good ones, and frames that walk from record to record.
#include "core/write/event_encode.h"

#include <cstring>
#include <string>

#include "core/base/crc32c.h"
#include "tests/check.h"

using namespace sightline;

namespace {

uint32_t u32(const std::string& bytes, size_t at) {
  uint32_t value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void test_simple_scalar() {
  std::string out = "before";
  append_scalar_record(out, "a", 1.0, 3, 2.0, ScalarStyle::simple);
  const std::string event(
      "\x09\0\0\0\0\0\0\0\x40\x10\x03\x2a\x0a\x0a\x08\x0a\x01"
      "a\x15\0\0\x80\x3f",
      23);
  const std::string record = out.substr(6);
  CHECK(record.size() == event.size() + kFrameBytes);
  CHECK(record.substr(12, event.size()) == event);
  CHECK(u32(record, 0) == event.size() && u32(record, 4) == 0);
  CHECK(u32(record, 8) == masked_crc32c(record.data(), 8));
  CHECK(u32(record, 12 + event.size()) == masked_crc32c(event.data(), event.size()));
}

void test_bound_holds() {
  for (const size_t tag_size : {0u, 1u, 127u, 128u, 20000u, 3000000u})
    for (const auto style : {ScalarStyle::simple, ScalarStyle::tensor_float, ScalarStyle::tensor_double}) {
      std::string out;
      append_scalar_record(out, std::string(tag_size, 't'), 1e300, -1, -0.0, style);
      CHECK(out.size() <= scalar_record_bound(tag_size));
      CHECK(first_record_size(out) == out.size());
    }
}

void test_walk() {
  std::string out;
  append_record(out, "");
  append_record(out, "abc");
  CHECK(first_record_size(out) == kFrameBytes);
  CHECK(first_record_size(std::string_view(out).substr(kFrameBytes)) == kFrameBytes + 3);
  CHECK(first_record_size({}) == 0);
}

void test_events_without_values() {
  std::string out;
  append_session_start_event(out, 5, 0.0);
  CHECK(out == std::string("\x10\x05\x3a\x02\x08\x01", 6));
  out.clear();
  append_version_event(out, "me", 0, 0.0);
  CHECK(out ==
        "\x1a\x0d"
        "brain.Event:2"
        "\x52\x04\x0a\x02"
        "me");
  out.clear();
  append_value_event(out, "v", 1, 0.0);
  CHECK(out == "\x10\x01\x2a\x03\x0a\x01v");
}

}  // namespace

int main() {
  test_simple_scalar();
  test_bound_holds();
  test_walk();
  test_events_without_values();
}
