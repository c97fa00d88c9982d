// One slot between two threads.
#include "core/scan/pipeline.h"

#include <utility>

#include "core/base/platform.h"

namespace sightline {

Pipeline::Pipeline(BatchSink& sink, Batch& spare) : sink_(sink), spare_(&spare) {}

Pipeline::~Pipeline() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Batch& Pipeline::exchange(Batch& full) {
  if (!thread_.joinable()) {
    if (!full.rows.is_full()) return sink_.exchange(full);
    thread_ = std::thread([this] { work(); });
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return full_ == nullptr; });
  if (error_) std::rethrow_exception(error_);
  full_ = &full;
  changed_.notify_all();
  return *std::exchange(spare_, &full);
}

void Pipeline::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return full_ == nullptr; });
  if (error_) std::rethrow_exception(error_);
}

void Pipeline::work() {
  block_signals();
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return full_ != nullptr || stopped_; });
    if (full_ == nullptr) return;
    lock.unlock();
    std::exception_ptr error;
    try {
      sink_.exchange(*full_);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    error_ = error;
    full_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace sightline
