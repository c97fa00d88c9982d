// Times as whole nanoseconds, read exactly from their decimal text in microseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sightline {

struct DecimalTime {
  int64_t ns = 0;
  int n_decimals = 0;  // digits behind the point
};

// "1712170281000000.123" → 1712170281000000123. Rounds what is finer than a nanosecond; takes exponents and
// libkineto's "-1.-234". Nothing where the text is no number or beyond 64 bits.
std::optional<DecimalTime> parse_micros(std::string_view text);

// A whole number; nothing where there is more than digits and a sign, or beyond 64 bits.
std::optional<int64_t> parse_integer(std::string_view text);

// Any JSON number, NaN and Infinity too; NaN where it is none.
double parse_double(std::string_view text);

}  // namespace sightline
