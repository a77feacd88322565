#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <lode/report/tables.hpp>

#include "commands.hpp"
#include "shell/help/help.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {

/// The row of that name, or all rows for an empty name.
template <class Row>
std::span<const Row> rows_called(std::span<const Row> rows, const std::string& name) {
  const auto row = std::ranges::find(rows, name, &Row::name);
  if (name.empty()) return rows;
  return rows.subspan(static_cast<std::size_t>(row - rows.begin()), row != rows.end() ? 1 : 0);
}

/// Adds `methods` to the tool or to a group of its commands, for the methods of a registry.
/// table(format, name): the table as text, markdown or json, of one method or bound, or of all for an empty
/// name. `group`: as in topic_text.
template <class Row, class Table>
void add_methods_command(CLI::App& parent, Session& session, std::span<const Row> rows,
                         const std::string& group, const std::string& about, const Example& example,
                         const Table& table) {
  struct Arguments {
    std::string name;
    bool options = false;
    Outputs out;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *parent.add_subcommand("methods", about);
  set_examples(command, {example});
  begin_section(command, heading::question);
  add_option(command, "name", arguments->name, "METHOD",
             "Print only the row of this name, with its settings");
  command.add_flag("--options", arguments->options, "List the settings of methods instead");
  arguments->out.add_options(command, {"text", "markdown", "json"});
  command.callback([arguments, rows, group, table, &session] {
    const auto& [name, of_options, out] = *arguments;
    if (!name.empty()) {
      const std::string text = topic_text(group, name, help_columns());  // refuses unknown names
      if (out.format == "text" && !of_options) return session.print(text);
    }
    if (!of_options) return session.print(table(out.format, name));
    const std::string title = group.empty() ? "methods" : group + " methods";
    session.print(options_table(out.format, title.c_str(), options_of(rows_called(rows, name))));
  });
}

}  // namespace lode::tool
