#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

// Declarations of options: headings of help, checks of values, and options of many commands.

namespace lode::tool {

/// Headings of the options of a command, in the order in which help shows them.
namespace heading {
inline constexpr const char* input = "Input";
inline constexpr const char* reading = "Reading the input";
inline constexpr const char* question = "Question";
inline constexpr const char* effort = "Effort";
inline constexpr const char* output = "Output";
inline constexpr const char* general = "General";
/// Options of single methods; help shows only the options of the chosen method.
inline constexpr const char* settings = "Settings";
}  // namespace heading

/// Options in --help, or only in --help-all.
enum class Shown { always, in_full };

/// Puts the options that are added to the command from now on under this heading.
void begin_section(CLI::App& command, const std::string& heading, Shown shown = Shown::always);

/// A command line with a short explanation.
struct Example {
  std::string command;
  std::string meaning;
};

/// Adds examples and final sentences to the help of a command. Sentences after a line break are only in
/// --help-all.
void set_examples(CLI::App& command, const std::vector<Example>& examples, const std::string& notes = "");

/// A check that accepts everything. Help and completion offer its values.
CLI::Validator suggested(const std::vector<std::string>& values);
/// One of these values.
inline CLI::Validator one_of(const std::vector<std::string>& values) { return CLI::IsMember(values); }

/// A whole number in a closed range.
CLI::Validator whole_number_between(std::int64_t least, std::uint64_t most);
/// A whole number of type T, at least `least`. Negative and too large numbers are refused.
template <class T>
CLI::Validator whole_number(std::int64_t least = 0) {
  return whole_number_between(least, static_cast<std::uint64_t>(std::numeric_limits<T>::max()));
}
/// A finite number, at least `least`.
CLI::Validator number_from(double least);
inline CLI::Validator any_number() { return number_from(-std::numeric_limits<double>::infinity()); }
inline CLI::Validator number_from_zero() { return number_from(0.0); }
/// A number of bytes, at least 0, with an optional unit: 500M, 0.5G. The text is replaced by the number.
CLI::Validator memory_size();

/// The check of values by their type: finite numbers, and whole numbers of at least 0.
template <class T>
CLI::Validator usual_check() {
  if constexpr (std::is_floating_point_v<T>) {
    return any_number();
  } else if constexpr (std::is_integral_v<T>) {
    return whole_number<T>();
  } else if constexpr (std::is_same_v<T, std::string>) {
    return {};
  } else {  // std::optional, std::vector
    return usual_check<typename T::value_type>();
  }
}

/// Adds an option or an argument with a value. `word` stands for the value in help. Help shows the default
/// unless it is empty or infinite; lists are separated by commas.
template <class T>
CLI::Option* add_option(CLI::App& command, const std::string& names, T& value, const char* word,
                        const std::string& meaning, CLI::Validator check = usual_check<T>()) {
  CLI::Option* const option =
      command.add_option(names, value, meaning)->type_name(word)->transform(std::move(check));
  if constexpr (std::is_arithmetic_v<T>) {
    if (std::isfinite(static_cast<double>(value))) option->capture_default_str();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.empty()) option->capture_default_str();
  } else if constexpr (std::is_same_v<T, std::vector<typename T::value_type>>) {
    if (!value.empty()) option->capture_default_str();
    if (names.starts_with('-')) option->delimiter(',')->allow_extra_args(false);
  }
  return option;
}

/// Marks an option that goes with every question of its command.
CLI::Option* general(CLI::Option* option);
/// True for arguments, for options of reading and of the program, and for marked options.
bool is_general(const CLI::Option& option);

/// Adds an option whose value goes to a function, which may refuse it by InvalidArgument.
CLI::Option* add_parsed_option(CLI::App& command, const std::string& names,
                               const std::function<void(const std::string&)>& take, const char* word,
                               const std::string& meaning, CLI::Validator check = {});

/// Adds --threads.
void add_threads(CLI::App& command, int& threads);

/// Options of the run, common to commands that search.
struct RunArguments {
  std::uint64_t seed = 1;
  int threads = 0;

  void add_options(CLI::App& command);
};

/// Refuses empty file names for all options of a command and its subcommands.
void refuse_empty_files(CLI::App& command);

}  // namespace lode::tool
