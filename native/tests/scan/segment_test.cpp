// Segments: damage, tails, large payloads that are not read, and readers beside the reader.
#include "core/scan/segment.h"

#include <atomic>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "core/records/record.h"
#include "core/records/window_source.h"
#include "tests/check.h"
#include "tests/log_builder.h"

using namespace sightline;
using namespace sightline::testing;

namespace {

bool read(Segment& segment, std::string_view bytes, bool is_final = false) {
  WindowSource source(bytes);
  return segment.read(source, is_final, 0);
}

// Where every header is at a wrong place, whatever is cut off is waited for, and only that.
void every_cut_is_a_tail_to_wait_for() {
  const std::string log = frame(version()) + frame(scalar("a", 1, 1)) + frame("") + frame(scalar("b", -2, 2));
  for (size_t cut = 0; cut <= log.size(); ++cut) {
    Segment segment;
    read(segment, std::string_view(log).substr(0, cut));
    CHECK(segment.totals().offset <= cut && segment.damage().count == 0 && !segment.damage().open);
    read(segment, log);
    CHECK(segment.totals().n_records == 4 && segment.totals().n_points == 2 && segment.n_tags() == 2);
  }
}

// A flipped bit loses one record, never more.
void every_flip_loses_one_record() {
  std::string log;
  for (int step = 0; step < 5; ++step) log += frame(scalar("tag", step, 1));
  for (size_t bit = 0; bit < log.size() * 8; ++bit) {
    std::string broken = log;
    broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ 1 << bit % 8);
    Segment segment;
    read(segment, broken, true);
    CHECK(segment.totals().n_points == 4);
    const DamageLog damage = segment.damage();
    CHECK(damage.count + (damage.open ? 1 : 0) == 1);
  }
}

// Bytes that exist only when they are read, and a count of how many were.
class ImageLog final : public Source {
 public:
  ImageLog(uint64_t n_images, uint64_t size) : n_images_(n_images) {
    // As most producers write it: tag, then the payload, then the metadata.
    const std::string metadata = sized(9, sized(1, sized(1, "images")));
    const uint64_t tensor_size = size + 20;
    const std::string value_head = sized(1, "img") + key(8, 2) + varint(tensor_size);
    const uint64_t value_size = value_head.size() + tensor_size + metadata.size();
    const std::string summary_head = key(1, 2) + varint(value_size) + value_head;
    const uint64_t summary_size = summary_head.size() + tensor_size + metadata.size();
    const std::string head = event(1, 7, key(5, 2) + varint(summary_size) + summary_head);
    head_ = header(head.size() + tensor_size + metadata.size()) + head;
    tail_ = metadata + "crc.";
    record_ = head_.size() + tensor_size + tail_.size();
  }
  uint64_t size() override { return n_images_ * record_; }
  size_t read_at(uint64_t offset, void* into, size_t size) override {
    size = std::min<uint64_t>(size, this->size() - offset);
    n_bytes += size;
    for (size_t i = 0; i < size; ++i) static_cast<char*>(into)[i] = at((offset + i) % record_);
    return size;
  }
  void advise_random(bool random) override { was_random = was_random || random; }

  uint64_t n_bytes = 0;
  bool was_random = false;

 private:
  char at(uint64_t i) const {
    if (i < head_.size()) return head_[i];
    return i >= record_ - tail_.size() ? tail_[i - (record_ - tail_.size())] : 'x';
  }
  uint64_t n_images_, record_;
  std::string head_, tail_;
};

void payloads_are_not_read() {
  ImageLog log(1000, 5 << 20);
  CHECK(log.size() > uint64_t{5000} << 20);
  Segment segment;
  CHECK(!segment.read(log, false, 0));
  CHECK(segment.totals().offset == log.size() && segment.n_references() == 1000);
  CHECK(segment.tag(0).info->metadata->plugin_name == "images");
  CHECK(log.was_random && log.n_bytes < 1000 * 10000 + ReadBuffer::kLargeRead);
  const Reference last = segment.references(999).at(0);
  CHECK(last.what == What::tensor && last.step == 7 && last.record_offset == log.size() / 1000 * 999);
}

void a_large_record_between_small_ones() {
  const std::string big = event(1, 2, summary(sized(1, "img") + sized(4, std::string(100000, 'x'))));
  const std::string log = frame(scalar("a", 1, 1)) + frame(big) + frame(scalar("a", 3, 1));
  Segment segment;
  read(segment, log);
  CHECK(segment.totals().n_points == 2 && segment.n_references() == 1 && segment.damage().count == 0);
  const Reference reference = segment.references(0).at(0);
  WindowSource source(log);
  CHECK(read_record(source, reference.record_offset) == big);
  CHECK(log.substr(reference.value_offset, 5) == sized(1, "img"));
}

// Headers that each claim megabytes cost time; there is an end to it.
void hostile_headers_end() {
  std::string log = "x";
  while (log.size() < 20000) log += header(15000);
  Segment segment;
  read(segment, log, true);
  CHECK(segment.totals().n_records == 0 && segment.damage().open);
}

void snapshots_beside_a_reader() {
  std::string log;
  constexpr int64_t kSteps = 20000;
  for (int64_t step = 0; step < kSteps; ++step) log += frame(scalar("a", step, static_cast<float>(step)));
  Segment segment;
  std::atomic<bool> done{false};
  std::thread looker([&] {
    uint64_t seen = 0;
    while (!done || seen < kSteps) {
      if (segment.n_tags() == 0) continue;
      const Chunks chunks = segment.chunks(0);
      CHECK(chunks.size >= seen);
      seen = chunks.size;
      int64_t step = 0;
      for (const Chunk& chunk : chunks.chunks)
        for (size_t i = 0; i < chunk.size; ++i, ++step)
          CHECK(chunk.steps[i] == step && chunk.value(i) == static_cast<double>(step));
      CHECK(static_cast<uint64_t>(step) == chunks.size);
    }
  });
  WindowSource source(log);
  while (segment.read(source, false, 7001)) continue;
  done = true;
  looker.join();
}

// Two threads read the same as one.
void a_pipeline_changes_nothing() {
  std::string log;
  for (int64_t step = 0; step < 60000; ++step) {
    log += frame(scalar(step % 3 ? "a" : "b", step, static_cast<float>(step)));
    if (step % 9000 == 0) log += frame(event(1, step, sized(7, key(1, 0) + varint(1))));
    if (step % 7000 == 0) log += frame(event(1, step, summary(sized(1, "h") + sized(5, "histo"))));
  }
  Segment one, two;
  WindowSource source(log);
  one.read(source, true, 0, 1);
  while (two.read(source, true, log.size() / 3, 2)) continue;
  CHECK(one.totals().n_points == 60000 && two.totals().n_points == 60000 &&
        two.totals().offset == log.size());
  CHECK(one.n_tags() == two.n_tags() && one.n_references() == two.n_references());
  for (size_t start = 0; start < one.session_starts().size(); ++start)
    CHECK(one.points_before(start) == two.points_before(start));
  for (size_t tag = 0; tag < one.n_tags(); ++tag) {
    std::vector<int64_t> steps[2];
    for (const auto& [segment, to] : {std::pair{&one, &steps[0]}, std::pair{&two, &steps[1]}})
      for (const Chunk& chunk : segment->chunks(tag).chunks)
        to->insert(to->end(), chunk.steps, chunk.steps + chunk.size);
    CHECK(steps[0] == steps[1]);
  }
}

// A file that fails in the middle: what was read counts, and reading goes on later.
class FailingSource final : public Source {
 public:
  explicit FailingSource(std::string bytes) : bytes_(std::move(bytes)), inner_(bytes_) {}
  uint64_t size() override { return bytes_.size(); }
  size_t read_at(uint64_t offset, void* into, size_t size) override {
    if (fails && offset > 0) throw std::system_error(EIO, std::generic_category());
    return inner_.read_at(offset, into, size);
  }
  bool fails = true;

 private:
  std::string bytes_;
  WindowSource inner_;
};

void an_io_error_keeps_what_was_read() {
  std::string log;
  for (int64_t step = 0; step < 20000; ++step) log += frame(scalar("a", step, 1));
  for (const int n_threads : {1, 2}) {
    FailingSource source(log);
    Segment segment;
    bool failed = false;
    try {
      segment.read(source, false, 0, n_threads);
    } catch (const std::system_error&) {
      failed = true;
    }
    CHECK(failed && segment.totals().n_points > 1000 && segment.totals().n_points < 20000);
    source.fails = false;
    segment.read(source, false, 0, n_threads);
    CHECK(segment.totals().n_points == 20000 && segment.damage().count == 0);
  }
}

}  // namespace

int main() {
  every_cut_is_a_tail_to_wait_for();
  every_flip_loses_one_record();
  payloads_are_not_read();
  a_large_record_between_small_ones();
  hostile_headers_end();
  snapshots_beside_a_reader();
  a_pipeline_changes_nothing();
  an_io_error_keeps_what_was_read();
}
