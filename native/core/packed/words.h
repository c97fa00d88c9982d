// Columns as words of bits: which differences to write, and their split into planes of bytes.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace sightline {

// What is written of a column.
enum class Coding : uint8_t {
  kPlain,   // its words
  kDelta,   // differences to the word before
  kBeside,  // differences to the words of another column
  kSame,    // nothing: it equals another column
};

// Small differences of either sign become small words.
template <class Word>
Word zigzag(Word difference) {
  using Signed = std::make_signed_t<Word>;
  constexpr int kShift = static_cast<int>(sizeof(Word) * 8) - 1;
  return static_cast<Word>(static_cast<Word>(difference << 1) ^
                           static_cast<Word>(static_cast<Signed>(difference) >> kShift));
}

template <class Word>
Word unzigzag(Word word) {
  return static_cast<Word>(static_cast<Word>(word >> 1) ^ static_cast<Word>(-static_cast<Word>(word & 1)));
}

template <class Word>
std::vector<Word> coded(const Word* words, size_t n, Coding coding, const Word* beside) {
  std::vector<Word> out(words, words + n);
  if (coding == Coding::kPlain) return out;
  for (size_t i = 0; i < n; ++i) {
    const Word from = coding == Coding::kBeside ? beside[i] : i > 0 ? words[i - 1] : Word{0};
    out[i] = zigzag<Word>(static_cast<Word>(words[i] - from));
  }
  return out;
}

// The inverse of `coded`, in place.
template <class Word>
void decode_words(Word* words, size_t n, Coding coding, const Word* beside) {
  if (coding == Coding::kPlain) return;
  for (size_t i = 0; i < n; ++i) {
    const Word from = coding == Coding::kBeside ? beside[i] : i > 0 ? words[i - 1] : Word{0};
    words[i] = static_cast<Word>(unzigzag(words[i]) + from);
  }
}

// About how many bits an entropy coder needs, plane by plane.
template <class Word>
double estimated_bits(const std::vector<Word>& words) {
  double bits = 0;
  for (size_t plane = 0; plane < sizeof(Word); ++plane) {
    std::array<uint32_t, 256> counts{};
    for (const Word word : words) ++counts[static_cast<uint8_t>(word >> (8 * plane))];
    for (const uint32_t count : counts)
      if (count > 0)
        bits += count * std::log2(static_cast<double>(words.size()) / static_cast<double>(count));
  }
  return bits;
}

// How many bytes the largest word has: higher planes are all zero. At least one, so that a column never
// claims more values than there are bytes.
template <class Word>
size_t planes_of(const std::vector<Word>& words) {
  Word all = 0;
  for (const Word word : words) all = static_cast<Word>(all | word);
  const size_t bits = static_cast<size_t>(std::bit_width(all));
  return bits == 0 ? 1 : (bits + 7) / 8;
}

template <class Word>
void append_planes(std::vector<uint8_t>& out, const std::vector<Word>& words, size_t n_planes) {
  for (size_t plane = 0; plane < n_planes; ++plane)
    for (const Word word : words) out.push_back(static_cast<uint8_t>(word >> (8 * plane)));
}

template <class Word>
void read_planes(const uint8_t* bytes, size_t n_planes, Word* words, size_t n) {
  for (size_t i = 0; i < n; ++i) words[i] = bytes[i];
  for (size_t plane = 1; plane < n_planes; ++plane)
    for (size_t i = 0; i < n; ++i)
      words[i] = static_cast<Word>(words[i] | static_cast<Word>(Word{bytes[plane * n + i]} << (8 * plane)));
}

}  // namespace sightline
