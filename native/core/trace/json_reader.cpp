// Chrome's JSON, event by event.
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

// Raw texts of one event's members; strings keep their quotes.
struct JsonTraceReader::Event {
  std::string_view ph, cat, name, pid, tid, ts, dur, id, scope, args;
  uint32_t name_id = 0;
  uint32_t args_record = kNoArgs;
  bool has_name_id = false, has_args_record = false;
  char phase() const { return ph.size() == 3 ? ph[1] : '\0'; }
};

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
  shift_ns_ = -builder_.base_ns;
  builder_.begin_span();
}

Trace JsonTraceReader::finish() {
  end_file();
  // The last digit that is written is as exact as the times are.
  // Fewer than three decimals come from doubles, whose steps of a quarter microsecond and less they hide.
  constexpr int64_t kUnits[] = {1000, 250, 30, 1};
  builder_.rounding_ns = kUnits[std::min(max_decimals_, 3)];
  builder_.metadata = n_metadata_ > 0 ? builder_.metadata + "}" : "{}";
  buffer_ = {};
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
  if (is_base && file_ > 0) shift_ns_ = base_ns - builder_.base_ns;
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
  Event event;
  bool is_bad = false;
  const char* stop = parse_event(at, end, event, is_bad);
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
  if (stop - at > 2) add_event(event);
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
  Event event;
  bool is_bad = false;
  if (parse_event(text.data(), text.data() + size, event, is_bad) == nullptr || is_bad) return false;
  ++n_events_;
  add_event(event);
  return true;
}

const char* JsonTraceReader::parse_event(const char* at, const char* end, Event& event, bool& is_bad) {
  ++at;
  for (bool is_first = true;; is_first = false) {
    at = skip_space(at, end);
    if (at < end && *at == '}') return at + 1;
    if (at >= end) return nullptr;
    if (*at != '"') break;
    const char* const close = json::string_end(at + 1, end);
    if (close == nullptr) return nullptr;
    const std::string_view key(at + 1, static_cast<size_t>(close - at - 1));
    at = close + 1;
    if (at < end && *at != ':') at = skip_space(at, end);
    if (at >= end) return nullptr;
    if (*at != ':') break;
    at = skip_space(at + 1, end);
    if (at >= end) return nullptr;
    if (key == "args" && *at == '{') {
      const char phase = event.phase();
      if (phase == 'X' || phase == 'B') {
        if (!event.has_name_id) {
          event.name_id = text_id(event.name);
          event.has_name_id = true;
        }
        if (event.name_id >= form_hints_.size()) form_hints_.resize(event.name_id + 1, ArgsTable::kNoHint);
        const ArgsTable::Added added = builder_.args.add(at, end, form_hints_[event.name_id]);
        if (added.end == nullptr) {
          is_bad = json::nested_end(at, end) != nullptr;
          return nullptr;
        }
        event.has_args_record = true;
        event.args_record = added.record;
        at = added.end;
      } else {
        const char* const stop = json::nested_end(at, end);
        if (stop == nullptr) return nullptr;
        event.args = {at, static_cast<size_t>(stop - at)};
        at = stop;
      }
    } else {
      const char* const stop = json::value_end(at, end);
      if (stop == nullptr || stop == end) return nullptr;
      if (stop == at) break;
      const std::string_view value(at, static_cast<size_t>(stop - at));
      at = stop;
      if (key == "ph") {
        event.ph = value;
        if (is_first) ph_first_ = true;
      } else if (key == "ts") {
        event.ts = value;
      } else if (key == "dur") {
        event.dur = value;
      } else if (key == "pid") {
        event.pid = value;
      } else if (key == "tid") {
        event.tid = value;
      } else if (key == "name") {
        event.name = value;
      } else if (key == "cat") {
        event.cat = value;
      } else if (key == "id" || key == "id2") {
        event.id = value;
      } else if (key == "scope") {
        event.scope = value;
      }
    }
    if (at < end && json::is_space(*at)) at = skip_space(at, end);
    if (at >= end) return nullptr;
    if (*at == ',')
      ++at;
    else if (*at != '}')
      break;
  }
  is_bad = true;
  return nullptr;
}

uint32_t JsonTraceReader::text_id(std::string_view raw) {
  const std::string_view text = unquoted(raw);
  if (text.find('\\') == std::string_view::npos) return builder_.strings.intern(text);
  return builder_.strings.intern(json::unescape(text));
}

uint16_t JsonTraceReader::category_id(std::string_view raw) {
  if (has_category_ && raw == last_category_) return last_category_id_;
  last_category_ = raw;
  last_category_id_ = builder_.raw_category(text_id(raw));
  has_category_ = true;
  return last_category_id_;
}

uint32_t JsonTraceReader::track_of(const Event& event, TrackKind kind) {
  // pid and tid stand side by side in most files, so that one comparison finds the track again.
  const char* const begin = event.pid.data();
  const char* const end = event.tid.data() + event.tid.size();
  const bool are_near = begin != nullptr && end > begin && static_cast<size_t>(end - begin) < 128;
  if (!are_near) {
    const uint32_t process = builder_.process(builder_.strings[text_id(event.pid)]);
    return builder_.track(process, std::string(builder_.strings[text_id(event.tid)]), kind);
  }
  const std::string_view key(begin, static_cast<size_t>(end - begin));
  TrackMemo& memo = track_memo_[(hash_text(key) + static_cast<size_t>(kind)) % track_memo_.size()];
  const bool is_known = memo.key.size() == key.size() + 1 && memo.key[0] == static_cast<char>(kind) + 1 &&
                        std::memcmp(memo.key.data() + 1, key.data(), key.size()) == 0;
  if (!is_known) {
    const std::string pid(builder_.strings[text_id(event.pid)]), tid(builder_.strings[text_id(event.tid)]);
    memo.track = builder_.track(builder_.process(pid), tid, kind);
    memo.key.assign(1, static_cast<char>(static_cast<char>(kind) + 1));
    memo.key += key;
  }
  return memo.track;
}

uint32_t JsonTraceReader::args_of(const Event& event) {
  if (event.has_args_record) return event.args_record;
  return event.args.empty() ? kNoArgs : builder_.args.add(event.args);
}

std::optional<int64_t> JsonTraceReader::time_of(std::string_view token) {
  const auto time = parse_micros(unquoted(token));
  if (!time) return std::nullopt;
  max_decimals_ = std::max(max_decimals_, time->n_decimals);
  return time->ns;
}

void JsonTraceReader::add_event(Event& event) {
  const char phase = event.phase();
  if (phase == 'M') return add_process_fact(event);
  if (phase == '\0') return problem("events without a phase");
  auto time_ns = time_of(event.ts);
  if (!time_ns || __builtin_add_overflow(*time_ns, shift_ns_, &*time_ns))
    return problem("events without a time");
  switch (phase) {
    case 'X':
      return add_slice(event, *time_ns);
    case 'B':
    case 'E':
      return add_edge(event, *time_ns, false, phase == 'E');
    case 'b':
    case 'S':
      return add_edge(event, *time_ns, true, false);
    case 'e':
    case 'F':
      return add_edge(event, *time_ns, true, true);
    case 'i':
    case 'I':
    case 'R':
    case 'P':
    case 'n':
    case 'T':
      return unquoted(event.name) == "[memory]" ? add_memory(event, *time_ns) : add_instant(event, *time_ns);
    case 'C':
      return add_counters(event, *time_ns);
    case 's':
    case 't':
    case 'f':
      return add_flow(event, *time_ns, phase);
    default:
      return problem("events of an unknown phase");
  }
}

void JsonTraceReader::add_slice(Event& event, int64_t time_ns) {
  SliceRow row;
  row.start_ns = time_ns;
  const auto dur_ns = time_of(event.dur);
  row.dur_ns = dur_ns.value_or(0);
  if (!dur_ns || *dur_ns < 0) {
    problem(dur_ns ? "negative durations" : "events without a duration");
    row.dur_ns = 0;
    row.flags = kBadDuration;
  }
  row.raw_category = category_id(event.cat);
  const Category category = builder_.category(row.raw_category);
  // On a stream, marks and waits lie across the work: they get a track of their own.
  const bool is_mark = category == Category::gpu_user_annotation || category == Category::sync;
  row.track = track_of(event, is_mark ? TrackKind::device_annotation : TrackKind::host);
  row.name = event.has_name_id ? event.name_id : text_id(event.name);
  row.args = args_of(event);
  builder_.add_slice(row);
}

void JsonTraceReader::add_edge(const Event& event, int64_t time_ns, bool is_async, bool is_end) {
  SliceEdge edge;
  edge.is_end = is_end;
  edge.row.start_ns = time_ns;
  edge.row.raw_category = category_id(event.cat);
  edge.row.name = text_id(event.name);
  edge.row.args = args_of(event);
  if (is_async) {
    // One track per name; ends are found by category and id.
    const uint32_t process = builder_.process(std::string(builder_.strings[text_id(event.pid)]));
    const std::string name(builder_.strings[edge.row.name]);
    edge.row.track = builder_.track(process, name, TrackKind::async);
    builder_.track_row(edge.row.track).name = edge.row.name;
    const std::string key = std::string(event.cat) + '\n' + std::string(event.id) + '\n' +
                            std::string(event.scope) + std::string(file_, '\n');
    edge.key = hash_text(key) | 1;
  } else {
    edge.row.track = track_of(event, TrackKind::host);
    edge.key = static_cast<uint64_t>(edge.row.track) << 1;
  }
  builder_.add_edge(edge);
}

void JsonTraceReader::add_instant(const Event& event, int64_t time_ns) {
  InstantRow row;
  row.time_ns = time_ns;
  row.track = track_of(event, TrackKind::host);
  row.name = text_id(event.name);
  row.args = args_of(event);
  builder_.add_instant(row);
}

void JsonTraceReader::add_memory(const Event& event, int64_t time_ns) {
  MemoryRow row;
  row.time_ns = time_ns;
  row.track = track_of(event, TrackKind::host);
  row.device_id = -1;
  row.total_allocated = row.total_reserved = -1;
  json::for_each_member(event.args, [&](std::string_view key, std::string_view value) {
    const auto number = parse_integer(unquoted(value));
    if (!number) return;
    if (key == "Addr") row.address = *number;
    if (key == "Bytes") row.bytes = *number;
    if (key == "Total Allocated") row.total_allocated = *number;
    if (key == "Total Reserved") row.total_reserved = *number;
    if (key == "Device Type") row.device_type = static_cast<int32_t>(*number);
    if (key == "Device Id") row.device_id = static_cast<int32_t>(*number);
  });
  builder_.add_memory(row);
}

void JsonTraceReader::add_counters(const Event& event, int64_t time_ns) {
  const std::string name(builder_.strings[text_id(event.name)]);
  const uint32_t process = builder_.process(std::string(builder_.strings[text_id(event.pid)]));
  json::for_each_member(event.args, [&](std::string_view key, std::string_view value) {
    const std::string series(builder_.strings[text_id(key)]);
    const bool is_plain = series == "value" || series == name;
    const std::string full_name = is_plain ? name : name + " " + series;
    CounterRow row;
    row.track = builder_.track(process, full_name, TrackKind::counter);
    builder_.track_row(row.track).name = builder_.strings.intern(full_name);
    row.time_ns = time_ns;
    row.value = parse_double(unquoted(value));
    builder_.add_counter(row);
  });
}

void JsonTraceReader::add_flow(const Event& event, int64_t time_ns, char phase) {
  const std::string_view category = unquoted(event.cat);
  FlowPoint point;
  point.time_ns = time_ns;
  point.track = track_of(event, TrackKind::host);
  point.phase = phase == 's' ? FlowPhase::start : phase == 't' ? FlowPhase::step : FlowPhase::end;
  if (category == "fwdbwd")
    point.kind = FlowKind::forward_backward;
  else if (category == "ac2g" || category == "async_cpu_to_gpu" || category == "async")
    point.kind = FlowKind::launch;
  // Every file counts its flows from the same number on.
  point.id = (hash_text(category) ^ hash_text(unquoted(event.id)) * 3) + file_ * 0x9e3779b97f4a7c15u;
  builder_.add_flow_point(point);
}

// What 'M' events say: names and order of processes and threads.
void JsonTraceReader::add_process_fact(const Event& event) {
  const std::string_view what = unquoted(event.name);
  const uint32_t process = builder_.process(std::string(builder_.strings[text_id(event.pid)]));
  json::for_each_member(event.args, [&](std::string_view key, std::string_view value) {
    const std::string_view plain = unquoted(value);
    if (what == "process_name" && key == "name")
      builder_.process_row(process).name = text_id(value);
    else if (what == "process_labels" && key == "labels")
      builder_.process_row(process).labels = text_id(value);
    else if (what == "process_sort_index" && key == "sort_index")
      builder_.process_row(process).sort_index = parse_integer(plain).value_or(0);
    else if (what == "thread_name" && key == "name")
      builder_.track_row(track_of(event, TrackKind::host)).name = text_id(value);
    else if (what == "thread_sort_index" && key == "sort_index")
      builder_.track_row(track_of(event, TrackKind::host)).sort_index = parse_integer(plain).value_or(0);
  });
}

}  // namespace sightline
