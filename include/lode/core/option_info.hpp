#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace lode {

/// Form of the value of an option.
enum class OptionKind {
  integer,  ///< a whole number
  number,   ///< a decimal number
  word,     ///< one of OptionInfo::words
  form      ///< a form described by OptionInfo::range
};

/// The range of an integer or a number.
struct OptionBounds {
  double least = -std::numeric_limits<double>::infinity();  ///< smallest value
  double most = std::numeric_limits<double>::infinity();    ///< largest value
  bool least_excluded = false;                              ///< true: the value must be above `least`
  bool most_excluded = false;                               ///< true: the value must be below `most`
};

/// One option of a method. Help texts, documentation and checks are made from this record.
struct OptionInfo {
  std::string_view name;  ///< name of the setting, "max-iterations"; the tool's option is "--max-iterations"
  std::string_view meaning;              ///< meaning of the option, in one line
  std::string_view unit;                 ///< unit of the value; may be empty
  OptionKind kind = OptionKind::number;  ///< form of the value
  OptionBounds bounds;                   ///< range of integers and numbers
  std::vector<std::string_view> words;   ///< words that are accepted besides a number, or instead of one
  std::string range;                     ///< everything that is accepted, in words
  std::string default_value = {};        ///< the default, written as a setting
  /// Presets (or cases) with another default, each with that default.
  std::vector<std::pair<std::string, std::string>> other_defaults = {};
};

}  // namespace lode
#pragma GCC visibility pop
