#include <memory>

#include <lode/report/tables.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "shell/session.hpp"

namespace lode::tool {

void add_methods(CLI::App& app, Session& session) {
  struct Arguments {
    std::string format = "text";
    bool options = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *app.add_subcommand("methods", "Every registered method and bound");
  command.add_option("--format", arguments->format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "markdown", "json"}));
  command.add_flag("--options", arguments->options, "Every option of every method instead");
  command.callback([arguments, &session] {
    const std::string& format = arguments->format;
    if (arguments->options) {
      const std::vector<MethodOptions> options = options_of(subgraph::methods());
      session.print(format == "json"       ? options_json("methods", options)
                    : format == "markdown" ? options_markdown(options)
                                           : options_text(options));
    } else {
      session.print(format == "json"       ? methods_json(subgraph::methods(), subgraph::bound_rows())
                    : format == "markdown" ? methods_markdown(subgraph::methods(), subgraph::bound_rows())
                                           : methods_text(subgraph::methods(), subgraph::bound_rows()));
    }
  });
}

}  // namespace lode::tool
