// Callers append under a short lock; the thread takes the whole queue at once and writes it outside the lock.
#include "core/write/event_buffer.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "core/base/platform.h"

namespace sightline {
namespace {

constexpr size_t kChunkBytes = 64 << 10;
constexpr double kPauseSecs = 0.01;       // between writes: many small events become few writes
constexpr double kFirstRetrySecs = 0.25;  // doubles up to kLastRetrySecs while the disk fails
constexpr double kLastRetrySecs = 5;
constexpr double kStallSecs = 10;         // a write that lasts longer makes the disk count as failing
constexpr double kLongestWaitSecs = 1e7;  // keeps clock arithmetic in range

std::chrono::duration<double> seconds(double secs) {
  return std::chrono::duration<double>(std::clamp(secs, 0.0, kLongestWaitSecs));
}

uint64_t count_records(std::string_view records) {
  uint64_t n = 0;
  for (; !records.empty(); ++n) records.remove_prefix(first_record_size(records));
  return n;
}

// A disk without room keeps its file for later; after any other error a new file is the better try.
bool is_no_room(int error) { return error == ENOSPC || error == EDQUOT || error == EAGAIN; }

}  // namespace

EventBuffer::EventBuffer(const EventFileOptions& options, uint64_t fork_generation)
    : generation(fork_generation), options_(options), file_(options.directory, options.filename_suffix) {}

EventBuffer::~EventBuffer() { close(); }

int EventBuffer::open() {
  std::lock_guard lock(mutex_);
  if (is_running_) return 0;
  const int error = file_.open();
  path_ = file_.path();
  start();
  if (error) note(error);
  return error;
}

// Where no thread can be started, events wait (as for a failing disk) and the next call tries again.
void EventBuffer::start() {
  if (thread_.joinable()) thread_.join();  // it has ended: it needs the lock no more
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error& error) {
    return note(error.code().value());
  }
  is_running_ = true;
  is_stopping_ = false;
}

bool EventBuffer::admits(size_t bytes) {
  if (options_.max_total_bytes && total_bytes_ + bytes > options_.max_total_bytes) {
    ++n_dropped_;
    if (!std::exchange(reported_cap_, true))
      warn("the run in " + options_.directory +
           " has reached its size cap; further events are dropped and counted");
    return false;
  }
  if (is_failing_ && is_full()) {
    ++n_dropped_;
    return false;
  }
  return true;
}

std::string& EventBuffer::chunk_for(size_t bound) {
  if (queue_.empty() || queue_.back().capacity() - queue_.back().size() < bound) {
    queue_.emplace_back();
    queue_.back().reserve(std::max(bound, kChunkBytes));
  }
  return queue_.back();
}

bool EventBuffer::is_hasty() const {
  return is_stopping_ || flushes_requested_ != flushes_done_ ||
         (!is_failing_ && queued_bytes_ >= options_.max_queue_bytes);
}

bool EventBuffer::is_due() const { return is_hasty() || queued_events_ >= options_.max_queue_events; }

void EventBuffer::wake_if_due() {
  if (waiting_ == Waiting::no || !(waiting_ == Waiting::for_queue ? is_due() : is_hasty())) return;
  waiting_ = Waiting::no;
  wake_.notify_one();
}

void EventBuffer::warn(std::string warning) {
  warnings_.push_back(std::move(warning));
  has_warnings_.store(true, std::memory_order_relaxed);
}

void EventBuffer::wait_for_room() {
  std::unique_lock lock(mutex_);
  if (!is_running_ || is_failing_) return;
  const auto has_room = [this] { return !is_full() || is_failing_; };
  if (progress_.wait_for(lock, seconds(kStallSecs), has_room)) return;
  note(ETIMEDOUT);
}

void EventBuffer::flush() {
  std::unique_lock lock(mutex_);
  if (!is_running_ && !queue_.empty()) start();
  if (!is_running_) return;
  const uint64_t mine = ++flushes_requested_;
  wake_if_due();
  progress_.wait(lock, [&] { return flushes_done_ >= mine || !is_running_; });
}

void EventBuffer::close() {
  std::thread ended;
  {
    std::unique_lock lock(mutex_);
    if (!is_running_ && !queue_.empty()) start();
    if (is_running_) {
      const uint64_t session = n_sessions_;
      is_stopping_ = true;
      wake_if_due();
      progress_.wait(lock, [&] { return n_sessions_ != session; });
    }
    if (!is_running_) {
      ended = std::move(thread_);
      drop_rest();
    }
  }
  if (ended.joinable()) ended.join();
}

std::string EventBuffer::path() {
  std::lock_guard lock(mutex_);
  return path_;
}

uint64_t EventBuffer::n_dropped() {
  std::lock_guard lock(mutex_);
  return n_dropped_;
}

std::vector<std::string> EventBuffer::take_warnings() {
  std::lock_guard lock(mutex_);
  has_warnings_.store(false, std::memory_order_relaxed);
  return std::exchange(warnings_, {});
}

void EventBuffer::run() {
  block_signals();
  std::unique_lock lock(mutex_);
  while (true) {
    wait_for(lock, Waiting::for_queue, options_.flush_secs);
    const bool is_last = is_stopping_;
    write_round(lock);
    if (is_last && (queue_.empty() || is_failing_)) break;
    wait_for(lock, Waiting::for_haste, is_failing_ ? retry_secs_ : kPauseSecs);
  }
  drop_rest();
  file_.close();
  is_running_ = false;
  ++n_sessions_;
  flushes_done_ = flushes_requested_;
  progress_.notify_all();
}

void EventBuffer::wait_for(std::unique_lock<std::mutex>& lock, Waiting what, double secs) {
  const auto is_over = [&] { return what == Waiting::for_queue ? is_due() : is_hasty(); };
  if (is_over()) return;
  waiting_ = what;
  wake_.wait_for(lock, seconds(secs), is_over);
  waiting_ = Waiting::no;
}

// Takes what is queued and writes it, with whatever an earlier round could not.
void EventBuffer::write_round(std::unique_lock<std::mutex>& lock) {
  const uint64_t requested = flushes_requested_;
  while (!queue_.empty()) {
    in_flight_.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  queued_events_ = queued_bytes_ = 0;
  if (!in_flight_.empty()) {
    lock.unlock();
    const int error = write_all();
    lock.lock();
    note(error);
  }
  flushes_done_ = requested;
  progress_.notify_all();
}

int EventBuffer::write_all() {
  if (const int error = ready_file()) return error;
  while (!in_flight_.empty()) {
    const std::string& chunk = in_flight_.front();
    size_t done;
    const int error = write_chunk(std::string_view(chunk).substr(done_of_first_), &done);
    done_of_first_ += done;
    release(done);
    if (error) return error;
    in_flight_.pop_front();
    done_of_first_ = 0;
  }
  return 0;
}

// Writes records, beginning new files where the size limit requires it. `*done` counts the bytes that are
// safe.
int EventBuffer::write_chunk(std::string_view records, size_t* done) {
  *done = 0;
  while (!records.empty()) {
    size_t fits = fitting(records);
    if (fits == 0 && file_.size() > file_.header_size()) {
      if (const int error = file_.open()) return error;
      continue;
    }
    if (fits == 0) fits = first_record_size(records);  // larger than a file may be: alone in its own
    size_t written;
    const int error = file_.append(records.substr(0, fits), &written);
    *done += written;
    records.remove_prefix(written);
    if (error == 0) continue;
    if (is_no_room(error)) return error;
    const bool was_used = file_.size() > file_.header_size();
    file_.close();
    if (!was_used) return error;
    if (const int again = file_.open()) return again;  // too large for its system, or its server lost it
  }
  return 0;
}

// The bytes of the records that the present file still has room for.
size_t EventBuffer::fitting(std::string_view records) const {
  if (options_.max_file_bytes == 0) return records.size();
  const auto room = static_cast<int64_t>(options_.max_file_bytes) - file_.size();
  size_t fits = 0;
  while (fits < records.size()) {
    const size_t next = fits + first_record_size(records.substr(fits));
    if (static_cast<int64_t>(next) > room) break;
    fits = next;
  }
  return fits;
}

int EventBuffer::ready_file() {
  const bool is_lost = file_.is_open() && file_.is_lost();
  if (file_.is_open() && !is_lost) return 0;
  const std::string old_path = file_.path();
  const int error = file_.open();
  std::lock_guard lock(mutex_);
  if (is_lost && !std::exchange(reported_loss_, true))
    warn(old_path + " was removed or cut while it was being written; going on in a new file");
  path_ = file_.path();
  return error;
}

void EventBuffer::release(size_t bytes) {
  if (bytes == 0) return;
  std::lock_guard lock(mutex_);
  held_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  progress_.notify_all();
}

void EventBuffer::note(int error) {
  is_failing_ = error != 0;
  if (error == 0) {
    retry_secs_ = 0;
    path_ = file_.path();
    return;
  }
  retry_secs_ = std::clamp(2 * retry_secs_, kFirstRetrySecs, kLastRetrySecs);
  if (std::exchange(reported_failure_, true)) return;
  const std::string reason =
      error == ETIMEDOUT ? "no answer for long" : std::generic_category().message(error);
  warn("cannot write events in " + options_.directory + ": " + reason + "; they are held in memory (up to " +
       std::to_string(options_.max_buffer_bytes >> 20) +
       " MiB, what comes after is dropped and counted) and tried again");
}

// At the end nobody will try again: what is not in the file now is lost, with a warning.
void EventBuffer::drop_rest() {
  uint64_t n = 0;
  for (const std::string& chunk : in_flight_) {
    n += count_records(std::string_view(chunk).substr(std::exchange(done_of_first_, 0)));
  }
  for (const std::string& chunk : queue_) n += count_records(chunk);
  in_flight_.clear();
  queue_.clear();
  queued_events_ = queued_bytes_ = 0;
  held_bytes_.store(0, std::memory_order_relaxed);
  n_dropped_ += n;
  if (n_dropped_ > 0 && is_failing_)
    warn(std::to_string(n_dropped_) + " events for " + options_.directory +
         " were lost: they could not be written");
  is_failing_ = false;
}

}  // namespace sightline
