// Chrome's JSON from the outside in: the file's members, its events, and the way on behind what is broken.
#include "core/trace/json_reader.h"

#include <algorithm>
#include <cstring>

#include "core/trace/decimal.h"
#include "core/trace/json_scan.h"

namespace sightline {

using json::skip_space;
using json::unquoted;

namespace {

constexpr size_t kMaxEvent = size_t{64} << 20;     // a longer one is taken for damage
constexpr size_t kMaxMetadata = size_t{64} << 20;  // of all members together
constexpr size_t kLongEvent = size_t{64} << 10;    // is checked for events inside, which broken quotes make

}  // namespace

void JsonTraceReader::feed(std::string_view bytes) {
  n_bytes_ += bytes.size();
  buffer_.append(bytes);
  if (buffer_.size() >= retry_size_) read(false);
}

void JsonTraceReader::end_file() {
  read(true);
  event_offset_ = n_bytes_;
  if (!has_events_ && !is_lost_) problem(n_bytes_ == 0 ? "the file is empty" : "no trace events");
  if (is_lost_) problem("the end of the file could not be read");
  if (place_ == Place::object || (place_ == Place::events && !is_array_)) problem("the file ends too early");
}

void JsonTraceReader::next_file() {
  end_file();
  buffer_.clear();
  offset_ = n_bytes_;
  retry_size_ = 0;
  place_ = Place::start;
  is_array_ = has_events_ = is_lost_ = ph_first_ = false;
  ++file_;
  events_.next_file();
  events_.set_shift(-builder_.base_ns);
  builder_.begin_span();
}

Trace JsonTraceReader::finish() {
  end_file();
  // The last digit that is written is as exact as the times are.
  // Fewer than three decimals come from doubles, whose steps of a quarter microsecond and less they hide.
  constexpr int64_t kUnits[] = {1000, 250, 30, 1};
  builder_.rounding_ns = kUnits[std::min(events_.max_decimals(), 3)];
  builder_.metadata = n_metadata_ > 0 ? builder_.metadata + "}" : "{}";
  buffer_ = {};
  builder_.sort_device_lines();
  return builder_.finish();
}

void JsonTraceReader::read(bool is_final) {
  const size_t size = buffer_.size();
  buffer_.append(json::kPadding, '\0');
  const char *const begin = buffer_.data(), *const end = begin + size;
  const char* at = begin;
  Step step = Step::done;
  while (step == Step::done) {
    const char* const before = at;
    event_offset_ = offset_ + static_cast<uint64_t>(at - begin);
    if (is_lost_)
      step = skip_to_event(at, end, is_final);
    else if (place_ == Place::start)
      step = read_start(at, end);
    else if (place_ == Place::object)
      step = read_member(at, end, is_final);
    else if (place_ == Place::events)
      step = read_element(at, end, is_final);
    else
      at = end, step = Step::more;
    if (step == Step::bad) {
      is_lost_ = true;
      at = std::max(at, before + 1);
      step = Step::done;
    }
  }
  const auto n_read = static_cast<size_t>(at - begin);
  offset_ += n_read;
  buffer_.resize(size);
  buffer_.erase(0, n_read);
  // An event much longer than a piece is not read again with every piece.
  retry_size_ = buffer_.size() > kLongEvent ? buffer_.size() * 2 : 0;
}

JsonTraceReader::Step JsonTraceReader::read_start(const char*& at, const char* end) {
  if (end - at >= 3 && std::memcmp(at, "\xef\xbb\xbf", 3) == 0) at += 3;
  at = skip_space(at, end);
  if (at == end) return Step::more;
  if (*at != '{' && *at != '[') {
    problem("no JSON at the beginning");
    place_ = Place::events;
    return Step::bad;
  }
  is_array_ = *at == '[';
  place_ = is_array_ ? Place::events : Place::object;
  has_events_ = is_array_;
  ++at;
  return Step::done;
}

JsonTraceReader::Step JsonTraceReader::read_member(const char*& at, const char* end, bool is_final) {
  while (at < end && (json::is_space(*at) || *at == ',')) ++at;
  if (at == end) return Step::more;
  if (*at == '}') {
    ++at;
    place_ = Place::after;
    return Step::done;
  }
  const auto incomplete = [&] {
    if (!is_final && static_cast<size_t>(end - at) < kMaxMetadata) return Step::more;
    problem("a member of the file does not end");
    place_ = Place::events;
    return is_final ? Step::more : Step::bad;
  };
  if (*at != '"') {
    problem("broken JSON");
    place_ = Place::events;
    return Step::bad;
  }
  const char* const close = json::string_end(at + 1, end);
  if (close == nullptr) return incomplete();
  const std::string_view key(at + 1, static_cast<size_t>(close - at - 1));
  const char* value = skip_space(close + 1, end);
  if (value == end) return incomplete();
  if (*value != ':') {
    problem("broken JSON");
    place_ = Place::events;
    return Step::bad;
  }
  value = skip_space(value + 1, end);
  if (value == end) return incomplete();
  if (key == "traceEvents" && *value == '[') {
    at = value + 1;
    place_ = Place::events;
    has_events_ = true;
    return Step::done;
  }
  const char* const stop = json::value_end(value, end);
  if (stop == nullptr || (stop == end && !is_final)) return incomplete();
  if (stop == value) {
    problem("broken JSON");
    place_ = Place::events;
    return Step::bad;
  }
  add_metadata(key, {value, static_cast<size_t>(stop - value)});
  at = stop;
  return Step::done;
}

void JsonTraceReader::add_metadata(std::string_view key, std::string_view value) {
  if (builder_.metadata.size() + value.size() > kMaxMetadata) return problem("metadata beyond 64 MB");
  const bool is_base = key == "baseTimeNanoseconds";
  const int64_t base_ns = is_base ? parse_integer(unquoted(value)).value_or(0) : 0;
  if (is_base && file_ == 0) builder_.base_ns = base_ns;
  if (is_base && file_ > 0) events_.set_shift(base_ns - builder_.base_ns);
  if (file_ > 0) return;  // what ran is the same in all
  builder_.metadata += n_metadata_++ == 0 ? "{\"" : ", \"";
  builder_.metadata += key;
  builder_.metadata += "\": ";
  builder_.metadata += value;
}

JsonTraceReader::Step JsonTraceReader::read_element(const char*& at, const char* end, bool is_final) {
  while (at < end && (json::is_space(*at) || *at == ',')) ++at;
  if (at == end) return Step::more;
  event_offset_ = offset_ + static_cast<uint64_t>(at - buffer_.data());
  if (*at == ']') {
    ++at;
    place_ = is_array_ ? Place::after : Place::object;
    return Step::done;
  }
  if (*at != '{') {
    const char* const stop = json::value_end(at, end);
    if (stop == nullptr || (stop == end && !is_final)) return is_final ? Step::bad : Step::more;
    problem("an element that is no event");
    if (stop == at) return Step::bad;
    at = stop;
    return Step::done;
  }
  JsonEvent event;
  bool is_bad = false;
  const char* stop = events_.parse(at, end, event, is_bad);
  ph_first_ |= event.begins_with_ph;
  const auto n_left = static_cast<size_t>((stop != nullptr ? stop : end) - at);
  // Broken quotes make many events look like one.
  if (!is_bad && n_left > kLongEvent && next_event(at + 1, at + n_left) != nullptr) is_bad = true;
  if (stop == nullptr && !is_bad && n_left > kMaxEvent) is_bad = true;
  if (stop == nullptr && !is_bad) {
    if (!is_final) return Step::more;
    problem("the last event is cut off");
    at = end;
    return Step::more;
  }
  if (is_bad) {
    const char* const next = next_event(at + 1, end);
    if (next == nullptr && !is_final && static_cast<size_t>(end - at) < kLongEvent) return Step::more;
    const bool is_repaired = repair_event(at, next != nullptr ? next : end);
    problem(is_repaired ? "events with unescaped quotes" : "events that are no JSON");
    if (next != nullptr) {
      at = next;
      return Step::done;
    }
    return Step::bad;
  }
  ++n_events_;
  if (stop - at > 2) events_.add(event, event_offset_);
  at = stop;
  return Step::done;
}

// The last character before `at` that is no space, or null at the beginning of the buffer.
const char* JsonTraceReader::last_before(const char* at) const {
  while (at > buffer_.data())
    if (!json::is_space(*--at)) return at;
  return nullptr;
}

// Where the next event begins, or null: behind "},", or with its "ph" where events begin so.
const char* JsonTraceReader::next_event(const char* at, const char* end) const {
  while (at < end) {
    at = static_cast<const char*>(std::memchr(at, '{', static_cast<size_t>(end - at)));
    if (at == nullptr) return nullptr;
    const char* const key = skip_space(at + 1, end);
    if (end - key >= 4 && std::memcmp(key, "\"ph\"", 4) == 0) return at;
    if (!ph_first_) {
      const char* const comma = last_before(at);
      if (comma != nullptr && *comma == ',') {
        const char* const brace = last_before(comma);
        if (brace != nullptr && *brace == '}') return at;
      }
    }
    ++at;
  }
  return nullptr;
}

JsonTraceReader::Step JsonTraceReader::skip_to_event(const char*& at, const char* end, bool is_final) {
  const char* const next = next_event(std::max<const char*>(at, buffer_.data() + 1), end);
  if (next != nullptr) {
    at = next;
    is_lost_ = false;
    return Step::done;
  }
  if (is_final)
    at = end;
  else
    at = std::max(at, end - std::min<ptrdiff_t>(256, end - at));
  return Step::more;
}

namespace {

// A closing quote is followed by what follows a value or key; others are part of the text.
bool closes_string(const char* quote, const char* end) {
  const char* const next = skip_space(quote + 1, end);
  return next == end || *next == ',' || *next == ':' || *next == '}' || *next == ']';
}

std::string escape_stray_quotes(const char* at, const char* end) {
  std::string text;
  bool in_string = false;
  for (; at < end; ++at) {
    if (in_string && *at == '\\' && at + 1 < end) {
      text += *at++;
    } else if (*at == '"') {
      if (in_string && !closes_string(at, end)) {
        text += "\\\"";
        continue;
      }
      in_string = !in_string;
    }
    text += *at;
  }
  return text;
}

}  // namespace

// Reads an event once more, with quotes that close nothing taken as text.
bool JsonTraceReader::repair_event(const char* begin, const char* end) {
  if (static_cast<size_t>(end - begin) > kLongEvent * 16) return false;
  std::string text = escape_stray_quotes(begin, end);
  const size_t size = text.size();
  text.append(json::kPadding, '\0');
  JsonEvent event;
  bool is_bad = false;
  if (events_.parse(text.data(), text.data() + size, event, is_bad) == nullptr || is_bad) return false;
  ++n_events_;
  events_.add(event, event_offset_);
  return true;
}

}  // namespace sightline
