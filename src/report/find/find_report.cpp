#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/tolerance.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/subgraph/registry.hpp>

#include "io/text/quoted_label.hpp"
#include "report/tables/column.hpp"
#include "report/tables/core_sentence.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

std::string original_name(const VertexSet& vertices, const VertexNames& names, std::size_t i) {
  return names.kind() == VertexNames::Kind::numbers ? std::to_string(vertices[i])
                                                    : names.name(static_cast<Vertex>(i));
}

std::string original_name(const FindAnswer& result, std::size_t i) {
  return original_name(result.solution.vertices, result.names, i);
}

Json json_vertices(const VertexSet& vertices, const VertexNames& names) {
  Json list = Json::array();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    switch (names.kind()) {
      case VertexNames::Kind::numbers:
        list.push_back(vertices[i]);
        break;
      case VertexNames::Kind::ids:
        list.push_back(names.id(static_cast<Vertex>(i)));
        break;
      case VertexNames::Kind::labels:
        list.push_back(std::string(names.label(static_cast<Vertex>(i))));
        break;
    }
  }
  return list;
}

std::string_view mode_name(subgraph::StationarityReport::Mode mode) {
  return mode == subgraph::StationarityReport::Mode::exhaustive ? "exhaustive" : "sampled";
}

Json json_stationarity(const std::optional<subgraph::StationarityReport>& report) {
  if (!report) return nullptr;
  return {{"k", report->k},
          {"mode", mode_name(report->mode)},
          {"blocks", report->blocks},
          {"holds", report->holds}};
}

Json json_seconds(const FindAnswer& result) {
  return {{"solve", json_number(result.solution.seconds)},
          {"bound", json_number(result.bound.seconds)},
          {"to_best", json_number(result.solution.seconds_to_best)}};
}

// --- columns ------------------------------------------------------------------------------------------

/// Of a table: "optimal" with its tolerance, or the gap.
std::string optimality(const FindAnswer& result) {
  return result.proven_optimal ? "optimal" + format_tolerance(result.optimality_tolerance)
                               : format_percent(result.gap);
}

std::string csv_names(const FindAnswer& result) {
  std::string text;
  for (std::size_t i = 0; i < result.solution.vertices.size(); ++i) {
    if (i > 0) text += ' ';
    for (const char c : original_name(result, i)) {
      if (c == ' ' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

/// True when several answers of one size were asked for.
bool ranked(const FindReport& report) { return !report.results.empty() && report.results.front().rank > 0; }

/// What there is to tell of an answer, in the order of JSON and CSV. `with_rank`: rank included; rows of CSV
/// name the graph.
std::vector<detail::Column<FindAnswer>> find_columns(bool with_rank, const std::string& graph = {}) {
  using A = const FindAnswer&;
  using detail::ColumnFiles;
  std::vector<detail::Column<FindAnswer>> columns;
  const auto add = [&](const char* key, auto value) { columns.push_back({"", key, {}, value}); };
  const auto add_json = [&](const char* key, auto value) {
    columns.push_back({"", key, {}, value, ColumnFiles::json});
  };
  const auto add_csv = [&](const char* key, auto value) {
    columns.push_back({"", key, {}, value, ColumnFiles::csv});
  };
  // Puts the column that was added last into the table of several answers.
  const auto show = [&](const char* title, std::function<std::string(A)> text, Align align = Align::right) {
    columns.back().title = title;
    columns.back().text = std::move(text);
    columns.back().align = align;
  };
  constexpr auto density = [](A a) { return a.density(); };
  constexpr auto degree = [](A a) { return a.mean_degree(); };
  constexpr auto rank = [](A a) -> Json { return a.rank; };
  add("s", [](A a) -> Json { return a.s; });
  show("s", {});
  if (with_rank) add_json("rank", rank);
  add("method", [](A a) -> Json { return a.method; });
  show("method", {}, Align::left);
  add("preset", [](A a) -> Json { return a.preset; });
  add("seed", [](A a) -> Json { return a.seed; });
  add("threads", [](A a) -> Json { return a.threads; });
  add("edges", [](A a) -> Json { return a.solution.edges; });
  show("edges", {});
  add("weight", [](A a) { return json_number(a.solution.weight); });
  show("weight", [](A a) { return format_weight(a.solution.weight); });
  add("density", [=](A a) { return json_number(density(a)); });
  show("density", [=](A a) { return format_density(density(a)); });
  add("average_degree", [=](A a) { return json_number(degree(a)); });
  show("avg degree", [=](A a) { return format_rounded(degree(a), 5); });
  add("upper_bound", [](A a) { return json_number(a.bound.value); });
  show("upper bound", [](A a) { return format_weight(a.bound.value); });
  add("gap", [](A a) { return json_number(a.gap); });
  show("gap", optimality);
  add("bound", [](A a) -> Json { return a.bound.name; });
  show("bound", {}, Align::left);
  add("proven_optimal", [](A a) -> Json { return a.proven_optimal; });
  add_json("optimality_tolerance", [](A a) { return json_number(a.optimality_tolerance); });
  add_json("vertices", [](A a) { return json_vertices(a.solution.vertices, a.names); });
  add("stop_reason", [](A a) -> Json { return to_string(a.solution.stop_reason); });
  show("stopped", {}, Align::left);
  add_json("stationarity", [](A a) { return json_stationarity(a.solution.stationarity); });
  add_json("seconds", json_seconds);
  add_csv("solve_seconds", [](A a) { return json_number(a.solution.seconds); });
  show("time", [](A a) { return format_seconds(a.solution.seconds); });
  add_csv("bound_seconds", [](A a) { return json_number(a.bound.seconds); });
  add_csv("to_best_seconds", [](A a) { return json_number(a.solution.seconds_to_best); });
  add_csv("graph", [graph](A) -> Json { return graph; });
  add_csv("vertices", [](A a) -> Json { return csv_names(a); });
  add_json("trace", [](A a) { return detail::json_trace(a.solution.trace); });
  if (with_rank) add_csv("rank", rank);
  return columns;
}

Json json_result(const FindAnswer& result) {
  Json json = detail::json_row(find_columns(result.rank > 0), result);
  for (const auto& [name, asked] : {std::pair{"include", &result.include},
                                    {"exclude", &result.exclude},
                                    {"bound_excludes", &result.earlier}}) {
    if (!asked->vertices.empty()) json[name] = json_vertices(asked->vertices, asked->names);
  }
  if (const std::string sets = result.bound_on(); !sets.empty()) json["bound_on"] = sets;
  if (result.connected) json["connected"] = true;
  if (result.checkable) json["checkable"] = *result.checkable;
  if (!result.solution.note.empty()) json["note"] = result.solution.note;
  return json;
}

// --- text -------------------------------------------------------------------------------------------

/// The names in lines of at most about 100 characters, each line indented.
std::string wrapped_names(const FindAnswer& result, std::string_view indent) {
  std::string text;
  std::size_t column = 0;
  for (std::size_t i = 0; i < result.solution.vertices.size(); ++i) {
    const std::string name = escape_terminal(detail::quoted_if_needed(original_name(result, i)));
    const std::size_t width = character_count(name);
    if (column > 0 && column + 1 + width > 100) {
      text += '\n';
      column = 0;
    }
    text += column == 0 ? indent : std::string_view(" ");
    column += width + (column == 0 ? indent.size() : 1);
    text += name;
  }
  return text + '\n';
}

std::string bound_sentence(const FindAnswer& result, std::string_view unit) {
  const std::string sets = result.bound_on();
  const std::string of_sets = sets.empty() ? "" : ", of " + sets;
  if (result.proven_optimal) {
    return fmt::format("{} {} ({}): proven optimal{}{}", format_weight(result.bound.value), unit,
                       result.bound.name, format_tolerance(result.optimality_tolerance), of_sets);
  }
  return fmt::format("{} {} ({}), gap {}{}", format_weight(result.bound.value), unit, result.bound.name,
                     format_percent(result.gap), of_sets);
}

std::string how_found(const FindAnswer& result) {
  std::string text = result.method;
  if (!result.preset.empty()) text += ", preset " + result.preset;
  text += fmt::format(", seed {}, {}; {} after {}", result.seed,
                      format_plural(static_cast<std::uint64_t>(result.threads), "thread", "threads"),
                      to_string(result.solution.stop_reason), format_seconds(result.solution.seconds));
  if (!result.solution.trace.empty()) {
    text += fmt::format(", best after {}", format_seconds(result.solution.seconds_to_best));
  }
  return text;
}

std::string stationarity_sentence(const subgraph::StationarityReport& report) {
  const std::string looked_at =
      report.mode == subgraph::StationarityReport::Mode::exhaustive
          ? fmt::format("exhaustive, {}", format_plural(report.blocks, "exchange", "exchanges"))
          : fmt::format("{} sampled", format_plural(report.blocks, "block", "blocks"));
  return fmt::format("{}block-{} stationary ({})", report.holds ? "" : "not ", report.k, looked_at);
}

/// The first names of a list, and how many more there are.
std::string some_names(const NamedVertices& list) {
  constexpr std::size_t shown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, list.vertices.size()); ++i) {
    text += (i == 0 ? "" : " ") +
            escape_terminal(detail::quoted_if_needed(original_name(list.vertices, list.names, i)));
  }
  if (list.vertices.size() > shown) text += fmt::format(" and {} more", list.vertices.size() - shown);
  return text;
}

/// What was asked of the answer, as names and values of lines.
std::vector<std::pair<std::string_view, std::string>> demands(const FindAnswer& result) {
  std::vector<std::pair<std::string_view, std::string>> lines;
  if (!result.include.vertices.empty()) lines.emplace_back("includes", some_names(result.include));
  if (!result.exclude.vertices.empty()) lines.emplace_back("excludes", some_names(result.exclude));
  if (result.connected) lines.emplace_back("connected", "yes");
  return lines;
}

constexpr std::string_view uncheckable =
    "no: not all that proves the upper bound can be checked, and 'lode verify' takes it only on trust";

std::string title(const FindAnswer& result) {
  return result.rank > 0 ? fmt::format("s = {}, answer {}", result.s, result.rank)
                         : fmt::format("s = {}", result.s);
}

std::string block_text(const FindAnswer& result, bool weighted) {
  const subgraph::Solution& solution = result.solution;
  const EdgeCount pairs = possible_edges(result.s);
  const std::string_view unit = weighted ? "weight" : "edges";
  std::string text = title(result) + '\n';
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<15} {}\n", name, value);
  };
  line("edges", fmt::format("{} of {}", solution.edges, fmt::format("{} possible", pairs)));
  if (weighted) line("weight", fmt::format("{} (sum over these edges)", format_weight(solution.weight)));
  line("density", fmt::format("{} ({} / {})", format_density(result.density()), unit,
                              format_plural(pairs, "vertex pair", "vertex pairs")));
  line("average degree", fmt::format("{} (2 {} / s)", format_rounded(result.mean_degree(), 5), unit));
  line("upper bound", bound_sentence(result, unit));
  for (const auto& [name, value] : demands(result)) line(name, value);
  if (result.checkable) line("checkable", std::string(*result.checkable ? "yes" : uncheckable));
  line("found by", how_found(result));
  if (solution.stationarity) line("stationarity", stationarity_sentence(*solution.stationarity));
  if (!solution.note.empty()) line("note", escape_terminal(solution.note));
  return text + "  vertices\n" + wrapped_names(result, "    ");
}

/// Of several sizes; empty where no certificate was asked for.
std::string checkable_sentence(const std::vector<FindAnswer>& results) {
  if (!results.front().checkable) return "";
  std::string sizes;
  for (const FindAnswer& result : results) {
    if (!result.checkable.value_or(true)) sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", result.s);
  }
  return sizes.empty() ? "checkable: yes\n" : fmt::format("checkable, s = {}: {}\n", sizes, uncheckable);
}

/// What effort strong would do for an answer with a gap.
std::string forecast_clause(const FindAnswer& answer) {
  const BoundForecast& forecast = *answer.forecast;
  const std::string core = "a core of " + format_plural(forecast.core, "vertex", "vertices");
  const std::string time = format_seconds(std::max(1.0, std::round(forecast.seconds)));
  if (forecast.gap >= answer.gap) {
    return fmt::format(": --effort strong would go on for up to {}, on {}", time, core);
  }
  return fmt::format(": --effort strong would search {}: about {} to {}", core, time,
                     forecast.gap > 0.0 ? format_percent(forecast.gap) : "a proof");
}

/// What would close the largest gap of some answers, a line; empty where nothing would.
std::string next_step(const std::vector<FindAnswer>& results) {
  using subgraph::Effort;
  const FindAnswer* widest = nullptr;
  for (const FindAnswer& result : results) {
    const bool open = !result.proven_optimal && result.rank <= 1;
    if (open && (!widest || result.gap > widest->gap)) widest = &result;
  }
  if (!widest || widest->solution.stop_reason == StopReason::interrupted) return "";
  std::string text = fmt::format("gap {}", format_percent(widest->gap));
  if (results.size() > 1) text += fmt::format(" at s = {}", widest->s);
  switch (widest->effort) {
    case Effort::none:
    case Effort::cheap:
      text += ": --effort auto would look for a better bound";
      break;
    case Effort::automatic:
      if (widest->forecast) return text + forecast_clause(*widest) + '\n';
      text += ": --effort strong or proof would go on with stronger bounds";
      break;
    case Effort::strong:
      text += ": --effort proof would go on with answer and bound in turns";
      break;
    case Effort::proof:
      text += ": more --time would go on with answer and bound in turns";
  }
  if (widest->better_core > 0) {
    text += fmt::format(", on the core of {} that holds every better set",
                        format_plural(widest->better_core, "vertex", "vertices"));
  }
  return text + '\n';
}

std::string many_text(const FindReport& report) {
  const bool weighted = report.input.weighted;
  std::vector<std::string_view> shown = {"s",     "edges", "density", "average_degree", "upper_bound",
                                         "bound", "gap",   "method",  "stop_reason",    "solve_seconds"};
  if (weighted) shown.insert(shown.begin() + 2, "weight");
  std::string text =
      table_text(detail::text_table(detail::picked(find_columns(false), shown), report.results));
  text += fmt::format("\nedges: inside the set; density: {} / (s(s-1)/2); upper bound: on {}\n",
                      weighted ? "weight" : "edges", weighted ? "weight" : "edges");
  for (const auto& [name, value] : demands(report.results.front())) {
    text += fmt::format("{}: {}\n", name, value);
  }
  text += checkable_sentence(report.results);
  for (const FindAnswer& result : report.results) {
    text += fmt::format("\nvertices, {}\n", title(result)) + wrapped_names(result, "  ");
  }
  return text;
}

std::string passes_sentence(const CorePasses& passes) {
  return fmt::format(
      "searched in its {}-core, {} and {}: {} over the rows{}, {:.1f} MB read in {}; bounds are of the whole "
      "graph\n",
      passes.core, format_plural(passes.vertices, "vertex", "vertices"),
      format_plural(passes.edges, "edge", "edges"),
      format_plural(static_cast<std::uint64_t>(passes.passes), "pass", "passes"),
      passes.cut_short ? " (as many as there may be)" : "", static_cast<double>(passes.bytes_read) / 1e6,
      format_seconds(passes.seconds));
}

Json json_passes(const CorePasses& passes) {
  return {{"passes", passes.passes},
          {"bytes_read", passes.bytes_read},
          {"core", passes.core},
          {"core_vertices", passes.vertices},
          {"core_edges", passes.edges},
          {"cut_short", passes.cut_short},
          {"seconds", json_number(passes.seconds)}};
}

}  // namespace

std::string find_text(const FindReport& report) {
  std::string text =
      fmt::format("{}: {}\n", escape_terminal(report.graph), escape_terminal(report.input.summary()));
  if (report.input.core_of) text += detail::core_sentence(*report.input.core_of);
  if (report.passes) text += passes_sentence(*report.passes);
  if (report.results.empty()) return text + "no answer: stopped before the first size was solved\n";
  text += '\n';
  if (report.results.size() == 1 || ranked(report)) {
    for (std::size_t i = 0; i < report.results.size(); ++i) {
      text += (i > 0 ? "\n" : "") + block_text(report.results[i], report.input.weighted);
    }
  } else {
    text += many_text(report);
  }
  text += fmt::format("\nloaded in {}, {} in all\n", format_seconds(report.load_seconds),
                      format_seconds(report.total_seconds));
  return text + next_step(report.results);
}

std::string find_json(const FindReport& report) {
  Json json = detail::json_document("find");
  json["graph"] = detail::json_graph(report.graph, report.input);
  if (report.input.core_of) json["core_of"] = detail::json_core_of(*report.input.core_of);
  if (report.passes) json["core_in_passes"] = json_passes(*report.passes);
  json["results"] = detail::json_list(report.results, json_result);
  json["provenance"] = detail::json_provenance(report.provenance);
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"total", json_number(report.total_seconds)}};
  return detail::json_text(json);
}

std::string find_csv(const FindReport& report) {
  return detail::csv_rows(find_columns(ranked(report), report.graph), report.results);
}

}  // namespace lode
