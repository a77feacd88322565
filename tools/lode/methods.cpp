#include <lode/bounds/bounds.hpp>
#include <lode/report/tables.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "methods_command.hpp"

namespace lode::tool {

void add_methods(CLI::App& app, Session& session) {
  const auto tables = [](const std::string& format) {
    const auto methods = subgraph::methods();
    const auto bounds = subgraph::bound_rows();
    return format == "json"       ? methods_json(methods, bounds)
           : format == "markdown" ? methods_markdown(methods, bounds)
                                  : methods_text(methods, bounds);
  };
  add_methods_command(app, session,
                      {.about = "Every registered method and bound",
                       .command = "methods",
                       .options = [] { return options_of(subgraph::methods()); },
                       .methods = tables});
}

}  // namespace lode::tool
