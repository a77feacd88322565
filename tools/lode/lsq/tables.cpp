#include <memory>

#include <lode/least_squares/certificate.hpp>
#include <lode/report/tables.hpp>

#include "lsq/arguments.hpp"
#include "methods_command.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

using least_squares::PointIdentity;
using least_squares::TieRule;

/// The paper's example: n = 6, lambda = 0.01, L the largest eigenvalue of Q.
std::vector<StationaryRow> stationary_rows(const std::string& ties) {
  constexpr double lambda = 0.01;
  constexpr double lipschitz = 92.0;
  const least_squares::QuadraticForm form = least_squares::counting_example();
  std::vector<StationaryRow> rows;
  for (const TieRule rule : {TieRule::lexicographic, TieRule::member, TieRule::strict}) {
    if (ties != "all" && ties != to_string(rule)) continue;
    rows.push_back({"binary", std::string(to_string(rule)), count_binary(form, lipschitz, rule)});
  }
  rows.push_back({"sparse", "supports", count_sparse(form, lambda, lipschitz, PointIdentity::support)});
  rows.push_back({"sparse", "distinct", count_sparse(form, lambda, lipschitz, PointIdentity::distinct)});
  return rows;
}

}  // namespace

void add_lsq_stationary(CLI::App& lsq, Session& session) {
  struct Arguments {
    std::string ties = "all";
    std::string format = "text";
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App& command = *lsq.add_subcommand(
      "stationary", "Counts the points that satisfy each optimality condition, as in the paper");
  set_examples(command, {{"lode lsq stationary", "the table of the paper"}});
  begin_section(command, heading::question);
  command.add_option("--ties", arguments->ties, "Which minimisers of a block count where several are equal")
      ->capture_default_str()
      ->type_name("RULE")
      ->check(CLI::IsMember({"all", "lexicographic", "member", "strict"}));
  begin_section(command, heading::output);
  command.add_option("--format", arguments->format, "Form of what is printed")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.callback([arguments, &session] {
    const std::vector<StationaryRow> rows = stationary_rows(arguments->ties);
    session.print(arguments->format == "json"  ? stationary_json(rows)
                  : arguments->format == "csv" ? stationary_csv(rows)
                                               : stationary_text(rows));
  });
}

void add_lsq_methods(CLI::App& lsq, Session& session) {
  const auto tables = [](const std::string& format, const std::string& name) {
    const auto methods = rows_called(least_squares::methods(), name);
    return format == "json"       ? least_squares_methods_json(methods)
           : format == "markdown" ? least_squares_methods_markdown(methods)
                                  : least_squares_methods_text(methods);
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
