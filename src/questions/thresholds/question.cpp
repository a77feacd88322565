#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/part.hpp>
#include <lode/questions/thresholds.hpp>

#include "questions/questions.hpp"
#include "questions/thresholds/size_search.hpp"
#include "report/find/answer_columns.hpp"

namespace lode {
namespace {

using detail::ClaimInput;
using detail::Json;
using detail::json_number;

/// "proven: no set of more vertices has density >= 0.85 (search)".
std::string largest_sentence(const LargestSize& largest, Vertex s) {
  const std::string asked = "has " + largest.threshold.text();
  if (!largest.reached && largest.next_possible == 0) {
    return fmt::format("proven: no set of those asked for {} ({})", asked, largest.by);
  }
  if (!largest.reached) {
    return fmt::format("no set was found that {}; sizes up to {} are not ruled out", asked,
                       largest.largest_possible);
  }
  if (largest.next_possible == 0) {
    return fmt::format("proven: no set of more vertices {} ({})", asked, largest.by);
  }
  const std::string sizes = largest.largest_possible == s + 1
                                ? fmt::format("{} vertices", s + 1)
                                : fmt::format("{} to {} vertices", s + 1, largest.largest_possible);
  return fmt::format("not proven: it is open whether a set of {} {}", sizes, asked);
}

/// Reads a value into a demand of the threshold; null means no demand.
template <class Demand>
auto asked(Demand DensityThreshold::*demand) {
  return [demand](const Json& json, ClaimInput& in) {
    LargestSize& largest = in.part<LargestSize>();
    if (!json.is_null()) detail::read_value(json, largest.threshold.*demand);
  };
}

void add_largest_columns(detail::AnswerColumns& columns, std::span<const FindAnswer> answers) {
  if (!answers.empty() && !answers.front().part_as<LargestSize>()) return;
  constexpr bool may_lack = true;
  using A = const FindAnswer&;
  const auto of = [](A a) -> const LargestSize& { return *a.part_as<LargestSize>(); };
  const auto demand = [](double level) { return level == 0.0 ? Json(nullptr) : json_number(level); };
  const auto demand_text = [](double level) { return level == 0.0 ? "" : format_exact(level); };
  columns.add("min_density", [=](A a) { return demand(of(a).threshold.density); })
      .table(14, "min density", [=](A a) { return demand_text(of(a).threshold.density); })
      .read(asked(&DensityThreshold::density), may_lack);
  columns.add("min_average_degree", [=](A a) { return demand(of(a).threshold.average_degree); })
      .table(15, "min avg degree", [=](A a) { return demand_text(of(a).threshold.average_degree); })
      .read(asked(&DensityThreshold::average_degree), may_lack);
  columns
      .json("missing",
            [=](A a) {
              const auto& missing = of(a).threshold.missing;
              return missing ? Json(*missing) : detail::no_value();
            })
      .read(asked(&DensityThreshold::missing), may_lack);
  columns
      .json("plex",
            [=](A a) { return of(a).threshold.plex > 0 ? Json(of(a).threshold.plex) : detail::no_value(); })
      .read(asked(&DensityThreshold::plex), may_lack);
  columns.add("needed_weight", [=](A a) { return json_number(of(a).need); });
  columns.add("threshold_reached", [=](A a) { return of(a).reached; })
      .read(
          [](const Json& json, ClaimInput& in) { detail::read_value(json, in.part<LargestSize>().reached); },
          may_lack);
  columns.add("largest_size_proven", [=](A a) { return of(a).reached && of(a).next_possible == 0; })
      .tell("largest size", [=](A a) { return largest_sentence(of(a), a.s); });
  columns.add("next_size_possible",
              [=](A a) { return of(a).next_possible == 0 ? Json(nullptr) : Json(of(a).next_possible); });
  columns.add("largest_size_possible", [=](A a) { return of(a).largest_possible; })
      .table(
          16, "larger sets",
          [=](A a) {
            return of(a).next_possible == 0 ? "no larger set"
                                            : fmt::format("at most {}", of(a).largest_possible);
          },
          Align::left);
  columns.add("largest_size_bound", [=](A a) { return of(a).by; });
}

/// One threshold for each density, each with the average degree.
std::vector<DensityThreshold> thresholds_of(const QuestionInput& in) {
  DensityThreshold threshold;
  threshold.missing = in.whole_number("--missing");
  if (const auto plex = in.whole_number("--plex")) threshold.plex = static_cast<Vertex>(*plex);
  if (in.given("--min-average-degree"))
    threshold.average_degree = parse_level("--min-average-degree", in.option("--min-average-degree"));
  const std::string densities = in.option("--min-density");
  if (densities.empty()) return {threshold};
  std::vector<DensityThreshold> thresholds;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    end = densities.find(',', at);
    threshold.density = parse_level("--min-density", std::string_view(densities).substr(at, end - at));
    thresholds.push_back(threshold);
  }
  return thresholds;
}

FindVariant find_largest(const QuestionInput& in) {
  const std::vector<DensityThreshold> thresholds = thresholds_of(in);
  return {thresholds.size(),
          [=](const Graph& graph, const FindRequest& request, const FindEvents& events,
              const RunContext& run) { return largest_sets(graph, request, thresholds, events, run); }};
}

}  // namespace

bool detail::keeps_degrees(const Graph& graph, const VertexSet& set, Vertex plex) {
  const Graph part = induced_subgraph(graph, set);
  const std::uint64_t others = part.num_vertices() - 1;
  for (Vertex v = 0; v < part.num_vertices(); ++v) {
    if (others - part.degree(v) >= plex) return false;
  }
  return true;
}

std::string LargestSize::check(const Graph& graph, const VertexSet& set) const {
  if (graph.weighted() && (threshold.missing || threshold.plex > 0)) {
    throw VerificationError("missing edges are claimed of a graph with weights");
  }
  if (!reached) return "";
  const Sums sums = sums_of(graph.integral());
  const Weight weight = subgraph::induced_totals(graph, set).weight;
  const bool keeps = threshold.plex == 0 || detail::keeps_degrees(graph, set, threshold.plex);
  if (keeps && !worsens(weight, threshold.need(static_cast<Vertex>(set.size()), sums), sums)) return "";
  throw VerificationError(fmt::format(
      "the threshold is claimed to be reached, but the set of weight {} does not reach it", weight));
}

std::vector<Question> questions::thresholds() {
  using Kind = QuestionOption::Kind;
  return {
      {.command = "find",
       .options =
           {{"--min-density", "DENSITIES",
             "In place of -s: the largest set of this density, as 0.9, 2/3 or 0.7,0.8\n"
             "That is the number of edges, or the weight, per pair of vertices. With --sides, 1 asks "
             "for the biclique of largest area",
             Kind::text, true, true, "", "--missing --plex"},
            {"--min-average-degree", "DEGREE",
             "In place of -s, or together with --min-density: the largest set whose average degree is "
             "at least this",
             Kind::text, true, false, "", "--missing --plex"},
            {"--missing", "PAIRS",
             "In place of -s: the largest set in which at most this many pairs of vertices have no edge",
             Kind::whole_number, true, false, "", "--plex"},
            {"--plex", "K",
             "In place of -s: the largest K-plex, a set in which every vertex has edges to all others "
             "but K - 1; a 1-plex is a clique",
             Kind::whole_number, true, false, "", "", 1}},
       .refuses = "-s --core-of --memory --minimise --target --top --values",
       .fields = {{"results[].min_density", "number|null?", "The edge density that was asked for."},
                  {"results[].min_average_degree", "number|null?", "The average degree that was asked for."},
                  {"results[].missing", "integer?", "Number of missing edges allowed."},
                  {"results[].plex", "integer?", "k of the k-plex that was asked for."},
                  {"results[].needed_weight", "number?",
                   "Weight that a set of this size needs to reach the threshold."},
                  {"results[].threshold_reached", "boolean?", "Whether the set reaches the threshold."},
                  {"results[].largest_size_proven", "boolean?",
                   "Whether it is proven that no larger set reaches the threshold."},
                  {"results[].next_size_possible", "integer|null?",
                   "Least larger size that is not ruled out; null: none."},
                  {"results[].largest_size_possible", "integer?", "Largest size that is not ruled out."},
                  {"results[].largest_size_bound", "string?", "Rule that ruled out all larger sizes."}},
       .find = find_largest,
       .add_columns = add_largest_columns}};
}

}  // namespace lode
