#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/format.hpp>
#include <lode/report/least_squares_report.hpp>

#include "report/least_squares/least_squares_words.hpp"
#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;
using least_squares::ConstraintKind;
using least_squares::Index;

constexpr std::size_t line_length = 100;

/// Words in lines of at most about 100 characters, each indented.
std::string wrapped(const std::vector<std::string>& words, std::string_view indent) {
  std::string text;
  std::size_t column = 0;
  for (const std::string& word : words) {
    if (column > 0 && column + 1 + word.size() > line_length) {
      text += '\n';
      column = 0;
    }
    text += column == 0 ? indent : std::string_view(" ");
    column += word.size() + (column == 0 ? indent.size() : 1);
    text += word;
  }
  return text.empty() ? std::string(indent) + "none\n" : text + '\n';
}

bool is_binary(ConstraintKind kind) {
  return kind == ConstraintKind::binary || kind == ConstraintKind::binary_c;
}

/// The columns at 1, or a line per nonzero.
std::string point_text(const LeastSquaresResult& result) {
  const least_squares::Solution& solution = result.solution;
  const ConstraintKind kind = result.constraint.kind;
  if (!is_binary(kind)) {
    std::string text = "  x (columns count from 0)\n";
    if (solution.support.empty()) return text + "    0 everywhere\n";
    for (std::size_t i = 0; i < solution.support.size(); ++i) {
      text += fmt::format("    {:<8} {}\n", solution.support[i], format_exact(solution.x[i]));
    }
    return text;
  }
  std::vector<std::string> ones;
  for (std::size_t i = 0; i < solution.support.size(); ++i) {
    if (solution.x[i] == 1.0) ones.push_back(std::to_string(solution.support[i]));
  }
  return fmt::format("  columns where x = 1 (from 0; elsewhere {})\n",
                     kind == ConstraintKind::binary ? "-1" : "0") +
         wrapped(ones, "    ");
}

std::string objective_name(const LeastSquaresResult& result) {
  std::string name =
      result.loss == least_squares::Loss::squared ? "1/2 |Ax - b|^2" : "sum of log(1 + exp(-b_i (Ax)_i))";
  if (result.constraint.kind == ConstraintKind::sparse) name += " + lambda |x|_0";
  return name;
}

std::string how_found(const LeastSquaresResult& result) {
  std::string text = result.method;
  if (!result.preset.empty()) text += ", preset " + result.preset;
  text += fmt::format(", seed {}, {}; {} after {}", result.seed,
                      format_plural(static_cast<std::uint64_t>(result.threads), "thread", "threads"),
                      to_string(result.solution.stop_reason), format_seconds(result.solution.seconds));
  return text + fmt::format(", best after {}", format_seconds(result.solution.seconds_to_best));
}

std::string certificate_of(const LeastSquaresResult& result) {
  if (!result.solution.certificate) return "not checked: not asked for";
  const std::string text = certificate_sentence(*result.solution.certificate);
  return text.empty() ? "none for the logistic loss" : text;
}

std::string block_text(const LeastSquaresReport& report, const LeastSquaresResult& result) {
  const least_squares::Solution& solution = result.solution;
  std::string text = detail::constraint_text(result.constraint) + '\n';
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<13} {}\n", name, value);
  };
  line("objective",
       fmt::format("{} = {}", detail::objective_text(solution.objective), objective_name(result)));
  line("at x = 0", detail::objective_text(report.zero_objective));
  if (!is_binary(result.constraint.kind)) {
    line("nonzeros", fmt::format("{} of {}", solution.support.size(), report.columns));
  }
  line("found by", how_found(result));
  line("certificate", certificate_of(result));
  if (!solution.note.empty()) line("note", escape_terminal(solution.note));
  return text + point_text(result);
}

std::string many_text(const LeastSquaresReport& report) {
  Table table;
  table.columns = {{"s"},
                   {"objective"},
                   {"nonzeros"},
                   {"method", Align::left},
                   {"stopped", Align::left},
                   {"time"},
                   {"certificate", Align::left}};
  for (const LeastSquaresResult& result : report.results) {
    const least_squares::Solution& solution = result.solution;
    table.rows.push_back({std::to_string(result.constraint.s), detail::objective_text(solution.objective),
                          std::to_string(solution.support.size()), result.method,
                          std::string(to_string(solution.stop_reason)), format_seconds(solution.seconds),
                          certificate_of(result)});
  }
  std::string text = table_text(table);
  for (const LeastSquaresResult& result : report.results) {
    const std::string& note = result.solution.note;
    if (!note.empty()) text += fmt::format("note, s = {}: {}\n", result.constraint.s, escape_terminal(note));
  }
  for (const LeastSquaresResult& result : report.results) {
    std::vector<std::string> support;
    for (const Index i : result.solution.support) support.push_back(std::to_string(i));
    text += fmt::format("\nsupport, s = {}\n", result.constraint.s) + wrapped(support, "  ");
  }
  return text + "\nobjective: " + objective_name(report.results.front()) + "; columns count from 0\n";
}

Json json_certificate(const std::optional<least_squares::Certificate>& certificate) {
  if (!certificate) return nullptr;
  Json checks = Json::array();
  for (const auto& check : certificate->stationarity) {
    const bool exhaustive = check.mode == least_squares::Certificate::Mode::exhaustive;
    checks.push_back({{"k", check.k},
                      {"mode", exhaustive ? "exhaustive" : "sampled"},
                      {"blocks", check.blocks},
                      {"holds", nullptr},
                      {"complete", check.complete}});
    if (!check.holds || check.complete) checks.back()["holds"] = check.holds;
  }
  Json json = {{"stationarity", std::move(checks)}, {"single_exchange", nullptr}, {"stopped", nullptr}};
  if (certificate->stopped) json["stopped"] = to_string(*certificate->stopped);
  if (certificate->single_exchange) json["single_exchange"] = *certificate->single_exchange;
  return json;
}

Json json_least_squares_result(const LeastSquaresResult& result) {
  const least_squares::Solution& solution = result.solution;
  const ConstraintKind kind = result.constraint.kind;
  Json json;
  json["constraint"] = to_string(kind);
  if (kind == ConstraintKind::binary_c || kind == ConstraintKind::sparse_c) json["s"] = result.constraint.s;
  if (kind == ConstraintKind::sparse) {
    json["lambda"] = json_number(result.constraint.lambda);
    json["box"] = json_number(result.constraint.box);
  }
  json["loss"] = to_string(result.loss);
  json["method"] = result.method;
  json["preset"] = result.preset;
  json["seed"] = result.seed;
  json["threads"] = result.threads;
  json["refit"] = result.refit;
  json["objective"] = json_number(solution.objective);
  json["nonzeros"] = solution.support.size();
  json["support"] = solution.support;
  json["x"] = detail::json_list(solution.x, json_number);
  json["certificate"] = json_certificate(solution.certificate);
  json["stop_reason"] = to_string(solution.stop_reason);
  json["iterations"] = solution.iterations;
  if (!solution.note.empty()) json["note"] = solution.note;
  json["seconds"] = {{"solve", json_number(solution.seconds)},
                     {"to_best", json_number(solution.seconds_to_best)},
                     {"certificate", json_number(result.certificate_seconds)}};
  json["trace"] = detail::json_trace(solution.trace, "objective");
  return json;
}

Json json_input(const LeastSquaresInput& input) {
  return {{"path", input.path}, {"summary", input.summary}, {"sha256", input.sha256}};
}

}  // namespace

std::string least_squares_text(const LeastSquaresReport& report) {
  std::string text = fmt::format("A: {}: {}\nb: {}: {}\n", escape_terminal(report.a.path), report.a.summary,
                                 escape_terminal(report.b.path), report.b.summary);
  if (report.results.empty()) return text + "no answer: stopped before the first size was solved\n";
  text +=
      '\n' + (report.results.size() == 1 ? block_text(report, report.results.front()) : many_text(report));
  return text + fmt::format("\nloaded in {}, {} in all\n", format_seconds(report.load_seconds),
                            format_seconds(report.total_seconds));
}

std::string least_squares_json(const LeastSquaresReport& report) {
  Json json = detail::json_document(report.command);
  json["instance"] = {{"rows", report.rows},
                      {"columns", report.columns},
                      {"zero_objective", json_number(report.zero_objective)},
                      {"a", json_input(report.a)},
                      {"b", json_input(report.b)}};
  json["results"] = detail::json_list(report.results, json_least_squares_result);
  json["provenance"] = {{"arguments", report.provenance.arguments},
                        {"compiler", report.provenance.compiler},
                        {"arch", report.provenance.arch},
                        {"cpu", report.provenance.cpu}};
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"total", json_number(report.total_seconds)}};
  return detail::json_text(json);
}

std::string least_squares_csv(const LeastSquaresReport& report) {
  Table table = table_of({"constraint", "s", "lambda", "box", "loss", "method", "preset", "seed", "threads",
                          "objective", "nonzeros", "stop_reason", "iterations", "solve_seconds",
                          "to_best_seconds", "certificate", "support", "x"},
                         Align::right);
  for (const LeastSquaresResult& result : report.results) {
    const least_squares::Solution& solution = result.solution;
    const least_squares::Constraint& constraint = result.constraint;
    const bool sized =
        constraint.kind == ConstraintKind::binary_c || constraint.kind == ConstraintKind::sparse_c;
    const bool penalised = constraint.kind == ConstraintKind::sparse;
    std::vector<std::string> x;
    for (const double value : solution.x) x.push_back(format_exact(value));
    table.rows.push_back({std::string(to_string(constraint.kind)), sized ? std::to_string(constraint.s) : "",
                          penalised ? format_exact(constraint.lambda) : "",
                          penalised && std::isfinite(constraint.box) ? format_exact(constraint.box) : "",
                          std::string(to_string(result.loss)), result.method, result.preset,
                          std::to_string(result.seed), std::to_string(result.threads),
                          format_exact(solution.objective), std::to_string(solution.support.size()),
                          std::string(to_string(solution.stop_reason)), std::to_string(solution.iterations),
                          format_exact(solution.seconds), format_exact(solution.seconds_to_best),
                          solution.certificate ? certificate_sentence(*solution.certificate) : "",
                          fmt::format("{}", fmt::join(solution.support, " ")),
                          fmt::format("{}", fmt::join(x, " "))});
  }
  return table_csv(table);
}

}  // namespace lode
