#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace lode {

/// What an option's value is written as.
enum class OptionKind {
  integer,
  number,
  word,  ///< one of OptionInfo::words
  form   ///< as OptionInfo::range says
};

/// Where the value of an integer or a number may lie.
struct OptionBounds {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool least_excluded = false;
  bool most_excluded = false;
};

/// One option of a method: what its help text, its documentation and its checks go by.
struct OptionInfo {
  std::string_view name;     ///< of the setting: "max-iterations"; "--max-iterations" for the tool
  std::string_view meaning;  ///< one line
  std::string_view unit;     ///< what is counted or measured in; may be empty
  OptionKind kind = OptionKind::number;
  OptionBounds bounds;                  ///< of integers and numbers
  std::vector<std::string_view> words;  ///< accepted besides, or instead of, a number
  std::string range;                    ///< all that is accepted, in words
  std::string default_value = {};       ///< as a setting takes it
  std::vector<std::pair<std::string, std::string>> other_defaults =
      {};  ///< preset (or case), its own default
};

}  // namespace lode
#pragma GCC visibility pop
