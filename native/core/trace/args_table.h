// The arguments of events, stored as text without storing the text: a form that many events share, and the
// numbers that differ.
//
// A form is the JSON text of an object with each number among its direct members replaced by one byte that
// says how the number was written. An event's arguments are a packed record: the form, then the numbers. The
// text comes back byte for byte, and a member can be read for all events without parsing text again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/column.h"
#include "core/base/string_table.h"

namespace sightline {

constexpr uint32_t kNoArgs = 0xffffffffu;

// What arguments became when a trace was finished.
struct ArgsColumns {
  Column<uint64_t> form_offsets;
  Column<char> forms;
  Column<uint8_t> records;
};

class ArgsTable {
 public:
  struct Added {
    const char* end = nullptr;  // behind the object; null where the text is no whole object
    uint32_t record = kNoArgs;
  };
  // Adds the object that begins at `at`. `hint` is the form of the last event like this one, and is updated.
  Added add(const char* at, const char* end, uint32_t& hint);
  uint32_t add(std::string_view object);
  // Where no room is left for records.
  bool is_full() const { return is_full_; }
  std::string text(uint32_t record) const;
  ArgsColumns release();

  static constexpr uint32_t kNoHint = 0xffffffffu;

 private:
  struct Form {
    std::vector<uint32_t> literal_ends;  // in the form's text; one more than there are numbers
  };
  static constexpr size_t kBlock = size_t{1} << 20;

  const char* match(uint32_t form, const char* at, const char* end);
  const char* build(const char* at, const char* end);
  uint32_t intern_form();
  uint32_t store(uint32_t form);
  void put(uint64_t number);

  StringTable texts_;
  std::vector<Form> forms_;
  std::string scratch_;           // the form that is built
  std::vector<uint8_t> numbers_;  // the packed numbers of the event that is read
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;
  size_t used_ = kBlock;
  bool is_full_ = false;
};

// The text of a record.
std::string args_text(const ArgsColumns& args, uint32_t record);

// A member of all events' arguments: for each form either a number to be read or a text that is the same for
// all of the form.
class ArgsMember {
 public:
  ArgsMember(const ArgsColumns& args, std::string_view key);
  // NaN where the member is missing or no number. Quoted numbers count.
  double number(uint32_t record) const;
  // `missing` where the member is missing or no whole number.
  int64_t integer(uint32_t record, int64_t missing) const;
  // The member's raw JSON text; empty where it is missing.
  std::string text(uint32_t record) const;
  // The same for many records, as numbers of `texts`.
  void intern_texts(std::span<const uint32_t> records, StringTable& texts, uint32_t* to) const;
  bool is_anywhere() const { return is_anywhere_; }

 private:
  struct Place {
    std::string marks;      // of the numbers up to it, where it is one; else
    std::string_view text;  // what it is,
    double number = 0;      // and as a number
    int64_t integer = 0;
    bool is_integer = false;
  };
  const ArgsColumns& args_;
  std::vector<Place> places_;
  bool is_anywhere_ = false;
};

}  // namespace sightline
