// The buffer between the callers of an EventFileWriter and its background thread, in one process.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/write/event_file.h"
#include "core/write/event_file_writer.h"

namespace sightline {

class EventBuffer {
 public:
  EventBuffer(const EventFileOptions& options, uint64_t generation);
  ~EventBuffer();

  const uint64_t generation;  // of forks: the process that this buffer, its lock and its thread belong to

  int open();

  // Adds one record of at most `bound` bytes, which `append(std::string&)` writes.
  template <typename Append>
  void add(size_t bound, Append append) {
    std::unique_lock lock(mutex_);
    if (!is_running_) start();
    if (!admits(bound)) return;
    std::string& chunk = chunk_for(bound);
    const size_t before = chunk.size();
    append(chunk);
    const size_t added = chunk.size() - before;
    total_bytes_ += added;
    queued_bytes_ += added;
    held_bytes_.fetch_add(added, std::memory_order_relaxed);
    ++queued_events_;
    wake_if_due();
  }

  bool is_full() const { return held_bytes_.load(std::memory_order_relaxed) >= options_.max_buffer_bytes; }
  void wait_for_room();
  void flush();
  void close();

  std::string path();
  uint64_t n_dropped();
  bool has_warnings() const { return has_warnings_.load(std::memory_order_relaxed); }
  std::vector<std::string> take_warnings();

 private:
  enum class Waiting { no, for_queue, for_haste };

  // Under the lock, any thread.
  void start();
  bool admits(size_t bytes);
  std::string& chunk_for(size_t bound);
  bool is_hasty() const;
  bool is_due() const;
  void wake_if_due();
  void warn(std::string warning);

  // The background thread.
  void run();
  void wait_for(std::unique_lock<std::mutex>& lock, Waiting what, double secs);
  void write_round(std::unique_lock<std::mutex>& lock);
  int write_all();
  int write_chunk(std::string_view records, size_t* done);
  size_t fitting(std::string_view records) const;
  int ready_file();
  void release(size_t bytes);
  void note(int error);
  void drop_rest();

  const EventFileOptions& options_;

  std::mutex mutex_;
  std::condition_variable wake_;      // callers to the thread
  std::condition_variable progress_;  // the thread to callers
  std::deque<std::string> queue_;     // whole records; no record spans two chunks
  uint64_t queued_events_ = 0;
  uint64_t queued_bytes_ = 0;
  uint64_t total_bytes_ = 0;
  uint64_t n_dropped_ = 0;
  uint64_t flushes_requested_ = 0;
  uint64_t flushes_done_ = 0;
  uint64_t n_sessions_ = 0;  // threads that have ended
  bool is_running_ = false;
  bool is_stopping_ = false;
  bool is_failing_ = false;  // the last write did not succeed, or has lasted too long
  bool reported_failure_ = false;
  bool reported_cap_ = false;
  bool reported_loss_ = false;
  double retry_secs_ = 0;
  Waiting waiting_ = Waiting::no;
  std::string path_;
  std::vector<std::string> warnings_;
  std::atomic<bool> has_warnings_{false};
  std::atomic<uint64_t> held_bytes_{0};  // queued and in flight

  // Owned by the thread; without one, by the holder of the lock.
  std::deque<std::string> in_flight_;
  size_t done_of_first_ = 0;  // bytes of in_flight_.front() that are in the file
  EventFile file_;
  std::thread thread_;
};

}  // namespace sightline
