#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// A whole number in a closed range.
CLI::Validator whole_number_between(std::int64_t least, std::uint64_t most);

/// A whole number of type T, at least `least`. Negative and too large numbers are refused.
template <class T>
CLI::Validator whole_number(std::int64_t least = 0) {
  return whole_number_between(least, static_cast<std::uint64_t>(std::numeric_limits<T>::max()));
}

/// A finite number.
CLI::Validator any_number();
/// A finite number that is 0 or more.
CLI::Validator number_from_zero();
/// A finite number above 0.
CLI::Validator positive_number();

/// A number of bytes, at least 0, with an optional unit: 500M, 0.5G. The text is replaced by the number.
CLI::Validator memory_size();

/// An option that takes a finite number, or for integers a whole number of at least 0.
template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& flags, T& value, const std::string& text) {
  CLI::Option* const option = command.add_option(flags, value, text);
  if constexpr (std::is_floating_point_v<T>) {
    return option->check(any_number());
  } else {
    return option->check(whole_number<T>());
  }
}

/// Refuses empty file names for all options of a command and its subcommands.
void refuse_empty_files(CLI::App& command);

}  // namespace lode::tool
