#include "completion/values.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "help/topics.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/arguments/value_problem.hpp"
#include "shell/command_line.hpp"
#include "shell/help/description.hpp"
#include "shell/help/option_text.hpp"

namespace lode::tool {
namespace {

bool names_files(const std::string& kind) {
  return kind.find("FILE") != std::string::npos || kind == "FOLDER" || kind == "GRAPH";
}

/// "hybrid", and with presets "hybrid:paper".
void add_methods(const ValuePlace& place, bool with_presets, std::vector<Candidate>& candidates) {
  for (const MethodOptions& row : methods_of(place.command)) {
    candidates.push_back({std::string(row.method), ""});
    if (!with_presets) continue;
    for (const std::string_view preset : row.presets) {
      candidates.push_back({fmt::format("{}:{}", row.method, preset), ""});
    }
  }
}

/// Presets of the method that is chosen, or words of its setting.
void add_method_words(const CLI::Option& option, const ValuePlace& place,
                      std::vector<Candidate>& candidates) {
  const CLI::Option* const choice = place.command.get_option_no_throw("--method");
  const std::string chosen = place.method.empty() && choice ? choice->get_default_str() : place.method;
  for (const MethodOptions& row : methods_of(place.command)) {
    if (row.method != chosen) continue;
    if (option.check_name("--preset")) {
      for (const std::string_view preset : row.presets) candidates.push_back({std::string(preset), ""});
    }
    for (const OptionInfo& info : row.options) {
      if (!option.check_name("--" + std::string(info.name))) continue;
      for (const std::string_view word : info.words) candidates.push_back({std::string(word), ""});
    }
  }
}

/// Commands, methods and bounds below the words before.
void add_topics(const ValuePlace& place, std::vector<Candidate>& candidates) {
  const CLI::App* level = place.command.get_parent();
  for (const std::string& word : place.arguments) {
    level = level ? command_called(*level, word) : nullptr;
  }
  if (!level) return;
  for (const std::string& name : command_names(*level)) candidates.push_back({name, "command"});
  const std::string group = level->get_parent() ? level->get_name() : "";
  for (const std::string& name : topic_names(group)) candidates.push_back({name, "method or bound"});
}

}  // namespace

Offer values_for(const CLI::Option& option, const ValuePlace& place, const std::string& typed) {
  Offer offer;
  const std::string kind = value_name(option);
  offer.files = names_files(kind);
  std::vector<Candidate>& candidates = offer.candidates;
  if (kind == "PRESET" || option.get_group() == heading::settings) {
    add_method_words(option, place, candidates);
    return offer;
  }
  for (const std::string& value : values_of(option)) candidates.push_back({value, ""});
  if (kind == "TOPIC") add_topics(place, candidates);
  if (kind == "METHODS") add_methods(place, true, candidates);
  if (kind == "METHOD" && candidates.empty()) {
    const CLI::App* const parent = place.command.get_parent();
    const std::string group = parent && parent->get_parent() ? parent->get_name() : "";
    for (const std::string& name : topic_names(group)) candidates.push_back({name, ""});
  }
  const std::size_t comma = typed.rfind(',');
  if (comma == std::string::npos) return offer;
  for (Candidate& candidate : candidates) candidate.word.insert(0, typed.substr(0, comma + 1));
  return offer;
}

}  // namespace lode::tool
