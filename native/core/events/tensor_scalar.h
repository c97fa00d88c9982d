// A tensor of one element as a number.
#pragma once

#include <string_view>

namespace sightline {

struct TensorScalar {
  double value = 0;
  bool is_float64 = false;  // more than fits a float: double, or integers of 32 bits and more
};

// Decodes a serialized TensorProto of exactly one number; false for anything else.
bool decode_tensor_scalar(std::string_view tensor, TensorScalar& scalar);

}  // namespace sightline
