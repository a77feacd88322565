#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/core/version.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/format.hpp>
#include <lode/study/question.hpp>
#include <lode/subgraph/registry.hpp>

#include "methods_command.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

template <class Row>
const Row* row_called(std::span<const Row> rows, const std::string& name) {
  const auto found = std::ranges::find(rows, name, &Row::name);
  return found == rows.end() ? nullptr : &*found;
}

/// A page about a row of a registry: its facts, and the settings of a method.
template <class Row>
Description page_of(const Row& row, const std::string& about, const std::string& usage,
                    std::initializer_list<std::pair<const char*, std::string>> facts) {
  Description page;
  page.about = fmt::format("{}, {}", row.name, about);
  page.usage = usage;
  page.sections = {{"Facts", {}}};
  for (const auto& [name, text] : facts) {
    if (!text.empty()) page.sections.front().entries.push_back({name, text});
  }
  if constexpr (requires { row.presets; }) {
    page.sections.push_back(
        {fmt::format("Settings of {}", row.name), entries_of({row.name, row.presets, row.options})});
  }
  return page;
}

Description about(const subgraph::MethodRow& row) {
  return page_of(row, fmt::format("a method: {}", row.summary),
                 fmt::format("lode find GRAPH -s SIZES --method {}", row.name),
                 {{"objective", std::string(row.objective)},
                  {"guarantee", std::string(row.guarantee)},
                  {"cost", std::string(row.cost)},
                  {"start", row.uses_start ? "begins from a set: see --start" : "takes no start"},
                  {"weights", row.weights ? "takes weights of edges" : "takes no weights"},
                  {"source", std::string(row.source)}});
}

Description about(const least_squares::MethodRow& row) {
  std::vector<std::string_view> constraints;
  for (const auto kind : row.constraints) constraints.push_back(to_string(kind));
  return page_of(row, fmt::format("a method for least squares: {}", row.summary),
                 fmt::format("lode lsq solve A B --method {}", row.name),
                 {{"constraints", fmt::format("{}", fmt::join(constraints, ", "))},
                  {"guarantee", std::string(row.guarantee)},
                  {"cost", std::string(row.cost)},
                  {"source", std::string(row.source)}});
}

Description about(const subgraph::BoundRow& row) {
  return page_of(
      row, fmt::format("an upper bound: {}", row.statement), "lode bounds GRAPH -s SIZES",
      {{"cost", std::string(row.cost)},
       {"effort", row.cheap ? "cheap: computed by every --effort but none" : "left out by --effort cheap"},
       {"source", std::string(row.source)}});
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

void add_methods(CLI::App& app, Session& session) {
  add_methods_command(app, session, subgraph::methods(), "", "Lists every method and every bound",
                      {"lode methods hybrid", "the default method and its settings"},
                      [](const std::string& format, const std::string& name) {
                        return methods_table(format, rows_called(subgraph::methods(), name),
                                             rows_called(subgraph::bound_rows(), name));
                      });
}

void add_help(CLI::App& app, Session& session) {
  add_help_command(app, {"a method or a bound", topic_names, topic_text}, "lode " + std::string(version()),
                   [&session](const std::string& text) { session.print(text); });
}

}  // namespace lode::tool
