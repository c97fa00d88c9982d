// One-element tensors of every type, raw and by field, and what is none.
#include "core/events/tensor_scalar.h"

#include <cmath>
#include <string>

#include "tests/check.h"
#include "tests/log_builder.h"

using namespace sightline;
using namespace sightline::testing;

namespace {

std::string type(uint64_t dtype) { return key(1, 0) + varint(dtype); }

void decodes(const std::string& tensor, double value, bool is_float64) {
  TensorScalar scalar;
  CHECK(decode_tensor_scalar(tensor, scalar));
  CHECK(scalar.value == value && std::signbit(scalar.value) == std::signbit(value) &&
        scalar.is_float64 == is_float64);
}

void is_none(const std::string& tensor) {
  TensorScalar scalar;
  CHECK(!decode_tensor_scalar(tensor, scalar));
}

}  // namespace

int main() {
  decodes(type(1) + sized(5, fixed(1.5f)), 1.5, false);
  decodes(type(1) + key(5, 5) + fixed(-0.0f), -0.0, false);
  decodes(type(2) + sized(6, fixed(0.1)), 0.1, true);
  decodes(type(3) + sized(7, varint(static_cast<uint64_t>(-5))), -5, true);
  decodes(type(9) + sized(10, varint(static_cast<uint64_t>(-7))), -7, true);
  decodes(type(10) + sized(11, varint(1)), 1, false);
  decodes(type(14) + sized(13, varint(0x3fc0)), 1.5, false);
  decodes(type(19) + sized(13, varint(0x3e00)), 1.5, false);
  decodes(type(19) + sized(13, varint(0x8001)), -std::ldexp(1, -24), false);
  decodes(type(19) + sized(13, varint(0x7c00)), INFINITY, false);
  decodes(type(23) + sized(17, varint(~uint64_t{0})), 18446744073709551616.0, true);
  decodes(type(1) + sized(4, fixed(2.5f)), 2.5, false);
  decodes(type(19) + sized(4, fixed(uint16_t{0xbe00})), -1.5, false);
  decodes(type(6) + sized(4, fixed(int8_t{-3})), -3, false);
  decodes(type(1) + sized(2, sized(2, key(1, 0) + varint(1)) + sized(2, key(1, 0) + varint(1))) +
              sized(5, fixed(4.f)),
          4, false);
  decodes(type(2), 0, true);  // nothing stands for zero

  is_none("");
  is_none(type(7) + sized(8, "text"));
  is_none(type(1) + sized(5, fixed(1.f) + fixed(2.f)));
  is_none(type(1) + sized(2, sized(2, key(1, 0) + varint(2))) + sized(5, fixed(1.f)));
  is_none(type(1) + sized(2, sized(2, "")) + sized(5, fixed(1.f)));
  is_none(type(1) + sized(2, key(3, 0) + varint(1)) + sized(5, fixed(1.f)));
  is_none(type(1) + sized(4, "12345"));
  is_none(type(1) + sized(5, "123"));
  is_none(type(1) + "\xff");
}
