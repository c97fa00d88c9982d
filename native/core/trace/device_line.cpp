// Lines by their names, and details by their keys: "regs:168 grid:132,1,1 block:256,1,1 occ_pct:12.5".
#include "core/trace/device_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/trace/builder.h"
#include "core/trace/decimal.h"

namespace sightline {
namespace {

// They lie across the work of the device, or repeat it.
constexpr std::string_view kDerived[] = {
    "Steps",
    "XLA Modules",
    "Framework Ops",
    "Framework Name Scope",
    "Source code",
    "Async XLA Ops",
    "TensorFlow Ops",
    "TensorFlow Name Scope",
    "Sparse Core Steps",
    "Sparse Core Modules",
    "Sparse Core Syncs",
    "Tensor Core Sync Flag",
    "Host Offload Ops",
    "Launch Stats",
    "_counters_",
};

// The value behind "key:", up to the next space; empty where the key is missing.
std::string_view value_of(std::string_view details, std::string_view key) {
  constexpr std::string_view kSpaces = " \t\r\n";
  for (size_t at = 0; at < details.size();) {
    const size_t begin = details.find_first_not_of(kSpaces, at);
    if (begin == std::string_view::npos) break;
    const size_t end = std::min(details.find_first_of(kSpaces, begin), details.size());
    const std::string_view word = details.substr(begin, end - begin);
    if (word.starts_with(key) && word.size() > key.size() && word[key.size()] == ':')
      return word.substr(key.size() + 1);
    at = end;
  }
  return {};
}

void append_member(std::string& json, std::string_view key, std::string_view value) {
  if (json.size() > 1) json += ", ";
  json += '"';
  json += key;
  json += "\": ";
  json += value;
}

void append_number(std::string& json, std::string_view key, double value) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  append_member(json, key, std::string_view(digits, static_cast<size_t>(end - digits)));
}

// "x,y,z" as whole numbers that multiply to 64 bits.
std::optional<std::array<int64_t, 3>> parse_sides(std::string_view text) {
  std::array<int64_t, 3> sides{1, 1, 1};
  for (int64_t& side : sides) {
    const size_t comma = std::min(text.find(','), text.size());
    const auto number = parse_integer(text.substr(0, comma));
    if (!number || *number < 1 || *number > (int64_t{1} << 31)) return std::nullopt;
    side = *number;
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (text.empty()) break;
  }
  return sides;
}

void append_sides(std::string& json, std::string_view key, const std::array<int64_t, 3>& sides) {
  append_member(json, key,
                "[" + std::to_string(sides[0]) + ", " + std::to_string(sides[1]) + ", " +
                    std::to_string(sides[2]) + "]");
}

double volume(const std::array<int64_t, 3>& sides) {
  return static_cast<double>(sides[0]) * static_cast<double>(sides[1]) * static_cast<double>(sides[2]);
}

}  // namespace

bool is_device_plane(std::string_view plane) { return plane.starts_with("/device:"); }

TrackKind device_line_kind(std::string_view plane, std::string_view line) {
  for (const std::string_view derived : kDerived)
    if (line == derived) return TrackKind::device_annotation;
  // The operators of a GPU are derived from its streams; a TPU has nothing but them.
  const bool repeats = plane.starts_with("/device:GPU") && line == "XLA Ops";
  return repeats ? TrackKind::device_annotation : TrackKind::device;
}

std::string_view device_category(std::string_view event, TrackKind kind) {
  if (kind == TrackKind::device_annotation) return "gpu_user_annotation";
  if (event.starts_with("Memcpy")) return "gpu_memcpy";
  return event.starts_with("Memset") ? "gpu_memset" : "kernel";
}

void append_kernel_details(std::string& json, std::string_view details, int64_t n_multiprocessors) {
  if (const auto registers = parse_integer(value_of(details, "regs")))
    append_member(json, "registers per thread", std::to_string(*registers));
  const auto fixed = parse_integer(value_of(details, "static_shared"));
  const auto dynamic = parse_integer(value_of(details, "dynamic_shared"));
  constexpr int64_t kMaxBytes = int64_t{1} << 40;
  const auto is_size = [](const std::optional<int64_t>& n) { return !n || (*n >= 0 && *n < kMaxBytes); };
  if ((fixed || dynamic) && is_size(fixed) && is_size(dynamic))
    append_member(json, "shared memory", std::to_string(fixed.value_or(0) + dynamic.value_or(0)));
  const auto grid = parse_sides(value_of(details, "grid"));
  const auto block = parse_sides(value_of(details, "block"));
  if (grid) append_sides(json, "grid", *grid);
  if (block) append_sides(json, "block", *block);
  if (grid && n_multiprocessors > 0)
    append_number(json, "blocks per SM", volume(*grid) / static_cast<double>(n_multiprocessors));
  const double occupancy = parse_double(value_of(details, "occ_pct"));
  if (occupancy >= 0 && occupancy <= 100) append_number(json, "theoretical occupancy %", occupancy);
}

void append_copy_details(std::string& json, std::string_view details, int64_t duration_ns) {
  auto bytes = parse_integer(value_of(details, "num_bytes"));
  if (!bytes) bytes = parse_integer(value_of(details, "size"));
  if (!bytes || *bytes < 0) return;
  append_member(json, "bytes", std::to_string(*bytes));
  if (duration_ns > 0)
    append_number(json, "memory bandwidth (GB/s)",
                  static_cast<double>(*bytes) / static_cast<double>(duration_ns));
}

void TraceBuilder::sort_device_lines() {
  bool is_any = false;
  for (TrackRow& track : tracks_) {
    const std::string_view plane = strings[processes_[track.process].name];
    if (track.kind != TrackKind::host || !is_device_plane(plane)) continue;
    track.kind = device_line_kind(plane, strings[track.name]);
    is_any = true;
  }
  for (size_t i = 0; i < start_ns_.size() && is_any; ++i) {
    const TrackKind kind = tracks_[track_[i]].kind;
    const bool is_on_device = kind == TrackKind::device || kind == TrackKind::device_annotation;
    if (!is_on_device || category(raw_category_[i]) != Category::other) continue;
    raw_category_[i] = raw_category(strings.intern(device_category(strings[name_[i]], kind)));
  }
}

}  // namespace sightline
