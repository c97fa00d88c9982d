// Byte sources as Python gives them: our own, or any object that can read a range.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

#include "core/base/platform.h"
#include "core/records/callback_source.h"
#include "core/records/source.h"

namespace sightline {

// (size, modified, identity, is directory, version)
nanobind::tuple facts_tuple(const FileFacts& facts);

// Reads by `object.read(offset, length)`, and uses what `object.lend(…)` gives where it has that, holding the
// GIL only meanwhile. What it raised is in `error`. To be destroyed with the GIL.
CallbackSource python_source(nanobind::handle object, std::exception_ptr& error);

// Calls `use`, without the GIL, with a source that is native or an object with `size` and `read`.
template <typename Use>
auto with_source(nanobind::handle object, Use use) {
  const auto use_without_gil = [&use](Source& source) {
    nanobind::gil_scoped_release released;
    return use(source);
  };
  Source* native = nullptr;
  if (nanobind::try_cast(object, native) && native != nullptr) return use_without_gil(*native);
  std::exception_ptr error;
  CallbackSource source = python_source(object, error);
  try {
    return use_without_gil(source);
  } catch (const SourceError&) {
    if (error) std::rethrow_exception(error);
    throw;
  }
}

}  // namespace sightline
