#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// A whole number between two others, both included.
CLI::Validator whole_number_between(std::int64_t least, std::uint64_t most);

/// A whole number of type T, at least `least`: neither a sign nor what does not fit is taken for another one.
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

/// A number of bytes from 0 on, perhaps with a unit: 500M, 0.5G. The text becomes the number.
CLI::Validator memory_size();

/// An option that takes a finite number, or for integers a whole one from 0 on.
template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& flags, T& value, const std::string& text) {
  CLI::Option* const option = command.add_option(flags, value, text);
  if constexpr (std::is_floating_point_v<T>) {
    return option->check(any_number());
  } else {
    return option->check(whole_number<T>());
  }
}

/// Lets no option of a command or of those below it that names a file be an empty text.
void refuse_empty_files(CLI::App& command);

}  // namespace lode::tool
