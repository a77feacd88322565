#include <lode/bounds/bounds.hpp>
#include <lode/report/tables.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "methods_command.hpp"

namespace lode::tool {

void add_methods(CLI::App& app, Session& session) {
  const auto tables = [](const std::string& format, const std::string& name) {
    const auto methods = rows_called(subgraph::methods(), name);
    const auto bounds = rows_called(subgraph::bound_rows(), name);
    return format == "json"       ? methods_json(methods, bounds)
           : format == "markdown" ? methods_markdown(methods, bounds)
                                  : methods_text(methods, bounds);
  };
  add_methods_command(app, session,
                      {.about = "Lists every method and every bound",
                       .examples = {{"lode methods hybrid", "the default method and its settings"}},
                       .command = "methods",
                       .group = "",
                       .options = [] { return options_of(subgraph::methods()); },
                       .methods = tables});
}

}  // namespace lode::tool
