#include <memory>

#include <lode/least_squares/certificate.hpp>
#include <lode/report/tables.hpp>

#include "lsq/arguments.hpp"
#include "methods_command.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
void add_lsq_stationary(CLI::App& lsq, Session& session) {
  auto format = std::make_shared<std::string>("text");
  CLI::App& command = *lsq.add_subcommand(
      "stationary", "Counts the points that satisfy each optimality condition, as in the paper");
  set_examples(command, {{"lode lsq stationary", "the table of the paper"}});
  begin_section(command, heading::output);
  command.add_option("--format", *format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.callback([format, &session] {
    const std::vector<least_squares::StationaryCounts> rows = least_squares::stationary_table();
    session.print(*format == "json"  ? stationary_json(rows)
                  : *format == "csv" ? stationary_csv(rows)
                                     : stationary_text(rows));
  });
}

void add_lsq_methods(CLI::App& lsq, Session& session) {
  const auto tables = [](const std::string& format, const std::string& name) {
    return least_squares_methods_table(format, rows_called(least_squares::methods(), name));
  };
  add_methods_command(lsq, session,
                      {.about = "Lists every method for least squares",
                       .examples = {{"lode lsq methods omp", "one method and its settings"}},
                       .command = "lsq methods",
                       .group = "lsq",
                       .options = [] { return options_of(least_squares::methods()); },
                       .methods = tables});
}

}  // namespace lode::tool
