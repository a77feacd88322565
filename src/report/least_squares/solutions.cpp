#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/format.hpp>
#include <lode/report/least_squares_report.hpp>

#include "report/tables/answer_words.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;
using least_squares::ConstraintKind;
using least_squares::Index;

/// An objective for people: ten significant digits.
std::string objective_text(double objective) { return format_rounded(objective, 10); }

/// "sparse-c, s = 20", "sparse, lambda = 0.1, |x| <= 2", "binary".
std::string constraint_text(const least_squares::Constraint& constraint) {
  std::string text(to_string(constraint.kind));
  if (constraint.kind == ConstraintKind::binary_c || constraint.kind == ConstraintKind::sparse_c) {
    text += fmt::format(", s = {}", constraint.s);
  }
  if (constraint.kind == ConstraintKind::sparse) {
    text += fmt::format(", lambda = {}", format_exact(constraint.lambda));
    if (std::isfinite(constraint.box)) text += fmt::format(", |x| <= {}", format_exact(constraint.box));
  }
  return text;
}

/// The numbers of columns in lines, each indented.
std::string wrapped(const std::vector<Index>& columns, std::string_view indent) {
  if (columns.empty()) return std::string(indent) + "none\n";
  std::vector<std::string> words;
  words.reserve(columns.size());
  for (const Index column : columns) words.push_back(std::to_string(column));
  return wrapped_words(words, indent);
}

/// The columns at 1, or a line per nonzero.
std::string point_text(const LeastSquaresResult& result) {
  const least_squares::Solution& solution = result.solution;
  const ConstraintKind kind = result.constraint.kind;
  if (is_sparse(kind)) {
    std::string text = "  x (columns count from 0)\n";
    if (solution.support.empty()) return text + "    0 everywhere\n";
    for (std::size_t i = 0; i < solution.support.size(); ++i) {
      text += fmt::format("    {:<8} {}\n", solution.support[i], format_exact(solution.x[i]));
    }
    return text;
  }
  std::vector<Index> ones;
  for (std::size_t i = 0; i < solution.support.size(); ++i) {
    if (solution.x[i] == 1.0) ones.push_back(solution.support[i]);
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

std::string certificate_of(const LeastSquaresResult& result) {
  if (!result.solution.certificate) return "not checked: not asked for";
  const std::string text = certificate_sentence(*result.solution.certificate);
  return text.empty() ? "none for the logistic loss" : text;
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

using SolutionColumns = detail::Columns<LeastSquaresResult>;

/// The columns of an answer. New columns are declared only here.
SolutionColumns solution_columns(const LeastSquaresReport& report) {
  using R = const LeastSquaresResult&;
  using detail::in_csv;
  using detail::in_json;
  using detail::no_value;
  const auto sized = [](R r) {
    return r.constraint.kind == ConstraintKind::binary_c || r.constraint.kind == ConstraintKind::sparse_c;
  };
  const auto penalised = [](R r) { return r.constraint.kind == ConstraintKind::sparse; };
  const auto boxed = [=](R r) { return penalised(r) && std::isfinite(r.constraint.box); };
  SolutionColumns columns;
  columns.add("constraint", [](R r) { return to_string(r.constraint.kind); });
  columns.add("s", [=](R r) { return sized(r) ? Json(r.constraint.s) : no_value(); }).table(1, "s", [](R r) {
    return std::to_string(r.constraint.s);
  });
  columns.add("lambda", [=](R r) { return penalised(r) ? json_number(r.constraint.lambda) : no_value(); });
  columns.json("box", [=](R r) { return penalised(r) ? json_number(r.constraint.box) : no_value(); });
  columns.csv("box", [=](R r) { return boxed(r) ? json_number(r.constraint.box) : no_value(); });
  columns.add("loss", [](R r) { return to_string(r.loss); });
  columns.add("method", [](R r) { return r.method; }).table(4, "method", {}, Align::left);
  columns.add("preset", [](R r) { return r.preset; });
  columns.add("seed", [](R r) { return r.seed; });
  columns.add("threads", [](R r) { return r.threads; });
  columns.json("refit", [](R r) { return r.refit; });
  columns.add("objective", [](R r) { return json_number(r.solution.objective); })
      .table(2, "objective", [](R r) { return objective_text(r.solution.objective); })
      .tell("objective", [](R r) {
        return fmt::format("{} = {}", objective_text(r.solution.objective), objective_name(r));
      });
  columns.text("zero_objective", [](R) { return no_value(); })
      .tell("at x = 0", [zero = report.zero_objective](R) { return objective_text(zero); });
  columns.add("nonzeros", [](R r) { return r.solution.support.size(); })
      .table(3, "nonzeros")
      .tell("nonzeros", [n = report.columns](R r) {
        return !is_sparse(r.constraint.kind) ? "" : fmt::format("{} of {}", r.solution.support.size(), n);
      });
  columns.add("stop_reason", [](R r) { return to_string(r.solution.stop_reason); })
      .table(5, "stopped", {}, Align::left)
      .tell("found by", detail::how_found<LeastSquaresResult>);
  columns.add("iterations", [](R r) { return r.solution.iterations; });
  columns.csv("solve_seconds", [](R r) { return json_number(r.solution.seconds); }).table(6, "time", [](R r) {
    return format_seconds(r.solution.seconds);
  });
  columns.csv("to_best_seconds", [](R r) { return json_number(r.solution.seconds_to_best); });
  columns.json("certificate", [](R r) { return json_certificate(r.solution.certificate); })
      .table(7, "certificate", certificate_of, Align::left)
      .tell("certificate", certificate_of);
  columns.csv("certificate", [](R r) {
    return r.solution.certificate ? Json(certificate_sentence(*r.solution.certificate)) : no_value();
  });
  columns.json("note", [](R r) { return r.solution.note.empty() ? no_value() : Json(r.solution.note); })
      .tell("note", [](R r) { return escape_terminal(r.solution.note); });
  columns.json("support", [](R r) { return r.solution.support; });
  columns.csv("support", [](R r) { return fmt::format("{}", fmt::join(r.solution.support, " ")); });
  columns.json("x", [](R r) { return detail::json_list(r.solution.x, json_number); });
  columns.csv("x", [](R r) {
    std::string x;
    for (const double value : r.solution.x) x += (x.empty() ? "" : " ") + format_exact(value);
    return x;
  });
  columns.json("seconds", [](R r) -> Json {
    return {{"solve", json_number(r.solution.seconds)},
            {"to_best", json_number(r.solution.seconds_to_best)},
            {"certificate", json_number(r.certificate_seconds)}};
  });
  columns.json("trace", [](R r) { return detail::json_trace(r.solution.trace, "objective"); });
  return columns;
}

std::string block_text(const LeastSquaresResult& result, const SolutionColumns& columns) {
  return constraint_text(result.constraint) + '\n' + detail::lines_text(columns, result, 13) +
         point_text(result);
}

std::string many_text(const LeastSquaresReport& report, const SolutionColumns& columns) {
  std::string text = table_text(detail::text_table(columns, report.results));
  for (const LeastSquaresResult& result : report.results) {
    const std::string& note = result.solution.note;
    if (!note.empty()) text += fmt::format("note, s = {}: {}\n", result.constraint.s, escape_terminal(note));
  }
  for (const LeastSquaresResult& result : report.results) {
    text += fmt::format("\nsupport, s = {}\n", result.constraint.s) + wrapped(result.solution.support, "  ");
  }
  return text + "\nobjective: " + objective_name(report.results.front()) + "; columns count from 0\n";
}

Json json_input(const LeastSquaresInput& input) {
  return {{"path", input.path}, {"summary", input.summary}, {"sha256", input.sha256}};
}

detail::Columns<least_squares::StationaryCounts> stationary_columns(
    const std::vector<least_squares::StationaryCounts>& rows) {
  using R = const least_squares::StationaryCounts&;
  detail::Columns<least_squares::StationaryCounts> columns;
  columns.add("constraint", [](R row) { return row.constraint; }).table(1, "constraint", {}, Align::left);
  columns.add("rule", [](R row) { return row.rule; }).table(2, "ties or points", {}, Align::left);
  columns.add("basic", [](R row) { return row.basic; }).table(3, "basic");
  columns.add("l_stationary", [](R row) { return row.l_stationary; }).table(4, "L");
  columns.add("block", [](R row) { return row.block; });
  for (std::size_t k = 0; k < (rows.empty() ? 0 : rows.front().block.size()); ++k) {
    columns.text("", [k](R row) { return row.block[k]; })
        .table(static_cast<int>(5 + k), fmt::format("block-{}", k + 1));
  }
  return columns;
}

}  // namespace

std::string certificate_sentence(const least_squares::Certificate& certificate) {
  using Mode = least_squares::Certificate::Mode;
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  for (const auto& check : certificate.stationarity) {
    const std::string blocks = format_plural(check.blocks, "block", "blocks");
    if (check.holds && !check.complete) {
      if (check.blocks > 0) {
        add(fmt::format("block-{} not settled (none of {} improves{})", check.k, blocks,
                        certificate.stopped ? "" : " beyond rounding"));
      }
      continue;
    }
    add(fmt::format("{}block-{} stationary ({}{})", check.holds ? "" : "not ", check.k,
                    check.mode == Mode::exhaustive ? "exhaustive, " + blocks : blocks + " sampled",
                    check.complete ? "" : ", stopped early"));
  }
  if (certificate.single_exchange) {
    add(*certificate.single_exchange ? "no single exchange with refit improves"
                                     : "a single exchange with refit improves");
  }
  if (certificate.stopped) {
    add(fmt::format("{}: {}", text.empty() ? "not checked" : "the rest not checked",
                    least_squares::stop_words(*certificate.stopped)));
  }
  return text;
}

std::string least_squares_text(const LeastSquaresReport& report) {
  std::string text = fmt::format("A: {}: {}\nb: {}: {}\n", escape_terminal(report.a.path), report.a.summary,
                                 escape_terminal(report.b.path), report.b.summary);
  if (report.results.empty()) return text + "no answer: stopped before the first size was solved\n";
  const SolutionColumns columns = solution_columns(report);
  text += '\n' + (report.results.size() == 1 ? block_text(report.results.front(), columns)
                                             : many_text(report, columns));
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
  const SolutionColumns columns = solution_columns(report);
  json["results"] = columns.objects(report.results);
  json["provenance"] = {{"arguments", report.provenance.arguments},
                        {"compiler", report.provenance.compiler},
                        {"arch", report.provenance.arch},
                        {"cpu", report.provenance.cpu}};
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"total", json_number(report.total_seconds)}};
  return detail::json_text(json);
}

std::string least_squares_csv(const LeastSquaresReport& report) {
  return detail::csv_rows(solution_columns(report), report.results);
}

std::string stationary_report(std::string_view format,
                              const std::vector<least_squares::StationaryCounts>& rows) {
  const auto columns = stationary_columns(rows);
  if (format == "json") {
    Json json = detail::json_document("lsq stationary");
    json["rows"] = columns.objects(rows);
    return detail::json_text(json);
  }
  const auto table = detail::text_table(columns, rows);
  if (format == "csv") return table_csv(table);
  return "Points of 1/2 x'Qx + p'x, Q = cc' + I, c = (1, ..., 6), p = 1, that satisfy each condition:\n"
         "x in {-1, 1}^6, or with the penalty 0.01 |x|_0 among the minimisers on the 64 supports\n\n" +
         table_text(table) +
         "\nlexicographic: of equal minimisers of a block the first counts, -1 before 1; member: all of them "
         "count;\nstrict: none. supports: one point per support; distinct: equal points are one.\n";
}

}  // namespace lode
