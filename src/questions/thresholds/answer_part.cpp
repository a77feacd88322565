// What an answer adds about its threshold: the check of a claim, and the columns.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/part.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/report/format.hpp>

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

void detail::add_largest_columns(AnswerColumns& columns, std::span<const FindAnswer> answers) {
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
              return missing ? Json(*missing) : no_value();
            })
      .read(asked(&DensityThreshold::missing), may_lack);
  columns
      .json("plex", [=](A a) { return of(a).threshold.plex > 0 ? Json(of(a).threshold.plex) : no_value(); })
      .read(asked(&DensityThreshold::plex), may_lack);
  columns.add("needed_weight", [=](A a) { return json_number(of(a).need); });
  columns.add("threshold_reached", [=](A a) { return of(a).reached; })
      .read([](const Json& json, ClaimInput& in) { read_value(json, in.part<LargestSize>().reached); },
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

void detail::lower_largest_sizes(std::vector<FindAnswer>& answers, std::span<const subgraph::Bound> bounds) {
  for (FindAnswer& answer : answers) {
    auto lower = std::make_shared<LargestSize>(*answer.part_as<LargestSize>());
    if (!lower->reached || lower->next_possible == 0) continue;
    std::string by;
    for (const subgraph::Bound& bound : bounds) {
      if (bound.s <= answer.s || bound.s > lower->largest_possible) continue;
      if (bound.value >= lower->threshold.need(bound.s, Sums::exact)) continue;
      lower->largest_possible = bound.s - 1;
      by = bound.name;
    }
    if (lower->largest_possible < lower->next_possible) {
      lower->largest_possible = answer.s;
      lower->next_possible = 0;
      lower->by = by;
    }
    answer.part = std::move(lower);
  }
}

}  // namespace lode
