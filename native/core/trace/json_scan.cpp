// Escapes of JSON strings.
#include "core/trace/json_scan.h"

#include <charconv>

namespace sightline::json {
namespace {

void append_utf8(std::string& text, uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    text += static_cast<char>(0xf0 | code >> 18);
    text += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (code & 0x3f));
  }
}

// The four hexadecimal digits of \uXXXX at `at`; false where they are none.
bool read_unit(std::string_view raw, size_t at, uint32_t& unit) {
  if (at + 6 > raw.size() || raw[at] != '\\' || raw[at + 1] != 'u') return false;
  const char* const digits = raw.data() + at + 2;
  const auto [end, error] = std::from_chars(digits, digits + 4, unit, 16);
  return error == std::errc() && end == digits + 4;
}

// Appends the character that begins with the escape at `at`, and returns where the next one begins.
size_t append_unicode(std::string_view raw, size_t at, std::string& text) {
  uint32_t unit, low;
  if (!read_unit(raw, at, unit)) {
    text += 'u';
    return at + 2;
  }
  at += 6;
  if (unit >= 0xd800 && unit < 0xdc00 && read_unit(raw, at, low) && low >= 0xdc00 && low < 0xe000) {
    append_utf8(text, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
    return at + 6;
  }
  append_utf8(text, unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit);
  return at;
}

}  // namespace

std::string unescape(std::string_view raw) {
  std::string text;
  text.reserve(raw.size());
  for (size_t at = 0; at < raw.size();) {
    if (raw[at] != '\\' || at + 1 == raw.size()) {
      text += raw[at++];
      continue;
    }
    const char kind = raw[at + 1];
    if (kind == 'u') {
      at = append_unicode(raw, at, text);
      continue;
    }
    constexpr std::string_view kLetters = "bfnrt", kMeanings = "\b\f\n\r\t";
    const size_t known = kLetters.find(kind);
    text += known != std::string_view::npos ? kMeanings[known] : kind;
    at += 2;
  }
  return text;
}

}  // namespace sightline::json
