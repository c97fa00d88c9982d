// Places batches in a thread of its own while the next one is filled: a single large file loads on two cores.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "core/scan/batch.h"

namespace sightline {

class Pipeline final : public BatchSink {
 public:
  // Hands batches on to `sink`; `spare` is filled while another one is placed. The thread begins with the
  // first batch that is full of points: of a file of images there is little to place.
  Pipeline(BatchSink& sink, Batch& spare);
  ~Pipeline() override;

  Batch& exchange(Batch& full) override;
  // Waits until everything is placed. Throws what the sink threw.
  void finish();

 private:
  void work();

  BatchSink& sink_;
  Batch* spare_;
  Batch* full_ = nullptr;  // handed over and not yet placed
  bool stopped_ = false;
  std::exception_ptr error_;
  std::mutex mutex_;  // guards the above
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace sightline
