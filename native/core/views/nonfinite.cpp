#include "core/views/nonfinite.h"

#include "core/views/digest.h"

namespace sightline {

Nonfinite count_nonfinite(const Series& series, size_t begin, size_t end) {
  Bucket all;
  digest(all, series, begin, end);
  Nonfinite found{all.nan.count, all.pos_inf.count + all.neg_inf.count, {}};
  if (all.nan.count) found.first_nan_step = series.step(static_cast<size_t>(all.nan.first));
  return found;
}

}  // namespace sightline
