#include <lode/bounds/bounds.hpp>
#include <lode/report/tables.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "methods_command.hpp"

namespace lode::tool {

void add_methods(CLI::App& app, Session& session) {
  const auto tables = [](const std::string& format, const std::string& name) {
    return methods_table(format, rows_called(subgraph::methods(), name),
                         rows_called(subgraph::bound_rows(), name));
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
