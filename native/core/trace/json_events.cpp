// Events to rows of the builder, by their phase.
#include "core/trace/json_events.h"

#include <algorithm>
#include <cstring>

#include "core/trace/decimal.h"
#include "core/trace/json_scan.h"

namespace sightline {

using json::unquoted;

uint32_t JsonEvents::text_id(std::string_view raw) {
  const std::string_view text = unquoted(raw);
  if (text.find('\\') == std::string_view::npos) return builder_.strings.intern(text);
  return builder_.strings.intern(json::unescape(text));
}

uint16_t JsonEvents::category_id(std::string_view raw) {
  if (has_category_ && raw == last_category_) return last_category_id_;
  last_category_ = raw;
  last_category_id_ = builder_.raw_category(text_id(raw));
  has_category_ = true;
  return last_category_id_;
}

uint16_t JsonEvents::category_of_slice(const JsonEvent& event, uint32_t name) {
  const uint16_t category = category_id(event.cat);
  const std::string_view plain = unquoted(event.cat);
  const std::string_view finer = finer_category(plain, builder_.strings[name]);
  return finer == plain ? category : builder_.raw_category(builder_.strings.intern(finer));
}

uint32_t JsonEvents::track_of(const JsonEvent& event, TrackKind kind) {
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

uint32_t JsonEvents::args_of(const JsonEvent& event) {
  if (event.has_args_record) return event.args_record;
  return event.args.empty() ? kNoArgs : builder_.args.add(event.args);
}

std::optional<int64_t> JsonEvents::time_of(std::string_view token) {
  const auto time = parse_micros(unquoted(token));
  if (!time) return std::nullopt;
  max_decimals_ = std::max(max_decimals_, time->n_decimals);
  return time->ns;
}

void JsonEvents::add(JsonEvent& event, uint64_t offset) {
  offset_ = offset;
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

void JsonEvents::add_slice(JsonEvent& event, int64_t time_ns) {
  SliceRow row;
  row.start_ns = time_ns;
  const auto dur_ns = time_of(event.dur);
  row.dur_ns = dur_ns.value_or(0);
  if (!dur_ns || *dur_ns < 0) {
    problem(dur_ns ? "negative durations" : "events without a duration");
    row.dur_ns = 0;
    row.flags = kBadDuration;
  }
  row.name = event.has_name_id ? event.name_id : text_id(event.name);
  row.raw_category = category_of_slice(event, row.name);
  const Category category = builder_.category(row.raw_category);
  // On a stream, marks and waits lie across the work: they get a track of their own.
  const bool is_mark = category == Category::gpu_user_annotation || category == Category::sync;
  row.track = track_of(event, is_mark ? TrackKind::device_annotation : TrackKind::host);
  row.args = args_of(event);
  builder_.add_slice(row);
}

void JsonEvents::add_edge(const JsonEvent& event, int64_t time_ns, bool is_async, bool is_end) {
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

void JsonEvents::add_instant(const JsonEvent& event, int64_t time_ns) {
  InstantRow row;
  row.time_ns = time_ns;
  row.track = track_of(event, TrackKind::host);
  row.name = text_id(event.name);
  row.args = args_of(event);
  builder_.add_instant(row);
}

void JsonEvents::add_memory(const JsonEvent& event, int64_t time_ns) {
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

void JsonEvents::add_counters(const JsonEvent& event, int64_t time_ns) {
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

void JsonEvents::add_flow(const JsonEvent& event, int64_t time_ns, char phase) {
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
void JsonEvents::add_process_fact(const JsonEvent& event) {
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
