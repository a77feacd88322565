#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/report/tables.hpp>

#include "shell/session.hpp"

namespace lode::tool {

/// How a registry of methods is listed.
struct MethodListing {
  std::string about;              ///< the help's line
  const char* command = nullptr;  ///< as JSON names it
  std::function<std::vector<MethodOptions>()> options;
  std::function<std::string(const std::string& format)> methods;  ///< the table as text, markdown or json
};

/// `methods` of the tool or of a group of its commands.
inline void add_methods_command(CLI::App& parent, Session& session, const MethodListing& listing) {
  struct Arguments {
    std::string format = "text";
    bool options = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *parent.add_subcommand("methods", listing.about);
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "markdown", "json"}));
  command.add_flag("--options", arguments->options, "Every option of every method instead");
  command.callback([arguments, listing, &session] {
    const std::string& format = arguments->format;
    if (!arguments->options) return session.print(listing.methods(format));
    const std::vector<MethodOptions> options = listing.options();
    session.print(format == "json"       ? options_json(listing.command, options)
                  : format == "markdown" ? options_markdown(options)
                                         : options_text(options));
  });
}

}  // namespace lode::tool
