#include <algorithm>
#include <string_view>

#include "completion/scripts.hpp"
#include "help/topics.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/arguments/value_problem.hpp"
#include "shell/help/description.hpp"

namespace lode::tool {

std::vector<std::string> words_of(const CLI::Option& option, const CLI::App& command) {
  std::vector<std::string> words = values_of(option);
  const auto add = [&](std::string_view word) {
    if (std::ranges::find(words, word) == words.end()) words.emplace_back(word);
  };
  const std::string kind = value_name(option);
  for (const MethodOptions& row : methods_of(command)) {
    if (kind == "METHODS") add(row.method);
    if (kind == "PRESET") std::ranges::for_each(row.presets, add);
    for (const OptionInfo& info : row.options) {
      if (option.check_name("--" + std::string(info.name))) std::ranges::for_each(info.words, add);
    }
  }
  const CLI::App* const parent = command.get_parent();
  const std::string group = parent && parent->get_parent() ? parent->get_name() : "";
  if (kind == "TOPIC" || (kind == "METHOD" && words.empty())) std::ranges::for_each(topic_names(group), add);
  if (kind == "TOPIC" && parent) std::ranges::for_each(command_names(*parent), add);
  return words;
}

}  // namespace lode::tool
