// Decimal text to whole nanoseconds.
#include "core/trace/decimal.h"

#include <charconv>
#include <limits>

namespace sightline {
namespace {

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

constexpr uint64_t kMaxMagnitude = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());

// The digits of a number as one integer, and how many of them stand behind the point.
struct Digits {
  uint64_t value = 0;
  int n_decimals = 0;
  bool negative = false, fits = true;
  int exponent = 0;
};

void add_digit(Digits& digits, char c) {
  if (digits.value > (kMaxMagnitude - 9) / 10)
    digits.fits = false;
  else
    digits.value = digits.value * 10 + static_cast<uint64_t>(c - '0');
}

bool read_exponent(std::string_view text, Digits& digits) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits.exponent);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_digits(std::string_view text, Digits& digits) {
  size_t at = 0;
  if (at < text.size() && text[at] == '-') digits.negative = true, ++at;
  const size_t first = at;
  for (; at < text.size() && is_digit(text[at]); ++at) add_digit(digits, text[at]);
  if (at == first) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (at < text.size() && text[at] == '-') digits.negative = true, ++at;
    // Digits that 64 bits do not hold are finer than any clock.
    for (; at < text.size() && is_digit(text[at]); ++at) {
      if (!digits.fits || digits.value > (kMaxMagnitude - 9) / 10) continue;
      add_digit(digits, text[at]);
      ++digits.n_decimals;
    }
  }
  if (at == text.size()) return true;
  return (text[at] == 'e' || text[at] == 'E') && read_exponent(text.substr(at + 1), digits);
}

}  // namespace

namespace {

// What nearly all times are: digits, and up to three behind a point.
bool read_plain(std::string_view text, DecimalTime& time) {
  const char *at = text.data(), *const end = at + text.size();
  uint64_t value = 0;
  const char* const first = at;
  while (at < end && is_digit(*at)) value = value * 10 + static_cast<uint64_t>(*at++ - '0');
  if (at == first || at - first > 16) return false;
  int n_decimals = 0;
  if (at < end && *at == '.') {
    const char* const point = at++;
    while (at < end && is_digit(*at)) value = value * 10 + static_cast<uint64_t>(*at++ - '0');
    if (at - point - 1 > 3) return false;
    n_decimals = static_cast<int>(at - point - 1);
  }
  if (at != end) return false;
  // Sixteen digits of microseconds fit 64 bits as nanoseconds up to 9.2e15.
  constexpr uint64_t kScales[] = {1000, 100, 10, 1};
  if (at - first == 16 && *first > '8') return false;
  time = {static_cast<int64_t>(value * kScales[n_decimals]), n_decimals};
  return true;
}

}  // namespace

std::optional<DecimalTime> parse_micros(std::string_view text) {
  DecimalTime plain;
  if (read_plain(text, plain)) return plain;
  Digits digits;
  if (!read_digits(text, digits) || !digits.fits) return std::nullopt;
  if (digits.exponent > 40 || digits.exponent < -40) return std::nullopt;
  uint64_t value = digits.value;
  int scale = 3 - digits.n_decimals + digits.exponent;  // powers of ten up to nanoseconds
  for (; scale > 0; --scale) {
    if (value > kMaxMagnitude / 10) return std::nullopt;
    value *= 10;
  }
  for (; scale < -1; ++scale) value /= 10;
  if (scale == -1) value = (value + 5) / 10;
  const auto magnitude = static_cast<int64_t>(value);
  return DecimalTime{digits.negative ? -magnitude : magnitude, digits.n_decimals};
}

std::optional<int64_t> parse_integer(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

double parse_double(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text == "Infinity" || text == "inf") return kInfinity;
  if (text == "-Infinity" || text == "-inf") return -kInfinity;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace sightline
