// Turns batches into columns and publishes them.
#pragma once

#include <memory>

#include "core/scan/batch.h"
#include "core/scan/columns.h"
#include "core/scan/published.h"
#include "core/scan/saved_segment.h"

namespace sightline {

class Placer final : public BatchSink {
 public:
  explicit Placer(std::shared_ptr<Published> published) : published_(std::move(published)) {}

  // Publishes the batch and gives it back empty.
  Batch& exchange(Batch& full) override;

  // Publishes a saved segment as it was; before the first batch.
  void restore(RestoredSegment&& saved, size_t tag_bytes);

 private:
  void publish(Batch& batch, const std::vector<Growth>& growths);

  std::shared_ptr<Published> published_;
  ColumnWriter columns_;
};

}  // namespace sightline
