// The few steps a JSON text is walked by, without recursion. Text must be followed by kPadding readable
// bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/bytes.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sightline::json {

constexpr size_t kPadding = 32;  // bytes behind the text that may be read; their values do not matter

inline bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

inline const char* skip_space(const char* at, const char* end) {
  while (at < end && is_space(*at)) ++at;
  return at;
}

#if defined(__SSE2__)
constexpr size_t kStride = 16;
inline uint32_t match_string_stop(const char* at) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i slashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  return static_cast<uint32_t>(_mm_movemask_epi8(_mm_or_si128(quotes, slashes)));
}
// '[' and ']' differ from '{' and '}' in one bit.
inline uint32_t match_structure(const char* at) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i opens = _mm_cmpeq_epi8(folded, _mm_set1_epi8('{'));
  const __m128i closes = _mm_cmpeq_epi8(folded, _mm_set1_epi8('}'));
  return static_cast<uint32_t>(_mm_movemask_epi8(_mm_or_si128(quotes, _mm_or_si128(opens, closes))));
}
#else
constexpr size_t kStride = 8;
// The high bit of each byte that is zero, made one bit per byte.
inline uint32_t zero_bytes(uint64_t word) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
  const uint64_t zeros = ~(((word & low) + low) | word | low);
  return static_cast<uint32_t>(((zeros >> 7) * 0x0102040810204080u) >> 56);
}
inline uint64_t every(char c) { return 0x0101010101010101u * static_cast<uint8_t>(c); }
inline uint32_t match_string_stop(const char* at) {
  const uint64_t word = load<uint64_t>(at);
  return zero_bytes(word ^ every('"')) | zero_bytes(word ^ every('\\'));
}
inline uint32_t match_structure(const char* at) {
  const uint64_t word = load<uint64_t>(at), folded = word | every(0x20);
  return zero_bytes(word ^ every('"')) | zero_bytes(folded ^ every('{')) | zero_bytes(folded ^ every('}'));
}
#endif

// Where the string that begins behind an opening quote ends (its closing quote); null where it does not.
inline const char* string_end(const char* at, const char* end) {
  while (at < end) {
    const uint32_t found = match_string_stop(at);
    if (found == 0) {
      at += kStride;
      continue;
    }
    at += __builtin_ctz(found);
    if (at >= end) return nullptr;
    if (*at == '"') return at;
    at += 2;
  }
  return nullptr;
}

// Behind the object or array that begins at `at`; null where it does not end. Brackets need not agree in
// kind.
inline const char* nested_end(const char* at, const char* end) {
  size_t depth = 0;
  while (at < end) {
    const uint32_t found = match_structure(at);
    if (found == 0) {
      at += kStride;
      continue;
    }
    at += __builtin_ctz(found);
    if (at >= end) return nullptr;
    if (*at == '"') {
      at = string_end(at + 1, end);
      if (at == nullptr) return nullptr;
      ++at;
    } else if ((*at | 0x20) == '{') {
      ++depth;
      ++at;
    } else {
      ++at;
      if (--depth == 0) return at;
    }
  }
  return nullptr;
}

// Behind a number or word: what ends it is a comma, a bracket or space.
inline const char* scalar_end(const char* at, const char* end) {
  while (at < end && !is_space(*at) && *at != ',' && *at != '}' && *at != ']' && *at != ':' && *at != '"')
    ++at;
  return at;
}

// Behind any value; null where it does not end within the text. A scalar at the very end counts as whole.
inline const char* value_end(const char* at, const char* end) {
  if (at >= end) return nullptr;
  if (*at == '"') {
    const char* const close = string_end(at + 1, end);
    return close != nullptr ? close + 1 : nullptr;
  }
  if (*at == '{' || *at == '[') return nested_end(at, end);
  return scalar_end(at, end);
}

// The text of a string between its quotes, escapes resolved; lone surrogates become U+FFFD.
std::string unescape(std::string_view raw);

// Calls use(key, value) for the members of an object, both as raw text (a string with its quotes); false
// where the text is no whole object.
template <class Use>
bool for_each_member(std::string_view object, Use use) {
  const char *at = object.data(), *const end = at + object.size();
  if (at == end || *at != '{') return false;
  ++at;
  while (true) {
    at = skip_space(at, end);
    if (at < end && *at == '}') return true;
    if (at >= end || *at != '"') return false;
    const char* const close = string_end(at + 1, end);
    if (close == nullptr) return false;
    const std::string_view key(at + 1, static_cast<size_t>(close - at - 1));
    at = skip_space(close + 1, end);
    if (at >= end || *at != ':') return false;
    at = skip_space(at + 1, end);
    const char* const stop = value_end(at, end);
    if (stop == nullptr || stop == at) return false;
    use(key, std::string_view(at, static_cast<size_t>(stop - at)));
    at = skip_space(stop, end);
    if (at < end && *at == ',') ++at;
  }
}

// A value's text without the quotes it may have.
inline std::string_view unquoted(std::string_view value) {
  if (value.size() >= 2 && value.front() == '"') return value.substr(1, value.size() - 2);
  return value;
}

}  // namespace sightline::json
