#include "completion/candidates.hpp"

#include <algorithm>
#include <string_view>

#include "completion/values.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/command_line.hpp"
#include "shell/help/description.hpp"

namespace lode::tool {
namespace {

/// Where a command line stands before its last word.
struct Place {
  std::vector<const CLI::App*> levels;   ///< the commands that were reached, the last one innermost
  const CLI::Option* waiting = nullptr;  ///< an option that wants a value
  std::vector<std::string> arguments;    ///< words that are neither commands, options nor their values
  std::string method;                    ///< of --method; empty: not given

  const CLI::App& command() const { return *levels.back(); }
  const CLI::Option* option(const std::string& name) const { return known_option(levels, name); }
};

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

Place place_after(const CLI::App& app, const std::vector<std::string>& words) {
  Place place{{&app}, nullptr, {}, ""};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (place.waiting) {
      if (place.waiting->check_name("--method")) place.method = word;
      place.waiting = nullptr;
    } else if (word.starts_with('-')) {
      const std::size_t equals = word.find('=');
      const CLI::Option* const option = place.option(word.substr(0, equals));
      if (!option || !takes_value(*option)) continue;
      if (equals == std::string::npos) place.waiting = option;
      if (equals != std::string::npos && option->check_name("--method"))
        place.method = word.substr(equals + 1);
    } else if (const CLI::App* below = command_called(place.command(), word);
               below && place.arguments.empty()) {
      place.levels.push_back(below);
    } else {
      place.arguments.push_back(word);
    }
  }
  return place;
}

/// Whether the option is a setting of other methods than the one that is chosen.
bool is_other_setting(const CLI::Option& option, const Place& place) {
  if (option.get_group() != heading::settings) return false;
  const CLI::Option* const method = place.option("--method");
  const std::string chosen = place.method.empty() && method ? method->get_default_str() : place.method;
  for (const MethodOptions& row : methods_of(place.command())) {
    if (row.method != chosen) continue;
    return std::ranges::none_of(row.options, [&](const OptionInfo& info) {
      return option.check_name("--" + std::string(info.name));
    });
  }
  return true;
}

void add_options(const Place& place, std::vector<Candidate>& candidates) {
  for (auto level = place.levels.rbegin(); level != place.levels.rend(); ++level) {
    for (const CLI::Option* option : (*level)->get_options()) {
      if (is_other_setting(*option, place)) continue;
      const std::string whole = option->get_description();
      const std::string meaning = whole.substr(0, whole.find('\n'));
      for (const std::string& name : option->get_lnames()) candidates.push_back({"--" + name, meaning});
      if (!option->get_lnames().empty()) continue;
      for (const std::string& name : option->get_snames()) candidates.push_back({"-" + name, meaning});
    }
  }
}

void add_commands(const CLI::App& command, std::vector<Candidate>& candidates) {
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) {
    candidates.push_back({each->get_name(), each->get_description()});
  }
}

/// The argument that the next word without a dash would be.
const CLI::Option* next_argument(const Place& place) {
  std::size_t left = place.arguments.size();
  for (const CLI::Option* option : place.command().get_options()) {
    if (!option->get_positional()) continue;
    const auto most = static_cast<std::size_t>(option->get_items_expected_max());
    if (left < most) return option;
    left -= most;
  }
  return nullptr;
}

}  // namespace

Offer offer_for(const CLI::App& app, const std::vector<std::string>& words) {
  Offer offer;
  if (words.empty()) return offer;
  const std::string& last = words.back();
  const Place place = place_after(app, words);
  const ValuePlace values{place.command(), place.method, place.arguments};
  std::string before;  // what the shell has of the word, and the values do not
  const std::size_t equals = last.starts_with("--") ? last.find('=') : std::string::npos;
  if (place.waiting) {
    offer = values_for(*place.waiting, values, last);
  } else if (equals != std::string::npos) {
    before = last.substr(0, equals + 1);
    const CLI::Option* const option = place.option(last.substr(0, equals));
    if (option) offer = values_for(*option, values, last.substr(equals + 1));
  } else if (last.starts_with('-')) {
    add_options(place, offer.candidates);
  } else {
    if (place.arguments.empty()) add_commands(place.command(), offer.candidates);
    const CLI::Option* const argument = next_argument(place);
    if (argument) {
      Offer more = values_for(*argument, values, last);
      offer.files = more.files;
      std::ranges::move(more.candidates, std::back_inserter(offer.candidates));
    }
  }
  for (Candidate& candidate : offer.candidates) candidate.word.insert(0, before);
  std::erase_if(offer.candidates, [&](const Candidate& each) { return !each.word.starts_with(last); });
  return offer;
}

}  // namespace lode::tool
