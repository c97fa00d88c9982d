// Arguments come back byte for byte, whatever they hold.
#include "core/trace/args_table.h"

#include "check.h"

using namespace sightline;

namespace {

void texts_come_back() {
  const std::string texts[] = {
      R"({})",
      R"({"a": 1, "b": -2, "c": 0.00152, "d": -0.5, "e": 1234567890123456789012, "f": 1e5, "g": -0, "h": 007})",
      R"({"id": "77", "x": "N/A", "y": Infinity, "z": [1, {"a": 2}], "s": "a \" b"})",
      "{\"raw\": \"\x01\x02\x03\x04\", \"n\": 5}",
      "{\n  \"grid\": [1, 2],\n  \"v\": 3.140\n}",
  };
  ArgsTable table;
  std::vector<uint32_t> records;
  for (int round = 0; round < 2; ++round)
    for (const std::string& text : texts) records.push_back(table.add(text));
  for (size_t i = 0; i < records.size(); ++i) CHECK(table.text(records[i]) == texts[i % std::size(texts)]);
  const ArgsColumns columns = table.release();
  for (size_t i = 0; i < records.size(); ++i)
    CHECK(args_text(columns, records[i]) == texts[i % std::size(texts)]);
  CHECK(ArgsMember(columns, "id").integer(records[2], -1) == 77);
  CHECK(ArgsMember(columns, "c").number(records[1]) == 0.00152);
  CHECK(ArgsMember(columns, "c").integer(records[1], -1) == -1);
  CHECK(ArgsMember(columns, "z").text(records[2]) == R"([1, {"a": 2}])");
}

// Objects that differ in numbers only share a form.
void forms_are_shared() {
  ArgsTable table;
  for (int i = 0; i < 1000; ++i) {
    const std::string number = std::to_string(i);
    table.add("{\"id\": " + number + ", \"t\": 1." + number + "}");
  }
  CHECK(table.release().form_offsets.size() == 3);  // the empty one, this one, and the end
}

}  // namespace

int main() {
  texts_come_back();
  forms_are_shared();
}
