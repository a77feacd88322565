#include <memory>

#include <lode/least_squares/certificate.hpp>
#include <lode/report/tables.hpp>

#include "lsq/arguments.hpp"
#include "methods_command.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {
void add_lsq_stationary(CLI::App& lsq, Session& session) {
  auto out = std::make_shared<Outputs>();
  CLI::App& command = *lsq.add_subcommand(
      "stationary", "Counts the points that satisfy each optimality condition, as in the paper");
  set_examples(command, {{"lode lsq stationary", "the table of the paper"}});
  out->add_options(command, {"text", "json", "csv"});
  command.callback([out, &session] {
    const std::vector<least_squares::StationaryCounts> rows = least_squares::stationary_table();
    session.print(out->format == "json"  ? stationary_json(rows)
                  : out->format == "csv" ? stationary_csv(rows)
                                         : stationary_text(rows));
  });
}

void add_lsq_methods(CLI::App& lsq, Session& session) {
  add_methods_command(lsq, session, least_squares::methods(), "lsq", "Lists every method for least squares",
                      {"lode lsq methods omp", "one method and its settings"},
                      [](const std::string& format, const std::string& name) {
                        return least_squares_methods_table(format,
                                                           rows_called(least_squares::methods(), name));
                      });
}

}  // namespace lode::tool
