#include "report/compare/document.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <lode/core/version.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/tables/table.hpp"

namespace lode::detail {
namespace {

/// For graphs a share of the largest objective: "99.31 %", and "100 %" only for exactly 1. For least squares
/// the excess over the least objective: "best", "+1.25 %", "x 4.5".
std::string relative_text(const Comparison& all, double relative) {
  if (of_graphs(all)) return relative < 1.0 && relative >= 0.99995 ? "99.99 %" : format_percent(relative);
  if (!std::isfinite(relative)) return "n/a";
  if (relative < 1.0 + 5e-7) return "best";
  return relative >= 2.0 ? "x " + format_rounded(relative, 3) : "+" + format_percent(relative - 1.0);
}

/// [[seconds, value], ...]
Json json_pairs(const Trace& trace) {
  return json_list(trace, [](const TracePoint& point) -> Json {
    return {json_number(point.seconds), json_number(point.weight)};
  });
}

Json json_case(const Comparison& all, const ComparisonCase& one) {
  if (of_graphs(all)) {
    return {{"name", one.name},
            {"vertices", one.vertices},
            {"edges", one.edges},
            {"weighted", one.weighted},
            {"sizes", one.sizes}};
  }
  const LeastSquaresPanel& panel = all.experiment.panels[static_cast<std::size_t>(&one - all.cases.data())];
  const SourceWords words = source_words(panel.source);
  return {{"name", one.name},
          {"rows", panel.source.rows()},
          {"columns", panel.source.columns()},
          {"design", words.design},
          {"noise", words.noise},
          {"instance_seed", words.seed},
          {"constraint", to_string(panel.constraint)},
          {"lambda", json_number(panel.lambda)},
          {"box", json_number(panel.box)},
          {"sizes", one.sizes},
          {"start_scale", panel.start_scale ? Json(*panel.start_scale) : Json(nullptr)}};
}

Json json_method(const ComparisonMethod& method) {
  Json settings = Json::object();
  for (const auto& [name, value] : method.settings) settings[name] = value;
  return {{"label", method.label},
          {"method", method.name},
          {"settings", std::move(settings)},
          {"runs", method.once ? "once" : "every start"}};
}

/// Scores by mean rank; methods without a scored instance come last.
std::vector<ComparisonScore> ranked_scores(const Comparison& all) {
  std::vector<ComparisonScore> scores = all.scores;
  std::stable_sort(scores.begin(), scores.end(), [](const ComparisonScore& a, const ComparisonScore& b) {
    if ((a.instances == 0) != (b.instances == 0)) return b.instances == 0;
    return a.mean_rank < b.mean_rank;
  });
  return scores;
}

/// The inputs and results in plain sentences, without markup.
std::string comparison_summary(const Comparison& all) {
  std::string text;
  if (all.runs.size() != all.total_runs) {
    text = fmt::format("{}: {} of {} runs are finished. ", all.interrupted ? "Interrupted" : "Not complete",
                       grouped(all.runs.size()), grouped(all.total_runs));
  }
  const auto complete = std::ranges::count(all.instances, true, &ComparisonInstance::complete);
  if (complete == 0) {
    return text +
           fmt::format("No {} and size has all of its runs yet, so nothing is ranked.", place_key(all));
  }
  return text + fmt::format("{} on {} of {}.", format_plural(all.methods.size(), "method", "methods"),
                            format_plural(static_cast<std::uint64_t>(complete), "instance", "instances"),
                            format_plural(all.cases.size(), place_key(all), places_key(all)));
}

/// The meaning of the numbers in plain sentences.
std::string comparison_meaning(const Comparison& all) {
  const bool graphs = of_graphs(all);
  const char* const best = graphs ? "largest" : "least";
  return fmt::format(
      "Each run had one thread and {}{}. Averages are over {}; a method that takes no start is run once. "
      "Ranks "
      "compare the averages on one instance (a {} and size), equal ones (to 1e-9 of them) share. Wins: "
      "instances "
      "where no method's average is {}. Best found: instances where a run of the method reached the {} "
      "objective "
      "of all runs. {}: average / that {} objective, geometric mean. Only instances with all runs are "
      "scored.",
      std::isfinite(all.time_limit) ? "at most " + format_seconds(all.time_limit) : "no time limit",
      graphs ? ""
             : "; the Gram matrix and its largest eigenvalue were computed before and are in no run's time",
      format_plural(static_cast<std::uint64_t>(all.starts), "start", "starts"), place_key(all),
      graphs ? "larger" : "less", best, graphs ? "Relative" : "Excess", best);
}

constexpr std::size_t columns_at_once = 10;

/// An average for people. Graphs: integers exactly, other values with one decimal (weights with six digits).
/// Least squares: seven significant digits.
std::string average_text(const Comparison& all, std::size_t place, double value) {
  if (!of_graphs(all)) return format_rounded(value, 7);
  if (all.cases[place].weighted || value == std::floor(value)) return format_weight(value);
  return std::isfinite(value) ? fmt::format("{:.1f}", value) : "n/a";
}

/// The averages of a case: a row per method, and for graphs a row for the bound. A star marks the best values
/// of a column; "-" means no finished run.
Table case_table(const Comparison& all, std::size_t place, std::span<const std::uint32_t> sizes) {
  std::vector<std::size_t> methods = all.cases[place].methods;
  const std::size_t bound = all.methods.size();  // the number of the row for the bound
  if (of_graphs(all)) methods.push_back(bound);
  Table table;
  table.add({"method", Align::left}, methods, [&](std::size_t m) {
    return m == bound ? "upper bound" : escape_terminal(all.methods[m].label);
  });
  for (const std::uint32_t s : sizes) {
    std::vector<std::string> cells(bound + 1, "- ");
    for (const ComparisonCell& cell : all.cells) {
      if (cell.place != place || cell.s != s) continue;
      cells[cell.method] = average_text(all, place, cell.average) + (cell.wins ? "*" : " ");
    }
    for (const ComparisonInstance& one : all.instances) {
      if (one.place == place && one.s == s) cells[bound] = format_weight(one.bound.value) + " ";
    }
    const std::string title = of_graphs(all) ? fmt::format("s={}", s)
                              : s > 0        ? fmt::format("s = {}", s)
                                             : "objective";
    table.add({title}, methods, [&](std::size_t m) { return cells[m]; });
  }
  return table;
}

std::string case_text(const Comparison& all, std::size_t place) {
  std::string text = escape_terminal(all.cases[place].name);
  std::string objective = "objective";
  std::span<const std::uint32_t> sizes = all.cases[place].sizes;
  std::size_t at_once = std::max<std::size_t>(1, sizes.size());
  if (of_graphs(all)) {
    const ComparisonCase& graph = all.cases[place];
    text += fmt::format(": {}, {}", group_thousands(format_plural(graph.vertices, "vertex", "vertices")),
                        group_thousands(format_plural(graph.edges, "edge", "edges")));
    objective = graph.weighted ? "weight" : "edges";
    at_once = columns_at_once;
  }
  text += fmt::format("\n{}, average over {} (* {})\n", objective,
                      format_plural(static_cast<std::uint64_t>(all.starts), "start", "starts"),
                      all.better() == Better::larger ? "largest" : "least");
  for (; !sizes.empty(); sizes = sizes.subspan(std::min(at_once, sizes.size()))) {
    text += table_text(case_table(all, place, sizes.first(std::min(at_once, sizes.size()))));
  }
  return text;
}

}  // namespace

Columns<ComparisonScore> score_columns(const Comparison& all) {
  using Score = ComparisonScore;
  Columns<Score> columns;
  // A method without a scored instance has no value and no cell.
  const auto add = [&](const char* key, int place, const char* title, auto part, auto text) {
    columns
        .add(key,
             [part](const Score& score) {
               return score.instances == 0 ? no_value() : json_number(static_cast<double>(score.*part));
             })
        .table(place, title, [part, text](const Score& score) -> std::string {
          return score.instances == 0 ? "-" : text(score.*part);
        });
  };
  const auto count = [](std::size_t number) { return std::to_string(number); };
  columns.add("method", [&all](const Score& score) { return all.methods[score.method].label; })
      .table(1, "method", {}, Align::left);
  columns.add("instances", [](const Score& score) { return score.instances; }).table(5, "instances");
  add("mean_rank", 2, "mean rank", &Score::mean_rank, [](double rank) { return format_rounded(rank, 3); });
  add("wins", 3, "wins", &Score::wins, count);
  add("best_found", 4, "best found", &Score::best_found, count);
  add("relative", 6, of_graphs(all) ? "relative" : "excess", &Score::relative,
      [&all](double relative) { return relative_text(all, relative); });
  add("mean_seconds", 7, "mean time", &Score::mean_seconds, format_seconds);
  return columns;
}

Columns<ComparisonCell> cell_columns(const Comparison& all) {
  using Cell = ComparisonCell;
  Columns<Cell> columns;
  const auto add_number = [&](const char* key, double Cell::*number) {
    columns.add(key, [number](const Cell& cell) { return json_number(cell.*number); });
  };
  columns.add(place_key(all), [&all](const Cell& cell) { return all.cases[cell.place].name; });
  columns.add("s", [](const Cell& cell) { return cell.s; });
  columns.add("method", [&all](const Cell& cell) { return all.methods[cell.method].label; });
  columns.add("runs", [](const Cell& cell) { return cell.runs; });
  columns.add("complete", [](const Cell& cell) { return cell.complete; });
  columns.add("cut_short", [](const Cell& cell) { return cell.cut_short; });
  add_number("average", &Cell::average);
  add_number("best", &Cell::best);
  add_number("relative", &Cell::relative);
  columns.add("rank",
              [](const Cell& cell) { return cell.rank > 0.0 ? json_number(cell.rank) : Json(nullptr); });
  columns.add("wins", [](const Cell& cell) { return cell.wins; });
  columns.add("best_found", [](const Cell& cell) { return cell.best_found; });
  add_number("mean_seconds", &Cell::mean_seconds);
  add_number("mean_seconds_to_best", &Cell::mean_seconds_to_best);
  columns.add("trace", [](const Cell& cell) { return json_pairs(cell.trace); });
  return columns;
}

Columns<ComparisonInstance> instance_columns(const Comparison& all) {
  using Instance = ComparisonInstance;
  Columns<Instance> columns;
  columns.add(place_key(all), [&all](const Instance& one) { return all.cases[one.place].name; });
  columns.add("s", [](const Instance& one) { return one.s; });
  columns.add("best", [](const Instance& one) { return json_number(one.best); });
  if (of_graphs(all)) {
    columns.add("bound", [](const Instance& one) { return json_number(one.bound.value); });
    columns.add("bound_rule", [](const Instance& one) { return one.bound.name; });
  }
  columns.add("complete", [](const Instance& one) { return one.complete; });
  return columns;
}

Json comparison_head(const Comparison& all) {
  Json json = json_document(of_graphs(all) ? "compare" : "lsq compare");
  json["summary"] = comparison_summary(all);
  json["meaning"] = comparison_meaning(all);
  if (!of_graphs(all)) {
    json["experiment"] = all.experiment.name;
    json["title"] = all.experiment.title;
  }
  json[places_key(all)] =
      json_list(all.cases, [&](const ComparisonCase& one) { return json_case(all, one); });
  json["methods"] = json_list(all.methods, json_method);
  json["starts"] = all.starts;
  if (of_graphs(all)) json["start_rule"] = all.start_rule;
  json["seed"] = all.seed;
  json["time_limit"] = json_number(all.time_limit);
  json["total_runs"] = all.total_runs;
  json["finished_runs"] = all.runs.size();
  json["resumed_runs"] = all.resumed_runs;
  json["interrupted"] = all.interrupted;
  json["seconds"] = {{"total", json_number(all.seconds)}};
  return json;
}

}  // namespace lode::detail

namespace lode {

std::string render_json(const Comparison& comparison) {
  const detail::Json document = detail::comparison_document(
      comparison, [](const auto& columns, const auto& rows) { return columns.objects(rows); });
  const detail::Columns<ComparisonRun> columns = detail::run_columns(comparison);
  std::string text = detail::json_text(document);
  text.erase(text.rfind('\n', text.size() - 2));  // the closing brace
  const auto run_json = [&](const ComparisonRun& run) { return columns.object(run); };
  return text + ",\n" + detail::json_lines("runs", "  ", comparison.runs, run_json) + "\n}\n";
}

std::string render_text(const Comparison& comparison) {
  std::string text = detail::of_graphs(comparison) ? "" : escape_terminal(comparison.experiment.title) + '\n';
  Table scores = detail::text_table(detail::score_columns(comparison), detail::ranked_scores(comparison));
  for (auto& row : scores.rows) row.front() = escape_terminal(row.front());
  text += wrap_paragraph(escape_terminal(detail::comparison_summary(comparison))) + '\n' + table_text(scores);
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    text += '\n' + detail::case_text(comparison, place);
  }
  text += '\n' + wrap_paragraph(detail::comparison_meaning(comparison));
  text += fmt::format("lode {}, seed {}, {}", version(), comparison.seed, format_seconds(comparison.seconds));
  if (comparison.resumed_runs > 0) {
    text += fmt::format(", {} of {} runs from an earlier session", comparison.resumed_runs,
                        comparison.total_runs);
  }
  return text + (comparison.interrupted ? ", interrupted\n" : "\n");
}

std::string render_csv(const Comparison& comparison) {
  return detail::csv_rows(detail::run_columns(comparison), comparison.runs);
}

}  // namespace lode
