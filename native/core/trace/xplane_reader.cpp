// XSpace → XPlane → XLine → XEvent → XStat, walked on the wire: no message is built.
#include "core/trace/xplane_reader.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/bytes.h"
#include "core/events/wire_fields.h"
#include "core/trace/builder.h"
#include "core/trace/device_line.h"

namespace sightline {
namespace {

struct EventKind {
  std::string_view name, display_name;
  std::vector<std::string_view> stats;
};

struct Stat {
  uint64_t id = 0;
  WireField value;
};

void append_string(std::string& json, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  json += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      json += "\\u00";
      json += kHex[static_cast<unsigned char>(c) >> 4];
      json += kHex[static_cast<unsigned char>(c) & 15];
    } else {
      json += c;
    }
  }
  json += '"';
}

void append_double(std::string& json, uint64_t bits) {
  const auto value = load<double>(&bits);
  if (!std::isfinite(value)) {
    json += std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    return;
  }
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  json.append(digits, end);
}

class PlaneReader {
 public:
  PlaneReader(TraceBuilder& builder, std::string_view plane, uint64_t offset)
      : builder_(builder), plane_(plane), offset_(offset) {}

  void read() {
    if (!for_each_field(plane_, [this](const WireField& field) { read_table(field); }))
      builder_.add_problem("a plane breaks off", offset_);
    process_ = builder_.process(name_);
    builder_.process_row(process_).name = builder_.strings.intern(name_);
    is_device_ = is_device_plane(name_);
    n_multiprocessors_ = number("core_count").value_or(0);
    for_each_field(plane_, [this](const WireField& field) {
      if (field.number == 3) read_line(field.bytes);
    });
  }

  std::string_view name() const { return name_; }
  // Numbered events that are no roots of steps; Keras marks batches so.
  const std::vector<StepRow>& loose_steps() const { return loose_steps_; }
  // The steps that a TPU marks itself, on a line of their own.
  const std::vector<StepRow>& device_steps() const { return device_steps_; }
  // The statistics of the plane itself, as JSON.
  std::string stats_json() const {
    std::string json = "{";
    for (const std::string_view bytes : stats_) append_stat(json, bytes);
    return json + "}";
  }
  std::optional<int64_t> number(std::string_view wanted) const {
    for (const std::string_view bytes : stats_) {
      const Stat stat = parse_stat(bytes);
      if (stat_name(stat.id) == wanted) return static_cast<int64_t>(stat.value.value);
    }
    return std::nullopt;
  }

 private:
  void read_table(const WireField& field) {
    if (field.number == 2) name_ = field.bytes;
    if (field.number == 6) stats_.push_back(field.bytes);
    if (field.number != 4 && field.number != 5) return;
    uint64_t key = 0;
    std::string_view value;
    for_each_field(field.bytes, [&](const WireField& part) {
      if (part.number == 1) key = part.value;
      if (part.number == 2) value = part.bytes;
    });
    if (field.number == 4)
      read_event_kind(kinds_[key], value);
    else
      for_each_field(value, [&](const WireField& part) {
        if (part.number == 2) stat_names_[key] = part.bytes;
      });
  }

  static void read_event_kind(EventKind& kind, std::string_view bytes) {
    for_each_field(bytes, [&](const WireField& part) {
      if (part.number == 2) kind.name = part.bytes;
      if (part.number == 4) kind.display_name = part.bytes;
      if (part.number == 5) kind.stats.push_back(part.bytes);
    });
  }

  static Stat parse_stat(std::string_view bytes) {
    Stat stat;
    for_each_field(bytes, [&](const WireField& field) {
      if (field.number == 1)
        stat.id = field.value;
      else
        stat.value = field;
    });
    return stat;
  }

  std::string_view stat_name(uint64_t id) const {
    const auto found = stat_names_.find(id);
    return found != stat_names_.end() ? found->second : std::string_view();
  }

  std::string_view stat_text(const Stat& stat) const {
    return stat.value.number == 7 ? stat_name(stat.value.value) : stat.value.bytes;
  }

  void append_stat(std::string& json, std::string_view bytes) const { append_stat(json, parse_stat(bytes)); }
  void append_stat(std::string& json, const Stat& stat) const {
    std::string_view name = stat_name(stat.id);
    if (name.empty()) return;
    // One name for what joins a launch and its work, whoever wrote the file.
    if (name == "correlation_id") name = "correlation";
    if (json.size() > 1) json += ", ";
    append_string(json, name);
    json += ": ";
    switch (stat.value.number) {
      case 2:
        return append_double(json, stat.value.value);
      case 3:
        json += std::to_string(stat.value.value);
        return;
      case 4:
        json += std::to_string(static_cast<int64_t>(stat.value.value));
        return;
      case 5:
        return append_string(json, stat.value.bytes);
      case 7:
        return append_string(json, stat_name(stat.value.value));
      default:  // bytes and compressed text, too large to be an argument
        return append_string(json, "(" + std::to_string(stat.value.bytes.size()) + " bytes)");
    }
  }

  std::string_view category_of_event(std::string_view name, TrackKind kind) const {
    if (is_device_) return device_category(name, kind);
    if (name.starts_with("cu") || name.starts_with("hip")) return "cuda_runtime";
    return name.starts_with('$') ? "python_function" : "cpu_op";
  }

  void read_line(std::string_view line) {
    uint64_t id = 0;
    int64_t base_ns = 0;
    std::string_view name, display_name;
    const bool is_whole = for_each_field(line, [&](const WireField& field) {
      if (field.number == 1) id = field.value;
      if (field.number == 2) name = field.bytes;
      if (field.number == 3) base_ns = static_cast<int64_t>(field.value);
      if (field.number == 11) display_name = field.bytes;
    });
    if (!is_whole) builder_.add_problem("a line breaks off", offset_);
    const TrackKind kind = is_device_ ? device_line_kind(name_, name) : TrackKind::host;
    const uint32_t track = builder_.track(process_, std::to_string(static_cast<int64_t>(id)), kind);
    builder_.track_row(track).name = builder_.strings.intern(display_name.empty() ? name : display_name);
    // A GPU's steps begin on the host; such a line was then derived from those.
    const bool has_steps = is_device_ && name == "Steps" && !name_.starts_with("/device:GPU");
    for_each_field(line, [&](const WireField& field) {
      if (field.number != 4) return;
      const std::optional<SliceRow> row = read_event(field.bytes, track, kind, base_ns);
      if (row && has_steps) add_device_step(*row);
    });
  }

  // Numbered by their names, "7" or "train 7", else by their order.
  void add_device_step(const SliceRow& row) {
    const std::string_view name = builder_.strings[row.name];
    const std::string_view digits = name.substr(name.find_last_not_of("0123456789") + 1);
    int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc()) number = static_cast<int64_t>(device_steps_.size());
    device_steps_.push_back({number, row.start_ns, row.start_ns + row.dur_ns, kNoSlice});
  }

  std::optional<SliceRow> read_event(std::string_view bytes, uint32_t track, TrackKind kind,
                                     int64_t base_ns) {
    uint64_t id = 0, offset_ps = 0, duration_ps = 0;
    bool is_sum = false;
    std::vector<std::string_view>& stats = event_stats_;
    stats.clear();
    for_each_field(bytes, [&](const WireField& field) {
      if (field.number == 1) id = field.value;
      if (field.number == 2) offset_ps = field.value;
      if (field.number == 3) duration_ps = field.value;
      if (field.number == 4) stats.push_back(field.bytes);
      if (field.number == 5) is_sum = true;
    });
    if (is_sum) {
      builder_.add_problem("sums of events, which have no time", offset_);
      return std::nullopt;
    }
    constexpr uint64_t kMaxPs = uint64_t{1} << 62;
    constexpr int64_t kMaxNs = int64_t{1} << 61;
    if (offset_ps > kMaxPs || duration_ps > kMaxPs || base_ns > kMaxNs || base_ns < -kMaxNs) {
      builder_.add_problem("time out of range", offset_);
      return std::nullopt;
    }
    const EventKind& event_kind = kinds_[id];
    const std::string_view name = event_kind.display_name.empty() ? event_kind.name : event_kind.display_name;
    SliceRow row;
    row.track = track;
    // Both ends are rounded down, so that what lies within another still does.
    row.start_ns = base_ns + static_cast<int64_t>(offset_ps / 1000);
    row.dur_ns = base_ns + static_cast<int64_t>((offset_ps + duration_ps) / 1000) - row.start_ns;
    row.name = builder_.strings.intern(name);
    row.raw_category = builder_.raw_category(builder_.strings.intern(category_of_event(name, kind)));
    add_args(row, event_kind, name);
    builder_.add_slice(row);
    return row;
  }

  void add_args(SliceRow& row, const EventKind& event_kind, std::string_view name) {
    std::string json = "{";
    std::optional<int64_t> step;
    bool is_root = false;
    uint64_t producer = 0, consumer = 0;
    bool has_producer = false, has_consumer = false;
    for (const std::string_view bytes : event_stats_) {
      const Stat stat = parse_stat(bytes);
      append_stat(json, stat);
      const std::string_view stat_key = stat_name(stat.id);
      if (stat_key == "kernel_details") append_kernel_details(json, stat_text(stat), n_multiprocessors_);
      if (stat_key == "memcpy_details") append_copy_details(json, stat_text(stat), row.dur_ns);
      if (stat_key == "step_num") step = static_cast<int64_t>(stat.value.value);
      if (stat_key == "_r") is_root = true;
      if (stat_key == "_p") producer ^= stat.value.value, has_producer = true;
      if (stat_key == "_pt") producer ^= (stat.value.value + 1) << 56;
      if (stat_key == "_c") consumer ^= stat.value.value, has_consumer = true;
      if (stat_key == "_ct") consumer ^= (stat.value.value + 1) << 56;
    }
    for (const std::string_view bytes : event_kind.stats) append_stat(json, bytes);
    if (name.data() != event_kind.name.data() && !event_kind.name.empty()) {
      if (json.size() > 1) json += ", ";
      json += "\"long_name\": ";
      append_string(json, event_kind.name);
    }
    if (json.size() > 1) row.args = builder_.args.add(json + "}");
    if (step && !is_device_)
      (is_root ? builder_.steps : loose_steps_)
          .push_back({*step, row.start_ns, row.start_ns + row.dur_ns, kNoSlice});
    if (has_producer) builder_.add_flow_point({row.start_ns, producer, row.track, FlowPhase::start});
    if (has_consumer) builder_.add_flow_point({row.start_ns, consumer, row.track, FlowPhase::end});
  }

  TraceBuilder& builder_;
  std::string_view plane_;
  uint64_t offset_;
  std::string_view name_;
  uint32_t process_ = 0;
  bool is_device_ = false;
  int64_t n_multiprocessors_ = 0;
  std::unordered_map<uint64_t, EventKind> kinds_;
  std::unordered_map<uint64_t, std::string_view> stat_names_;
  std::vector<std::string_view> stats_;
  std::vector<std::string_view> event_stats_;
  std::vector<StepRow> loose_steps_;
  std::vector<StepRow> device_steps_;
};

void append_item(std::string& list, std::string_view text) {
  if (!list.empty()) list += ", ";
  append_string(list, text);
}

}  // namespace

Trace read_xplane(std::string_view bytes) {
  TraceBuilder builder;
  std::string planes, hosts, errors, warnings;
  std::vector<StepRow> loose_steps, device_steps;
  int64_t profile_start_ns = 0;
  const bool is_whole = for_each_field(bytes, [&](const WireField& field) {
    if (field.number == 2) append_item(errors, field.bytes);
    if (field.number == 3) append_item(warnings, field.bytes);
    if (field.number == 4) append_item(hosts, field.bytes);
    if (field.number != 1 || field.bytes.data() == nullptr) return;
    PlaneReader plane(builder, field.bytes, static_cast<uint64_t>(field.bytes.data() - bytes.data()));
    plane.read();
    loose_steps.insert(loose_steps.end(), plane.loose_steps().begin(), plane.loose_steps().end());
    // The cores of a TPU run in step: the first stands for all.
    if (device_steps.empty()) device_steps = plane.device_steps();
    profile_start_ns = plane.number("profile_start_time").value_or(profile_start_ns);
    if (!planes.empty()) planes += ", ";
    append_string(planes, plane.name());
    planes += ": " + plane.stats_json();
  });
  if (!is_whole) builder.add_problem("the file ends too early", bytes.size());
  builder.metadata = "{\"planes\": {" + planes + "}, \"hostnames\": [" + hosts + "], \"errors\": [" + errors +
                     "], \"warnings\": [" + warnings + "]}";
  if (bytes.empty()) builder.add_problem("the file is empty", 0);
  if (builder.steps.empty()) builder.steps = std::move(loose_steps);
  // The host of a TPU runs ahead of it, so that the host's marks say nothing of the device's steps.
  if (!device_steps.empty()) builder.steps = std::move(device_steps);
  Trace trace = builder.finish();
  // Lines count from the start of the profile, or from the epoch.
  bool is_relative = true;
  for (const int64_t start_ns : trace.slices.start_ns) is_relative &= start_ns < profile_start_ns / 2;
  trace.base_ns = is_relative ? profile_start_ns : 0;
  return trace;
}

}  // namespace sightline
