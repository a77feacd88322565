#include <memory>

#include <lode/least_squares/certificate.hpp>
#include <lode/report/tables.hpp>

#include "commands.hpp"
#include "lsq/arguments.hpp"
#include "methods_command.hpp"
#include "shell/options.hpp"

namespace lode::tool {
namespace {

void add_lsq_stationary(CLI::App& lsq, Session& session) {
  auto out = std::make_shared<Outputs>();
  CLI::App& command = *lsq.add_subcommand(
      "stationary", "Counts the points that satisfy each optimality condition, as in the paper");
  set_examples(command, {{"lode lsq stationary", "the table of the paper"}});
  out->add_options(command, {"text", "json", "csv"});
  command.callback(
      [out, &session] { session.print(stationary_report(out->format, least_squares::stationary_table())); });
}

void add_lsq_methods(CLI::App& lsq, Session& session) {
  add_methods_command(lsq, session, least_squares::methods(), "lsq", "Lists every method for least squares",
                      {"lode lsq methods omp", "one method and its settings"},
                      [](const std::string& format, const std::string& name) {
                        return least_squares_methods_table(format,
                                                           rows_called(least_squares::methods(), name));
                      });
}

}  // namespace

void add_lsq(CLI::App& app, Session& session) {
  CLI::App& lsq =
      *app.add_subcommand("lsq", "Solves least squares with sparse or binary unknowns: min 1/2 |Ax - b|^2");
  set_examples(lsq,
               {{"lode lsq generate A.npy b.npy -m 50 -n 100", "a random instance"},
                {"lode lsq solve A.npy b.npy -s 5", "the best x with 5 nonzeros"}},
               "'lode help lsq METHOD' has the settings of a method.");
  lsq.require_subcommand(1);
  lsq.fallthrough();
  add_lsq_solve(lsq, session);
  add_lsq_path(lsq, session);
  add_lsq_compare(lsq, session);
  add_lsq_generate(lsq, session);
  add_lsq_stationary(lsq, session);
  add_lsq_methods(lsq, session);
}

}  // namespace lode::tool
