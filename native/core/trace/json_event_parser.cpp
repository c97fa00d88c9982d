// The members of one event, found without building anything.
#include "core/trace/json_events.h"

#include "core/trace/json_scan.h"

namespace sightline {

using json::skip_space;

const char* JsonEvents::parse(const char* at, const char* end, JsonEvent& event, bool& is_bad) {
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
    const char* const stop = key == "args" && *at == '{' ? parse_args(at, end, event, is_bad)
                                                         : parse_value(key, at, end, event, is_first);
    if (is_bad || stop == nullptr) return nullptr;
    if (stop == at) break;
    at = stop;
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

// Arguments of slices become records as they are read; others are few, and stay text.
const char* JsonEvents::parse_args(const char* at, const char* end, JsonEvent& event, bool& is_bad) {
  const char phase = event.phase();
  if (phase != 'X' && phase != 'B') {
    const char* const stop = json::nested_end(at, end);
    if (stop != nullptr) event.args = {at, static_cast<size_t>(stop - at)};
    return stop;
  }
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
  return added.end;
}

const char* JsonEvents::parse_value(std::string_view key, const char* at, const char* end, JsonEvent& event,
                                    bool is_first) {
  const char* const stop = json::value_end(at, end);
  if (stop == nullptr || stop == end) return nullptr;
  const std::string_view value(at, static_cast<size_t>(stop - at));
  if (key == "ph") {
    event.ph = value;
    event.begins_with_ph = is_first;
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
  return stop;
}

}  // namespace sightline
