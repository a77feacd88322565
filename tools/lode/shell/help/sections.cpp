#include "shell/help/sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "shell/help/description.hpp"

namespace lode::tool {

void begin_section(CLI::App& command, const std::string& heading, Shown shown) {
  command.option_defaults()->group(shown == Shown::always ? heading : heading + std::string(in_full_mark));
}

void set_examples(CLI::App& command, const std::vector<Example>& examples, const std::string& notes) {
  std::string text;
  for (const auto& [line, meaning] : examples) text += fmt::format("{}\t{}\n", line, meaning);
  command.footer(text + notes);
}

CLI::Validator suggested(const std::vector<std::string>& values) {
  CLI::Validator validator([](std::string&) { return std::string(); },
                           fmt::format("{{{}}}", fmt::join(values, ",")));
  validator.non_modifying();
  return validator;
}

}  // namespace lode::tool
