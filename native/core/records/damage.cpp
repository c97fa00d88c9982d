// The names of the reasons for damage.
#include "core/records/damage.h"

namespace sightline {

const char* to_string(DamageReason reason) {
  switch (reason) {
    case DamageReason::bad_length_crc:
      return "bad length crc";
    case DamageReason::impossible_length:
      return "impossible length";
    case DamageReason::bad_data_crc:
      return "bad data crc";
    case DamageReason::not_an_event:
      return "not an event";
    case DamageReason::torn_tail:
      return "torn tail";
  }
  return "";
}

}  // namespace sightline
