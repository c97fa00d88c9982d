// Forms of arguments and their numbers.
#include "core/trace/args_table.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>

#include "core/trace/decimal.h"
#include "core/trace/json_scan.h"

namespace sightline {
namespace {

// The bytes of a form that stand for numbers, by how these were written.
enum Mark : char {
  kInteger = 1,
  kDecimal = 2,  // packed as the count of decimals, then all digits as one number
  kQuoted = 3,   // a whole number in quotes
  kVerbatim = 4  // begins a form that is plain text: its bytes mark nothing
};

bool is_mark(char c) { return c >= kInteger && c <= kQuoted; }

constexpr size_t kMaxDigits = 18;

uint64_t zigzag(int64_t value) {
  return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63);
}
int64_t unzigzag(uint64_t packed) {
  return static_cast<int64_t>(packed >> 1) ^ -static_cast<int64_t>(packed & 1);
}

struct Number {
  Mark mark;
  uint8_t n_decimals = 0;
  int64_t digits = 0;
};

// Reads a number that comes back as it was written: no exponent, no leading zero, no "-0".
const char* read_number(const char* at, const char* end, Number& number) {
  const bool negative = at < end && *at == '-';
  if (negative) ++at;
  const char* const first = at;
  uint64_t value = 0;
  while (at < end && json::is_digit(*at)) value = value * 10 + static_cast<uint64_t>(*at++ - '0');
  size_t n_digits = static_cast<size_t>(at - first);
  if (n_digits == 0 || (n_digits > 1 && *first == '0')) return nullptr;
  number.mark = kInteger;
  if (at < end && *at == '.') {
    const char* const point = at++;
    while (at < end && json::is_digit(*at)) value = value * 10 + static_cast<uint64_t>(*at++ - '0');
    const size_t n_decimals = static_cast<size_t>(at - point - 1);
    if (n_decimals == 0) return nullptr;
    number.mark = kDecimal;
    n_digits += n_decimals;
    number.n_decimals = static_cast<uint8_t>(n_decimals);
  }
  if (n_digits > kMaxDigits || (negative && value == 0)) return nullptr;
  number.digits = negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
  return at;
}

// The number that is a whole value, or null.
const char* read_value(const char* at, const char* end, Number& number) {
  if (*at == '"') {
    const char* const stop = read_number(at + 1, end, number);
    if (stop == nullptr || stop >= end || *stop != '"' || number.mark != kInteger) return nullptr;
    number.mark = kQuoted;
    return stop + 1;
  }
  const char* const stop = read_number(at, end, number);
  return stop != nullptr && stop == json::scalar_end(stop, end) ? stop : nullptr;
}

void append_number(std::string& text, char mark, int64_t digits, size_t n_decimals) {
  if (mark == kQuoted) text += '"';
  std::string plain =
      std::to_string(digits < 0 ? 0 - static_cast<uint64_t>(digits) : static_cast<uint64_t>(digits));
  if (digits < 0) text += '-';
  if (mark == kDecimal) {
    if (plain.size() <= n_decimals) plain.insert(0, n_decimals + 1 - plain.size(), '0');
    plain.insert(plain.size() - n_decimals, 1, '.');
  }
  text += plain;
  if (mark == kQuoted) text += '"';
}

// Reads the packed numbers of a record.
class RecordCursor {
 public:
  RecordCursor(const uint8_t* at, const uint8_t* end) : at_(at), end_(end) {}
  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; at_ < end_ && shift < 64; shift += 7) {
      const uint8_t byte = *at_++;
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  }
  Number number(char mark) {
    Number number{static_cast<Mark>(mark)};
    if (mark == kDecimal) number.n_decimals = static_cast<uint8_t>(varint() % (kMaxDigits + 1));
    number.digits = unzigzag(varint());
    return number;
  }

 private:
  const uint8_t* at_;
  const uint8_t* end_;
};

std::string fill_form(std::string_view form, RecordCursor cursor) {
  if (form.starts_with(static_cast<char>(kVerbatim))) return std::string(form.substr(1));
  std::string text;
  text.reserve(form.size() + 32);
  for (const char c : form) {
    if (!is_mark(c)) {
      text += c;
      continue;
    }
    const Number number = cursor.number(c);
    append_number(text, c, number.digits, number.n_decimals);
  }
  return text;
}

double to_double(const Number& number) {
  constexpr std::array<double, kMaxDigits + 1> kPowers = {
      1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
  return static_cast<double>(number.digits) / kPowers[number.n_decimals];
}

}  // namespace

void ArgsTable::put(uint64_t number) {
  for (; number >= 0x80; number >>= 7) numbers_.push_back(static_cast<uint8_t>(number | 0x80));
  numbers_.push_back(static_cast<uint8_t>(number));
}

// Reads the object as one of a known form: its literals must be the same bytes, and between them stand
// numbers.
const char* ArgsTable::match(uint32_t form, const char* at, const char* end) {
  const std::string_view text = texts_[form];
  numbers_.clear();
  uint32_t begin = 0;
  for (const uint32_t stop : forms_[form].literal_ends) {
    if (begin > 0) {
      Number number;
      const char mark = text[begin - 1];
      const bool quoted = mark == kQuoted;
      if (quoted && (at >= end || *at++ != '"')) return nullptr;
      at = read_number(at, end, number);
      if (at == nullptr || number.mark != (quoted ? kInteger : static_cast<Mark>(mark))) return nullptr;
      if (quoted && (at >= end || *at++ != '"')) return nullptr;
      if (mark == kDecimal) put(number.n_decimals);
      put(zigzag(number.digits));
    }
    const size_t length = stop - begin;
    if (static_cast<size_t>(end - at) < length || std::memcmp(at, text.data() + begin, length) != 0)
      return nullptr;
    at += length;
    begin = stop + 1;
  }
  return at;
}

// Reads the object member by member, and makes its form.
const char* ArgsTable::build(const char* at, const char* end) {
  const char* literal = at;
  scratch_.clear();
  numbers_.clear();
  ++at;
  while (true) {
    at = json::skip_space(at, end);
    if (at < end && *at == '}') break;
    if (at >= end || *at != '"') return nullptr;
    at = json::string_end(at + 1, end);
    if (at == nullptr) return nullptr;
    at = json::skip_space(at + 1, end);
    if (at >= end || *at != ':') return nullptr;
    at = json::skip_space(at + 1, end);
    if (at >= end) return nullptr;
    Number number;
    if (const char* const stop = read_value(at, end, number); stop != nullptr) {
      scratch_.append(literal, at);
      scratch_ += static_cast<char>(number.mark);
      if (number.mark == kDecimal) put(number.n_decimals);
      put(zigzag(number.digits));
      literal = at = stop;
    } else {
      const char* const stop_value = json::value_end(at, end);
      if (stop_value == nullptr || stop_value == at) return nullptr;
      at = stop_value;
    }
    at = json::skip_space(at, end);
    if (at < end && *at == ',')
      ++at;
    else if (at >= end || *at != '}')
      return nullptr;
  }
  scratch_.append(literal, ++at);
  return at;
}

uint32_t ArgsTable::intern_form() {
  const uint32_t form = texts_.intern(scratch_);
  if (form < forms_.size()) return form;
  forms_.resize(form + 1);
  std::vector<uint32_t>& ends = forms_[form].literal_ends;
  const bool verbatim = scratch_.starts_with(static_cast<char>(kVerbatim));
  for (uint32_t i = 0; i < scratch_.size() && !verbatim; ++i)
    if (is_mark(scratch_[i])) ends.push_back(i);
  ends.push_back(static_cast<uint32_t>(scratch_.size()));
  return form;
}

uint32_t ArgsTable::store(uint32_t form) {
  uint8_t head[5];
  size_t n_head = 0;
  for (; form >= 0x80; form >>= 7) head[n_head++] = static_cast<uint8_t>(form | 0x80);
  head[n_head++] = static_cast<uint8_t>(form);
  const size_t size = n_head + numbers_.size();
  if (used_ + size > kBlock) {
    if ((blocks_.size() + 1) * kBlock > kNoArgs || size > kBlock) {
      is_full_ = true;
      return kNoArgs;
    }
    blocks_.push_back(std::make_unique<uint8_t[]>(kBlock));
    used_ = 0;
  }
  uint8_t* const to = blocks_.back().get() + used_;
  std::memcpy(to, head, n_head);
  if (!numbers_.empty()) std::memcpy(to + n_head, numbers_.data(), numbers_.size());
  const size_t record = (blocks_.size() - 1) * kBlock + used_;
  used_ += size;
  return static_cast<uint32_t>(record);
}

ArgsTable::Added ArgsTable::add(const char* at, const char* end, uint32_t& hint) {
  if (hint != kNoHint) {
    const char* const stop = match(hint, at, end);
    if (stop != nullptr) return {stop, store(hint)};
  }
  const char* const stop = build(at, end);
  if (stop == nullptr) return {};
  // A mark among the text's own bytes would be taken for a number.
  if (std::any_of(at, stop, is_mark)) {
    scratch_.assign(1, static_cast<char>(kVerbatim));
    scratch_.append(at, stop);
    numbers_.clear();
    return {stop, store(intern_form())};
  }
  hint = intern_form();
  return {stop, store(hint)};
}

uint32_t ArgsTable::add(std::string_view object) {
  // The scan reads ahead of where it stands.
  std::string padded(object);
  padded.append(json::kPadding, '\0');
  uint32_t hint = kNoHint;
  return add(padded.data(), padded.data() + object.size(), hint).record;
}

std::string ArgsTable::text(uint32_t record) const {
  if (record == kNoArgs) return {};
  const uint8_t* const block = blocks_[record / kBlock].get();
  RecordCursor cursor(block + record % kBlock, block + kBlock);
  const uint64_t form = cursor.varint();
  return fill_form(texts_[static_cast<uint32_t>(form)], cursor);
}

ArgsColumns ArgsTable::release() {
  ArgsColumns columns;
  texts_.release(columns.form_offsets, columns.forms);
  const size_t size = blocks_.empty() ? 0 : (blocks_.size() - 1) * kBlock + used_;
  columns.records = make_column<uint8_t>(size, [&](uint8_t* to) {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      std::memcpy(to + i * kBlock, blocks_[i].get(), std::min(kBlock, size - i * kBlock));
      blocks_[i].reset();
    }
  });
  blocks_.clear();
  return columns;
}

namespace {

size_t n_forms(const ArgsColumns& args) { return args.form_offsets.size() - (args.form_offsets.size() > 0); }

std::string_view form_text(const ArgsColumns& args, uint64_t form) {
  if (form >= n_forms(args)) return {};
  const uint64_t begin = args.form_offsets[form];
  return {args.forms.data() + begin, static_cast<size_t>(args.form_offsets[form + 1] - begin)};
}

RecordCursor cursor_at(const ArgsColumns& args, uint32_t record) {
  return {args.records.data() + std::min<size_t>(record, args.records.size()), args.records.end()};
}

// Calls use(key, value) for the members of a form; a number's value is its mark.
template <class Use>
void for_each_form_member(std::string_view form, Use use) {
  std::string padded(form);
  padded.append(json::kPadding, '\0');
  const bool verbatim = form.starts_with(static_cast<char>(kVerbatim));
  const std::string_view object = std::string_view(padded).substr(verbatim, form.size() - verbatim);
  json::for_each_member(object, [&](std::string_view key, std::string_view value) {
    use(key, form.substr(static_cast<size_t>(value.data() - padded.data()), value.size()),
        !verbatim && value.size() == 1 && is_mark(value[0]));
  });
}

}  // namespace

std::string args_text(const ArgsColumns& args, uint32_t record) {
  if (record == kNoArgs) return {};
  RecordCursor cursor = cursor_at(args, record);
  const uint64_t form = cursor.varint();
  return fill_form(form_text(args, form), cursor);
}

ArgsMember::ArgsMember(const ArgsColumns& args, std::string_view key) : args_(args), places_(n_forms(args)) {
  for (size_t form = 0; form < places_.size(); ++form) {
    Place& place = places_[form];
    place.number = std::numeric_limits<double>::quiet_NaN();
    const std::string_view text = form_text(args, form);
    if (text.find(key) == std::string_view::npos) continue;
    std::string marks;
    for_each_form_member(text, [&](std::string_view name, std::string_view value, bool is_slot) {
      if (name == key) {
        is_anywhere_ = true;
        if (is_slot) place.marks = marks + value[0];
        place.text = value;
        const std::string_view plain = json::unquoted(value);
        place.number = parse_double(plain);
        const std::optional<int64_t> integer = parse_integer(plain);
        place.is_integer = integer.has_value();
        place.integer = integer.value_or(0);
      }
      if (is_slot) marks += value[0];
    });
  }
}

namespace {

// The last of some numbers: the marks before it say how to step over the others.
Number last_number(std::string_view marks, RecordCursor cursor) {
  Number number{kInteger};
  for (const char mark : marks) number = cursor.number(mark);
  return number;
}

}  // namespace

double ArgsMember::number(uint32_t record) const {
  if (record == kNoArgs) return std::numeric_limits<double>::quiet_NaN();
  RecordCursor cursor = cursor_at(args_, record);
  const uint64_t form = cursor.varint();
  if (form >= places_.size()) return std::numeric_limits<double>::quiet_NaN();
  const Place& place = places_[form];
  return place.marks.empty() ? place.number : to_double(last_number(place.marks, cursor));
}

int64_t ArgsMember::integer(uint32_t record, int64_t missing) const {
  if (record == kNoArgs) return missing;
  RecordCursor cursor = cursor_at(args_, record);
  const uint64_t form = cursor.varint();
  if (form >= places_.size()) return missing;
  const Place& place = places_[form];
  if (place.marks.empty()) return place.is_integer ? place.integer : missing;
  const Number number = last_number(place.marks, cursor);
  return number.mark == kDecimal ? missing : number.digits;
}

std::string ArgsMember::text(uint32_t record) const {
  if (record == kNoArgs) return {};
  RecordCursor cursor = cursor_at(args_, record);
  const uint64_t form = cursor.varint();
  if (form >= places_.size()) return {};
  const Place& place = places_[form];
  if (place.marks.empty()) return std::string(place.text);
  const Number number = last_number(place.marks, cursor);
  std::string text;
  append_number(text, number.mark, number.digits, number.n_decimals);
  return text;
}

void ArgsMember::intern_texts(std::span<const uint32_t> records, StringTable& texts, uint32_t* to) const {
  constexpr uint32_t kUnknown = StringTable::kNone;
  std::vector<uint32_t> of_form(places_.size(), kUnknown);  // where all records of a form have the same text
  for (const uint32_t record : records) {
    if (record == kNoArgs || !is_anywhere_) {
      *to++ = 0;
      continue;
    }
    RecordCursor cursor = cursor_at(args_, record);
    const uint64_t form = cursor.varint();
    if (form >= places_.size() || !places_[form].marks.empty()) {
      *to++ = texts.intern(text(record));
      continue;
    }
    if (of_form[form] == kUnknown) of_form[form] = texts.intern(places_[form].text);
    *to++ = of_form[form];
  }
}

}  // namespace sightline
