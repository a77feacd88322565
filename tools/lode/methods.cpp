#include <memory>

#include <lode/report/registry_tables.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "shell/session.hpp"

namespace lode::tool {

void add_methods(CLI::App& app, Session& session) {
  auto format = std::make_shared<std::string>("text");
  CLI::App& command = *app.add_subcommand("methods", "Every registered method and bound");
  command.add_option("--format", *format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "markdown", "json"}));
  command.callback([format, &session] {
    session.print(*format == "json"       ? methods_json(methods(), bound_rows())
                  : *format == "markdown" ? methods_markdown(methods(), bound_rows())
                                          : methods_text(methods(), bound_rows()));
  });
}

}  // namespace lode::tool
