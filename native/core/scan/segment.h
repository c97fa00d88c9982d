// The columns of one event file as far as it was read: one reader appends, any thread takes snapshots.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/records/source.h"
#include "core/scan/assembler.h"
#include "core/scan/placer.h"
#include "core/scan/published.h"
#include "core/scan/scanner.h"

namespace sightline {

// The file is shorter than what was already read of it: it is another file now, and needs a new segment.
class FileShrankError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TagSummary {
  std::shared_ptr<const TagInfo> info;
  uint64_t n_points;
};

class Segment {
 public:
  Segment() : reading_(std::make_unique<Reading>(published_)) {}
  // A saved segment; reading goes on where it ended.
  explicit Segment(RestoredSegment&& saved);
  // The same, taken apart only when somebody asks for more than its summary: of very many runs most are
  // listed and never looked at. With the path of its event file, the checksum of all columns is compared
  // then, and where they are damaged that file is read again. Where that cannot be, or they do not fit
  // together, it throws std::runtime_error.
  Segment(SavedColumns saved, const SavedSummary& summary, std::string event_file, uint32_t checksum);

  // Reads on at totals().offset; see Scanner::read(). `n_threads`: 1 or 2, or 0 for two where there is much
  // to read. Throws FileShrankError, and std::system_error or SourceError where the source fails.
  bool read(Source& source, bool is_final, uint64_t max_bytes, int n_threads = 0);

  // While it was not taken apart: what a list shows of its points, and what its tags are (else none).
  struct ListFacts {
    std::optional<int64_t> last_step;
    std::optional<std::pair<int64_t, std::string>> nan;
  };
  std::optional<ListFacts> list_facts() const;
  std::string tag_key() const;
  bool has_session_starts() const;

  Totals totals() const;  // without texts
  Totals totals_with_texts() const;
  uint64_t generation() const;
  size_t n_tags() const;
  TagSummary tag(size_t tag) const;  // throws std::out_of_range, as do chunks() and points_before()
  Chunks chunks(size_t tag) const;
  // How many points each tag has, by tag id.
  std::vector<uint64_t> counts() const;
  // How many points each tag had when the session start came.
  std::vector<uint64_t> points_before(size_t session_start) const;
  std::vector<Reference> references(size_t begin) const;
  size_t n_references() const;
  std::vector<SessionStart> session_starts() const;  // without changed_counts
  DamageLog damage() const;
  DamageLog::Totals damage_totals() const;
  // The last bytes before the offset, as they were when they were read; fewer than kTailBytes only where
  // there are not more, or the file was cut meanwhile. Waits for a read in progress.
  std::string tail() const;
  static constexpr size_t kTailBytes = 64;
  // The first bytes of the file, as far as they were read the first time.
  std::string head() const;
  static constexpr size_t kHeadBytes = 128;
  // Whether the source begins with the head and has the tail before the offset.
  bool is_of(Source& source) const;

  // Drops the pages of points that are mapped from this process; those that are used are read again.
  void forget_pages() const;
  // All of it at this moment, to be saved. Waits for a read in progress.
  std::unique_ptr<SegmentImage> image() const;

 private:
  // A saved segment that was not taken apart yet.
  struct Asleep {
    SavedColumns columns;
    size_t n_tags, n_references;
    bool has_session_starts;
    ListFacts facts;
    std::string event_file;  // empty where all columns were checked
    uint32_t checksum;
  };

  // What reading on needs; a saved segment that was not taken apart has none.
  struct Reading {
    explicit Reading(std::shared_ptr<Published> published) : placer(std::move(published)) {}

    Placer placer;
    Assembler assembler;
    Scanner scanner{assembler};
    std::array<char, kTailBytes> tail;
    size_t n_tail = 0;
    std::array<char, kHeadBytes> head;
    size_t n_head = 0;
  };

  std::optional<RestoredSegment> read_asleep() const;
  void restore(RestoredSegment&& saved);
  // Takes a saved segment apart; nothing else changes for whoever looks, so that const functions may.
  void wake() const;
  bool read_with(BatchSink& sink, Source& source, uint64_t end, bool is_final, uint64_t max_bytes);
  void publish();
  void publish_after_failure(const ReadBuffer& buffer, uint64_t before);
  void keep_tail(const ReadBuffer& buffer, uint64_t before);
  void keep_head(const ReadBuffer& buffer);

  mutable std::mutex waking_;  // guards asleep_; taken before all others
  mutable std::unique_ptr<const Asleep> asleep_;
  mutable std::mutex reader_;  // held while reading; taken before Published::mutex
  std::shared_ptr<Published> published_ = std::make_shared<Published>();
  std::unique_ptr<Reading> reading_;
};

}  // namespace sightline
