// Sources: a file, a window, a callback that is slow, short or fails; a segment reads the same from all.
#include "core/records/source.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "core/records/callback_source.h"
#include "core/records/file_source.h"
#include "core/records/record.h"
#include "core/records/window_source.h"
#include "core/scan/segment.h"
#include "tests/check.h"
#include "tests/log_builder.h"

using namespace sightline;
using namespace sightline::testing;

namespace {

std::string log_of(int64_t n_steps) {
  std::string log = frame(version());
  for (int64_t step = 0; step < n_steps; ++step) log += frame(scalar("a", step, 1));
  return log;
}

std::string image(std::string_view tag, int64_t step, size_t n_bytes) {
  return event(1.0, step, summary(sized(1, tag) + sized(4, sized(4, std::string(n_bytes, 'x')))));
}

size_t copy_from(const std::string& bytes, uint64_t offset, void* into, size_t size) {
  return WindowSource(bytes).read_at(offset, into, size);
}

bool fails(const std::function<void()>& action) {
  try {
    action();
  } catch (const SourceError&) {
    return true;
  }
  return false;
}

void short_reads_change_nothing() {
  const std::string log = log_of(3000) + frame(image("picture", 1, 40000)) + frame(scalar("a", 3000, 1));
  for (const size_t most : {1, 7, 4096}) {
    CallbackSource source(log.size(), [&](uint64_t offset, void* into, size_t size) {
      return copy_from(log, offset, into, std::min(size, most));
    });
    Segment segment;
    CHECK(!segment.read(source, true, 0));
    CHECK(segment.totals().n_points == 3001 && segment.n_references() == 1);
    CHECK(segment.damage_totals().count == 0);
    CHECK(read_record(source, 0) == version());
  }
}

// Parts of a log in memory of their own, each of which is gone as soon as the next one is lent.
class Lender {
 public:
  Lender(const std::string& log, size_t n_part) : log_(log), n_part_(n_part) {}

  CallbackSource source() {
    const auto read = [this](uint64_t offset, void* into, size_t size) {
      ++n_reads;
      return copy_from(log_, offset, into, size);
    };
    return {log_.size(), read, [this](uint64_t offset, size_t) { return lend(offset); }};
  }
  size_t n_reads = 0;
  uint64_t bad = UINT64_MAX;  // nothing from here on can be lent

 private:
  std::span<const uint8_t> lend(uint64_t offset) {
    if (offset >= bad) throw SourceError("not now");
    const uint64_t end = std::min<uint64_t>((offset / n_part_ + 1) * n_part_, log_.size());
    part_.assign(log_.begin() + static_cast<ptrdiff_t>(offset), log_.begin() + static_cast<ptrdiff_t>(end));
    part_.shrink_to_fit();
    return part_;
  }

  const std::string& log_;
  size_t n_part_;
  std::vector<uint8_t> part_;
};

void lent_parts_of_any_length_make_the_whole() {
  const std::string log = log_of(3000) + frame(image("picture", 1, 40000)) + frame(scalar("a", 3000, 1));
  Segment whole;
  WindowSource all(log);
  whole.read(all, true, 0);
  for (const size_t n_part : {1, 7, 50, 4096, 1 << 20}) {
    Lender lender(log, n_part);
    CallbackSource source = lender.source();
    Segment segment;
    CHECK(!segment.read(source, true, 0));
    CHECK(segment.totals().n_points == 3001 && segment.n_references() == 1);
    CHECK(segment.damage_totals().count == 0 && segment.tail() == whole.tail());
    CHECK(n_part < log.size() || lender.n_reads == 0);
  }
}

void a_part_that_cannot_be_lent_loses_nothing_before_it() {
  const std::string log = log_of(100);
  for (uint64_t bad = 0; bad < log.size(); bad += 50) {
    Lender lender(log, 50);
    lender.bad = bad;
    CallbackSource source = lender.source();
    Segment segment;
    (void)fails([&] { segment.read(source, false, 0); });
    const uint64_t n_before = segment.totals().n_points;
    CHECK(segment.damage_totals().count == 0);
    lender.bad = UINT64_MAX;
    segment.read(source, false, 0);
    CHECK(n_before <= 100 && segment.totals().n_points == 100 && segment.damage_totals().count == 0);
  }
}

// Every byte before the one that fails counts, the failure is reported, and reading resumes where it stopped.
void a_failure_at_any_byte_loses_nothing_before_it() {
  const std::string log = log_of(5);
  for (uint64_t bad = 0; bad < log.size(); ++bad) {
    bool broken = true;
    CallbackSource source(log.size(), [&](uint64_t offset, void* into, size_t size) -> size_t {
      if (broken && offset == bad) throw SourceError("not now");
      return copy_from(log, offset, into,
                       broken && offset < bad ? std::min<size_t>(size, bad - offset) : size);
    });
    Segment segment;
    CHECK(fails([&] { segment.read(source, false, 0); }));
    uint64_t whole = 0;
    while (log_of(static_cast<int64_t>(whole) + 1).size() <= bad) ++whole;
    CHECK(segment.totals().n_points == whole && segment.damage_totals().count == 0);
    broken = false;
    segment.read(source, false, 0);
    CHECK(segment.totals().n_points == 5 && segment.damage_totals().count == 0);
    CHECK(segment.tail() == log.substr(log.size() - Segment::kTailBytes));
  }
}

// A search for the next good record that a failure ended goes on from there, not from the end of the file.
void a_failure_during_a_search() {
  std::string log = log_of(2);
  const size_t damaged = log.size();
  log += std::string(1 << 20, '\x07') + frame(scalar("a", 2, 1)) + std::string(1 << 20, '\x07');
  bool broken = true;
  CallbackSource source(log.size(), [&](uint64_t offset, void* into, size_t size) -> size_t {
    const uint64_t bad = damaged + 300000;
    if (broken && offset >= bad) throw SourceError("not now");
    return copy_from(log, offset, into, broken ? std::min<size_t>(size, bad - offset) : size);
  });
  Segment segment;
  (void)fails([&] { segment.read(source, true, 0); });
  CHECK(segment.totals().n_points == 2);
  broken = false;
  segment.read(source, true, 0);
  CHECK(segment.totals().n_points == 3 && segment.damage_totals().count == 2);
}

// Windows that each begin where reading stopped, of any length, make the whole, with the same tail.
void windows_make_the_whole() {
  const std::string log = log_of(50) + frame(image("picture", 1, 20000)) + log_of(3);
  Segment whole;
  WindowSource all(log);
  whole.read(all, false, 0);
  for (const size_t length : {40, 90, 1000, 25000}) {
    Segment segment;
    size_t end = 0;
    while (end < log.size()) {
      const uint64_t base = segment.totals().offset;
      end = std::min<size_t>(log.size(), std::max<size_t>(end, base) + length);
      WindowSource window(std::string_view(log).substr(base, end - base), base);
      CHECK(window.size() == end);
      segment.read(window, false, 0);
      const uint64_t offset = segment.totals().offset;
      const size_t n_tail = std::min<uint64_t>(offset, Segment::kTailBytes);
      CHECK(segment.tail() == log.substr(offset - n_tail, n_tail));
    }
    CHECK(segment.totals().n_points == whole.totals().n_points && segment.n_references() == 1);
    CHECK(segment.damage_totals().count == 0);
  }
}

void a_window_has_nothing_before_it() {
  const std::string log = log_of(5);
  WindowSource window(std::string_view(log).substr(10), 10);
  char byte;
  CHECK(window.size() == log.size());
  CHECK(window.read_at(10, &byte, 1) == 1 && byte == log[10]);
  CHECK(window.read_at(log.size(), &byte, 1) == 0);
  CHECK(fails([&] { window.read_at(9, &byte, 1); }));
  Segment segment;
  CHECK(fails([&] { segment.read(window, false, 0); }));
}

// A file source is as long as the file was when it was opened, and closed once.
void a_file(const std::filesystem::path& directory) {
  const std::string log = log_of(5), path = (directory / "log").string();
  std::ofstream(path, std::ios::binary) << log;
  FileSource source(path);
  std::ofstream(path, std::ios::binary | std::ios::app) << log;
  CHECK(source.size() == log.size() && source.facts().size == log.size());
  Segment segment;
  segment.read(source, true, 0);
  CHECK(segment.totals().n_points == 5);
  CHECK(identity_of(source.facts()) == identity_of(FileSource(path).facts()));
  source.close();
  source.close();
  bool failed = false;
  try {
    char byte;
    source.read_at(0, &byte, 1);
  } catch (const std::system_error& error) {
    failed = error.code().value() == EBADF;
  }
  CHECK(failed);
}

}  // namespace

int main() {
  short_reads_change_nothing();
  lent_parts_of_any_length_make_the_whole();
  a_part_that_cannot_be_lent_loses_nothing_before_it();
  a_failure_at_any_byte_loses_nothing_before_it();
  a_failure_during_a_search();
  windows_make_the_whole();
  a_window_has_nothing_before_it();
  std::string name = (std::filesystem::temp_directory_path() / "source_test.XXXXXX").string();
  CHECK(mkdtemp(name.data()) != nullptr);
  a_file(name);
  std::filesystem::remove_all(name);
}
