#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/report/tables.hpp>

#include "shell/outputs.hpp"
#include "topics.hpp"

namespace lode::tool {

/// The listing of a registry of methods.
struct MethodListing {
  std::string about;  ///< line in the help
  std::vector<Example> examples;
  const char* command = nullptr;  ///< name in JSON
  std::string group;              ///< as in topic_text
  std::function<std::vector<MethodOptions>()> options;
  /// The table as text, markdown or json, of one method or bound, or of all for an empty name.
  std::function<std::string(const std::string& format, const std::string& name)> methods;
};

/// The row of that name, or all rows for an empty name.
template <class Row>
std::span<const Row> rows_called(std::span<const Row> rows, const std::string& name) {
  if (name.empty()) return rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return rows.subspan(i, 1);
  }
  return {};
}

/// Adds `methods` to the tool or to a group of its commands.
inline void add_methods_command(CLI::App& parent, Session& session, const MethodListing& listing) {
  struct Arguments {
    std::string name;
    bool options = false;
    Outputs out;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *parent.add_subcommand("methods", listing.about);
  set_examples(command, listing.examples);
  begin_section(command, heading::question);
  add_option(command, "name", arguments->name, "METHOD",
             "Print only the row of this name, with its settings");
  command.add_flag("--options", arguments->options, "List the settings of methods instead");
  arguments->out.add_options(command, {"text", "markdown", "json"});
  command.callback([arguments, listing, &session] {
    const auto& [name, of_options, out] = *arguments;
    if (!name.empty()) {
      const std::string text = topic_text(listing.group, name, help_columns());  // refuses unknown names
      if (out.format == "text" && !of_options) return session.print(text);
    }
    if (!of_options) return session.print(listing.methods(out.format, name));
    std::vector<MethodOptions> options = listing.options();
    if (!name.empty()) std::erase_if(options, [&](const MethodOptions& each) { return each.method != name; });
    session.print(options_table(out.format, listing.command, options));
  });
}

}  // namespace lode::tool
