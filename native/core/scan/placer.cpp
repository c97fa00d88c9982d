// Places outside the lock, publishes under it.
#include "core/scan/placer.h"

namespace sightline {

Batch& Placer::exchange(Batch& full) {
  const std::vector<Growth> growths = columns_.place(full.rows, full.n_tags);
  for (SessionStart& start : full.session_starts)
    for (const uint32_t tag : columns_.take_changed())
      start.changed_counts.emplace_back(tag, columns_.n_points(tag));
  publish(full, growths);
  full.clear();
  return full;
}

void Placer::restore(RestoredSegment&& saved, size_t tag_bytes) {
  // A tag has changed since the last session start where it has more points than then.
  std::vector<uint64_t> counts(saved.tags.size()), before(saved.tags.size());
  for (const SessionStart& start : saved.session_starts)
    for (const auto& [tag, count] : start.changed_counts) before[tag] = count;
  std::vector<uint32_t> changed;
  for (size_t tag = 0; tag < counts.size(); ++tag) {
    counts[tag] = saved.tags[tag].n_points;
    if (counts[tag] != before[tag]) changed.push_back(static_cast<uint32_t>(tag));
  }
  columns_.restore(counts, std::move(changed));
  const std::lock_guard lock(published_->mutex);
  Published& to = *published_;
  to.tags = std::move(saved.tags);
  to.references = std::move(saved.references);
  to.session_starts = std::move(saved.session_starts);
  to.damage = std::move(saved.damage);
  to.mapped = std::move(saved.owner);
  to.mapped_points = saved.points;
  to.totals = saved.totals;
  to.totals.nbytes = columns_.nbytes() + tag_bytes + to.references.size() * sizeof(Reference);
  ++to.generation;
}

void Placer::publish(Batch& batch, const std::vector<Growth>& growths) {
  const std::lock_guard lock(published_->mutex);
  Published& to = *published_;
  to.tags.resize(batch.n_tags);
  for (auto& [tag, info] : batch.infos) to.tags[tag].info = std::move(info);
  for (const Growth& growth : growths) {
    PublishedTag& tag = to.tags[growth.tag];
    if (growth.n_appended > 0) tag.chunks.back().size += growth.n_appended;
    if (growth.zones.blocks) tag.chunks.back().zones = growth.zones;
    if (growth.fresh.size > 0) tag.chunks.push_back(growth.fresh);
    tag.n_points += growth.n_appended + growth.fresh.size;
  }
  for (Block& block : columns_.release_blocks()) to.blocks.push_back(std::move(block));
  to.references.insert(to.references.end(), batch.references.begin(), batch.references.end());
  for (SessionStart& start : batch.session_starts) to.session_starts.push_back(std::move(start));
  to.totals = batch.totals;
  to.totals.nbytes = columns_.nbytes() + batch.tag_bytes + to.references.size() * sizeof(Reference);
  ++to.generation;
}

}  // namespace sightline
