#pragma once

#include <cstdint>
#include <limits>
#include <string>

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

/// Lets no option of a command or of those below it that names a file be an empty text.
void refuse_empty_files(CLI::App& command);

}  // namespace lode::tool
