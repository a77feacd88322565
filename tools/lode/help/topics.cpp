#include "help/topics.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>
#include <lode/study/question.hpp>
#include <lode/subgraph/registry.hpp>

#include "shell/arguments/value_problem.hpp"

namespace lode::tool {
namespace {

template <class Row>
const Row* row_called(std::span<const Row> rows, const std::string& name) {
  const auto found = std::ranges::find(rows, name, &Row::name);
  return found == rows.end() ? nullptr : &*found;
}

/// The non-empty facts.
Section facts(std::initializer_list<std::pair<const char*, std::string>> known) {
  Section section{"Facts", {}};
  for (const auto& [name, text] : known) {
    if (!text.empty()) section.entries.push_back({name, text});
  }
  return section;
}

template <class Row>
Section settings_of(const Row& row) {
  return {fmt::format("Settings of {}", row.name), entries_of({row.name, row.presets, row.options})};
}

Description about(const subgraph::MethodRow& row) {
  Description description;
  description.about = fmt::format("{}, a method: {}", row.name, row.summary);
  description.usage = fmt::format("lode find GRAPH -s SIZES --method {}", row.name);
  description.sections = {
      facts({{"objective", std::string(row.objective)},
             {"guarantee", std::string(row.guarantee)},
             {"cost", std::string(row.cost)},
             {"start", row.uses_start ? "begins from a set: see --start" : "takes no start"},
             {"weights", row.weights ? "takes weights of edges" : "takes no weights"},
             {"source", std::string(row.source)}}),
      settings_of(row)};
  return description;
}

Description about(const least_squares::MethodRow& row) {
  Description description;
  std::vector<std::string_view> constraints;
  for (const auto kind : row.constraints) constraints.push_back(to_string(kind));
  description.about = fmt::format("{}, a method for least squares: {}", row.name, row.summary);
  description.usage = fmt::format("lode lsq solve A B --method {}", row.name);
  description.sections = {facts({{"constraints", fmt::format("{}", fmt::join(constraints, ", "))},
                                 {"guarantee", std::string(row.guarantee)},
                                 {"cost", std::string(row.cost)},
                                 {"source", std::string(row.source)}}),
                          settings_of(row)};
  return description;
}

Description about(const subgraph::BoundRow& row) {
  Description description;
  description.about = fmt::format("{}, an upper bound: {}", row.name, row.statement);
  description.usage = "lode bounds GRAPH -s SIZES";
  description.sections = {facts(
      {{"cost", std::string(row.cost)},
       {"effort", row.cheap ? "cheap: computed by every --effort but none" : "left out by --effort cheap"},
       {"source", std::string(row.source)}})};
  return description;
}

}  // namespace

std::vector<std::string> topic_names(const std::string& group) {
  std::vector<std::string> names;
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) {
      if (std::ranges::find(names, row.name) == names.end()) names.emplace_back(row.name);
    }
  };
  if (group.empty()) add(subgraph::methods());
  if (group.empty()) add(subgraph::bound_rows());
  if (group.empty() || group == "lsq") add(least_squares::methods());
  if (group.empty()) names.emplace_back("records");
  return names;
}

std::string topic_text(const std::string& group, const std::string& name, std::size_t columns) {
  if (group.empty() && name == "records") return question_records();
  std::vector<Description> pages;
  const auto* const method = row_called(subgraph::methods(), name);
  const auto* const bound = row_called(subgraph::bound_rows(), name);
  const auto* const squares = row_called(least_squares::methods(), name);
  if (group.empty() && method) pages.push_back(about(*method));
  if (group.empty() && bound) pages.push_back(about(*bound));
  if (squares && pages.empty()) pages.push_back(about(*squares));
  if (pages.empty()) {
    throw InvalidArgument(with_nearest(fmt::format("there is no method or bound '{}'", escape_terminal(name)),
                                       name, topic_names(group)));
  }
  if (group.empty() && squares && (method || bound)) {
    pages.back().notes = {
        fmt::format("Least squares has a method of this name, too: 'lode help lsq {}'.", name)};
  }
  std::string text;
  for (Description& page : pages) {
    std::erase_if(page.sections, [](const Section& section) { return section.entries.empty(); });
    text += (text.empty() ? "" : "\n") + page_text(page, columns);
  }
  return text;
}

HelpTopics help_topics() { return {"a method or a bound", topic_names, topic_text}; }

}  // namespace lode::tool
