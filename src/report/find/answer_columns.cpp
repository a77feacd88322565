#include "report/find/answer_columns.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <unordered_set>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/report/format.hpp>
#include <lode/study/question.hpp>

#include "io/text/fields.hpp"
#include "report/tables/answer_words.hpp"
#include "report/tables/json.hpp"

namespace lode::detail {
namespace {

using subgraph::StationarityReport;

// --- reading claims -----------------------------------------------------------------------------------

/// Reads a JSON field of an answer into a claim. Errors: as in ClaimInput.
using FieldReader = std::function<void(const Json&, ClaimInput&)>;

/// Reads a value into a part of the claim.
template <class Part>
auto into(Part Claim::*part) {
  return [part](const Json& json, ClaimInput& in) { read_value(json, in.claim.*part); };
}

/// Reads the mark of a claim about the lightest sets, "minimum": its bound is a lower bound.
void read_optimum(const Json& json, ClaimInput& in) {
  std::string optimum;
  read_value(json, optimum);
  if (optimum != "minimum") throw std::invalid_argument(" is not 'minimum'");
  in.claim.lower_bound.emplace();
}

void read_bound(const Json& json, ClaimInput& in) {
  read_value(json, in.claim.lower_bound ? in.claim.lower_bound : in.claim.upper_bound);
}

/// Adds the vertices of a list to a part of the claim, each once.
FieldReader vertices_into(VertexSet Claim::*part) {
  return [part](const Json& list, ClaimInput& in) {
    if (!list.is_array()) throw std::invalid_argument(" is not an array");
    std::unordered_set<Vertex> named;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_number_unsigned() && !list[i].is_string()) {
        throw std::invalid_argument(fmt::format("/{} is neither an id nor a label", i));
      }
      const std::string name = list[i].is_string() ? list[i].get<std::string>() : list[i].dump();
      const auto vertex = in.graph.names().find(name, in.graph.num_vertices());
      if (!vertex) {
        throw std::invalid_argument(
            fmt::format("/{} names the vertex {}, which the graph does not have", i, name));
      }
      if (!named.insert(*vertex).second) {
        throw std::invalid_argument(fmt::format("/{} names the vertex {} once more", i, name));
      }
      (in.claim.*part).push_back(*vertex);
    }
  };
}

// --- names of vertices --------------------------------------------------------------------------------

std::string original_name(const VertexSet& vertices, const VertexNames& names, std::size_t i) {
  return names.kind() == VertexNames::Kind::numbers ? std::to_string(vertices[i])
                                                    : names.name(static_cast<Vertex>(i));
}

std::string terminal_name(const VertexSet& vertices, const VertexNames& names, std::size_t i) {
  return escape_terminal(quoted_if_needed(original_name(vertices, names, i)));
}

Json json_if_any(const NamedVertices& list) {
  return list.vertices.empty() ? no_value() : json_vertices(list.vertices, list.names);
}

std::string csv_names(const FindAnswer& answer) {
  std::string text;
  for (std::size_t i = 0; i < answer.solution.vertices.size(); ++i) {
    if (i > 0) text += ' ';
    text += quoted_if_needed(original_name(answer.solution.vertices, answer.names, i));
  }
  return text;
}

/// The first names of a list, and the number of further ones.
std::string some_names(const NamedVertices& list) {
  constexpr std::size_t shown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, list.vertices.size()); ++i) {
    text += (i == 0 ? "" : " ") + terminal_name(list.vertices, list.names, i);
  }
  if (list.vertices.size() > shown) text += fmt::format(" and {} more", list.vertices.size() - shown);
  return text;
}

// --- sentences ----------------------------------------------------------------------------------------

/// For a table: "optimal" with its tolerance, the distance of a better set, or the gap.
std::string optimality(const FindAnswer& answer) {
  if (answer.proven_within) return format_distance(*answer.proven_within);
  return answer.proven_optimal ? "optimal" + format_tolerance(answer.optimality_tolerance)
                               : format_percent(answer.gap);
}

std::string bound_sentence(const FindAnswer& answer, std::string_view unit) {
  const std::string sets = answer.bound_on();
  std::string text =
      fmt::format("{} {} ({}){}{}{}", format_weight(answer.bound.value), unit, answer.bound.name,
                  answer.proven_optimal || answer.proven_within ? ": proven " : ", gap ", optimality(answer),
                  sets.empty() ? "" : ", of " + sets);
  if (!answer.minimised) return text;
  const bool counted = unit == "edges";
  return text + fmt::format("; no {} of {} has {} {}", sets.empty() ? "set" : "such set",
                            format_plural(answer.s, "vertex", "vertices"), counted ? "fewer" : "less", unit);
}

std::string_view mode_name(StationarityReport::Mode mode) {
  return mode == StationarityReport::Mode::exhaustive ? "exhaustive" : "sampled";
}

Json json_stationarity(const std::optional<StationarityReport>& report) {
  if (!report) return nullptr;
  return {{"k", report->k},
          {"mode", mode_name(report->mode)},
          {"blocks", report->blocks},
          {"holds", report->holds}};
}

std::string stationarity_sentence(const std::optional<StationarityReport>& report) {
  if (!report) return "";
  const std::string looked_at =
      report->mode == StationarityReport::Mode::exhaustive
          ? fmt::format("exhaustive, {}", format_plural(report->blocks, "exchange", "exchanges"))
          : fmt::format("{} sampled", format_plural(report->blocks, "block", "blocks"));
  return fmt::format("{}block-{} stationary ({})", report->holds ? "" : "not ", report->k, looked_at);
}

}  // namespace

Json json_vertices(const VertexSet& vertices, const VertexNames& names) {
  Json list = Json::array();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    list.push_back(json_name(original_name(vertices, names, i), names.kind() == VertexNames::Kind::labels));
  }
  return list;
}

std::string wrapped_names(const NamedVertices& list, std::string_view indent) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.vertices.size(); ++i) {
    names.push_back(terminal_name(list.vertices, list.names, i));
  }
  return wrapped_words(names, indent);
}

AnswerColumns answer_columns(const FindReport& report) {
  using A = const FindAnswer&;
  constexpr bool of_all = true;
  constexpr bool may_lack = true;
  const bool weighted = report.input.weighted;
  const bool valued = std::ranges::any_of(report.results, &FindAnswer::valued);
  const bool minimised = std::ranges::any_of(report.results, &FindAnswer::minimised);
  const bool ranked = !report.results.empty() && report.results.front().rank > 0;
  const std::string unit = weighted ? "weight" : "edges";
  const auto pairs = [](A a) { return possible_edges(a.s); };
  AnswerColumns columns;
  columns.add("s", [](A a) { return a.s; }).table(1, "s").read(into(&Claim::s));
  if (ranked) columns.json("rank", [](A a) { return a.rank; });
  columns.add("method", [](A a) { return a.method; }).table(11, "method", {}, Align::left);
  columns.add("preset", [](A a) { return a.preset; });
  columns.add("seed", [](A a) { return a.seed; });
  columns.add("threads", [](A a) { return a.threads; });
  columns.add("edges", [](A a) { return a.solution.edges; })
      .table(2, "edges")
      .tell("edges", [=](A a) { return fmt::format("{} of {} possible", a.solution.edges, pairs(a)); })
      .read(into(&Claim::edges));
  auto& weight =
      columns.add("weight", [](A a) { return json_number(a.solution.weight); }).read(into(&Claim::weight));
  if (weighted) {
    const auto text = [](A a) { return format_weight(a.solution.weight); };
    weight.table(3, "weight", text).tell("weight", [=](A a) { return text(a) + " (sum over these edges)"; });
  }
  // Readers need both columns for every report.
  const auto of_valued = [](A a, Weight number) { return a.valued ? json_number(number) : no_value(); };
  const auto value_json = [=](A a) { return of_valued(a, a.solution.value); };
  const auto value_text = [](A a) { return format_weight(a.solution.value); };
  auto& value = valued ? columns.add("value", value_json) : columns.json("value", value_json);
  if (valued) {
    value.table(4, "value", value_text).tell("value", [=](A a) {
      return value_text(a) + " (sum over these vertices)";
    });
  }
  const auto objective_json = [=](A a) { return of_valued(a, a.solution.objective()); };
  const auto objective_text = [](A a) { return format_weight(a.solution.objective()); };
  auto& objective =
      valued ? columns.add("objective", objective_json) : columns.json("objective", objective_json);
  objective.read(into(&Claim::objective), may_lack);
  if (valued) {
    objective.table(5, "objective", objective_text).tell("objective", [=](A a) {
      return fmt::format("{} ({} + value)", objective_text(a), unit);
    });
  }
  columns.add(density_key(weighted), [](A a) { return json_number(a.edge_density()); })
      .table(6, density_words(weighted), [](A a) { return format_density(a.edge_density()); })
      .tell(density_words(weighted), [=](A a) {
        return fmt::format("{} ({} / {})", format_density(a.edge_density()), unit,
                           format_plural(pairs(a), "vertex pair", "vertex pairs"));
      });
  columns.add(degree_key(weighted), [](A a) { return json_number(a.average_degree()); })
      .table(7, weighted ? "avg strength" : "avg degree",
             [](A a) { return format_rounded(a.average_degree(), 5); })
      .tell(weighted ? "avg strength" : "average degree",
            [=](A a) { return fmt::format("{} (2 {} / s)", format_rounded(a.average_degree(), 5), unit); });
  const auto bound_text = [](A a) { return format_weight(a.bound.value); };
  const auto bound_line = [=](A a) { return bound_sentence(a, a.valued ? "objective" : unit); };
  if (minimised || report.results.empty()) {  // readers need it for every report
    columns.json("optimum", [](A a) { return a.minimised ? Json("minimum") : no_value(); })
        .read(read_optimum, may_lack);
  }
  columns.add("bound", [](A a) { return json_number(a.bound.value); })
      .table(8, minimised ? "lower bound" : "upper bound", bound_text)
      .tell(minimised ? "lower bound" : "upper bound", bound_line)
      .read(read_bound);
  columns.add("gap", [](A a) { return json_number(a.gap); })
      .table(10, "gap", optimality)
      .read(into(&Claim::gap));
  columns.add("bound_rule", [](A a) { return a.bound.name; })
      .table(9, "bound", {}, Align::left)
      .read(into(&Claim::bound));
  columns.add("proven_optimal", [](A a) { return a.proven_optimal; }).read(into(&Claim::proven_optimal));
  columns.json("optimality_tolerance", [](A a) { return json_number(a.optimality_tolerance); });
  columns.json("proven_within",
               [](A a) { return a.proven_within ? json_number(*a.proven_within) : no_value(); });
  for (const Question& question : all_questions()) {
    if (question.add_columns) question.add_columns(columns, report.results);
  }
  columns.json("bound_on", [](A a) { return a.bound_on().empty() ? no_value() : Json(a.bound_on()); });
  columns.json("include", [](A a) { return json_if_any(a.include); })
      .tell(
          "includes", [](A a) { return some_names(a.include); }, of_all)
      .read(vertices_into(&Claim::include), may_lack);
  columns.json("exclude", [](A a) { return json_if_any(a.exclude); })
      .tell(
          "excludes", [](A a) { return some_names(a.exclude); }, of_all)
      .read(vertices_into(&Claim::exclude), may_lack);
  // Vertices missing in the sets of the bound are missing in the answer, too.
  columns.json("bound_excludes", [](A a) { return json_if_any(a.earlier); })
      .read(vertices_into(&Claim::exclude), may_lack);
  columns.json("connected", [](A a) { return a.connected ? Json(true) : no_value(); })
      .tell(
          "connected", [](A a) { return a.connected ? "yes" : ""; }, of_all)
      .read(into(&Claim::connected), may_lack);
  columns.json("checkable", [](A a) { return a.checkable ? Json(*a.checkable) : no_value(); })
      .tell("checkable", [](A a) {
        return !a.checkable ? "" : *a.checkable ? "yes" : std::string(uncheckable);
      });
  columns.json("vertices", [](A a) { return json_vertices(a.solution.vertices, a.names); })
      .read(vertices_into(&Claim::vertices));
  columns.add("stop_reason", [](A a) { return to_string(a.solution.stop_reason); })
      .table(12, "stopped", {}, Align::left)
      .tell("found by", how_found<FindAnswer>);
  columns.json("iterations", [](A a) { return a.solution.iterations; });
  columns.json("stationarity", [](A a) { return json_stationarity(a.solution.stationarity); })
      .tell("stationarity", [](A a) { return stationarity_sentence(a.solution.stationarity); });
  columns.json("note", [](A a) { return a.solution.note.empty() ? no_value() : Json(a.solution.note); })
      .tell("note", [](A a) { return escape_terminal(a.solution.note); });
  columns.json("seconds", [](A a) -> Json {
    return {{"solve", json_number(a.solution.seconds)},
            {"bound", json_number(a.bound.seconds)},
            {"to_best", json_number(a.solution.seconds_to_best)}};
  });
  columns.csv("solve_seconds", [](A a) { return json_number(a.solution.seconds); })
      .table(13, "time", [](A a) { return format_seconds(a.solution.seconds); });
  columns.csv("bound_seconds", [](A a) { return json_number(a.bound.seconds); });
  columns.csv("to_best_seconds", [](A a) { return json_number(a.solution.seconds_to_best); });
  columns.csv("graph", [name = report.graph](A) { return name; });
  columns.csv("vertices", csv_names);
  columns.json("trace", [](A a) { return json_trace(a.solution.trace); });
  if (ranked) columns.csv("rank", [](A a) { return a.rank; });
  return columns;
}

}  // namespace lode::detail
