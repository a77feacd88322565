#include "bounds/threshold_claim.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/components.hpp>

#include "bounds/recount.hpp"

namespace lode::subgraph {
namespace {

[[noreturn]] void refuse(std::string_view why) {
  throw VerificationError(fmt::format("no such threshold can be asked for: {}", why));
}

/// Takes what find takes.
void check_demands(const Graph& graph, const ThresholdClaim& asked) {
  for (const double demand : {asked.density, asked.average_degree}) {
    if (!std::isfinite(demand) || demand < 0.0) refuse(fmt::format("it asks for {}", demand));
  }
  const bool dense = asked.density > 0.0 || asked.average_degree > 0.0;
  const int alone = (asked.missing ? 1 : 0) + (asked.plex > 0 ? 1 : 0);
  if (alone == 0 && !dense) refuse("it asks nothing");
  if (alone > 1 || (alone == 1 && dense)) {
    refuse("missing edges and a plex stand alone");
  }
  if (alone == 1 && graph.weighted()) {
    refuse("missing edges and a plex are about graphs without weights");
  }
  if (!graph.weighted() && asked.density > 1.0) {
    refuse(fmt::format("it asks for a density of {}", asked.density));
  }
}

/// The needed weight is the least one that gives s vertices what is asked: of integral weights, one less does
/// not. Real weights are compared with the product of density and pairs, within rounding.
void check_need(const Graph& graph, const ThresholdClaim& asked, Vertex s) {
  const auto pairs = static_cast<double>(possible_edges(s));
  double least = asked.missing ? std::max(0.0, pairs - static_cast<double>(*asked.missing)) : 0.0;
  if (asked.plex > 0) least = std::max(least, pairs - std::floor(s * (asked.plex - 1.0) / 2.0));
  const auto enough = [&](double weight) {
    return weight >= least && (pairs == 0.0 || weight / pairs >= asked.density) &&
           2.0 * weight / s >= asked.average_degree;
  };
  const double needed = asked.needed_weight;
  if (graph.integral() && enough(needed) && !enough(needed - 1.0)) return;
  least = std::max({least, asked.density * pairs, asked.average_degree * s / 2.0});
  if (!graph.integral() && close(needed, least)) return;
  throw VerificationError(
      fmt::format("sets of {} vertices need a weight of {} for the threshold, not {}", s, least, needed));
}

/// The place of a member that is joined to fewer others than the threshold asks.
std::optional<Vertex> loose_member(const ThresholdClaim& asked, const Graph& inside) {
  const Vertex s = inside.num_vertices();
  for (Vertex i = 0; i < s; ++i) {
    if (asked.plex > 0 && s - inside.degree(i) > asked.plex) return i;
  }
  return std::nullopt;
}

void check_reached(const Graph& graph, const ThresholdClaim& asked, const CountedSet& set) {
  if (worsens(set.weight, asked.needed_weight, sums_of(graph.integral()))) {
    throw VerificationError(
        fmt::format("the threshold is claimed to be reached, but the weight is {}, and {} are needed",
                    set.weight, asked.needed_weight));
  }
  const auto s = static_cast<Vertex>(set.members.size());
  if (asked.largest ? asked.largest_possible != s : asked.largest_possible <= s) {
    refute("the largest size that is possible", asked.largest_possible,
           asked.largest ? fmt::format("{}", s) : fmt::format("more than {}", s));
  }
  if (const std::optional<Vertex> loose = loose_member(asked, set.inside)) {
    throw VerificationError(
        fmt::format("the threshold is claimed to be reached, but {} is joined to {} of {} members",
                    graph.name(set.members[*loose]), set.inside.degree(*loose), s - 1));
  }
}

/// Where no set is known to reach the threshold, the answer is the vertices to include, or one vertex. A set
/// that is not connected may be one that connected sets were asked for.
void check_not_reached(const Claim& claim, const CountedSet& set) {
  const ThresholdClaim& asked = *claim.threshold;
  if (asked.largest) {
    throw VerificationError("the largest set is claimed, and none that reaches the threshold");
  }
  if (set.weight >= asked.needed_weight && !loose_member(asked, set.inside) &&
      connected_components(set.inside).count() == 1) {
    throw VerificationError("the threshold is claimed not to be reached, but the set reaches it");
  }
  const std::size_t least = std::max<std::size_t>(1, claim.include.size());
  if (set.members.size() != least) {
    throw VerificationError(
        fmt::format("no set is claimed to reach the threshold: the answer should have {} vertices, not {}",
                    least, set.members.size()));
  }
}

void check_sizes(const Graph& graph, const ThresholdClaim& asked, Vertex s) {
  if (asked.largest_possible > graph.num_vertices()) {
    refute("the largest size that is possible", asked.largest_possible,
           fmt::format("at most {}", graph.num_vertices()));
  }
  if (!asked.reached && asked.largest_possible > 0 && asked.largest_possible <= s) {
    refute("the largest size that is possible", asked.largest_possible, fmt::format("0 or more than {}", s));
  }
  if (!asked.next_possible) return;
  const Vertex next = *asked.next_possible;
  const bool closed = asked.reached ? asked.largest : asked.largest_possible == 0;
  if (closed ? next == 0 : next > s && next <= asked.largest_possible) return;
  refute("the next size that is possible", next,
         closed ? "none" : fmt::format("{} to {}", s + 1, asked.largest_possible));
}

}  // namespace

void check_threshold(const Graph& graph, const Claim& claim, const CountedSet& set) {
  const ThresholdClaim& asked = *claim.threshold;
  const auto s = static_cast<Vertex>(set.members.size());
  check_demands(graph, asked);
  check_need(graph, asked, s);
  if (asked.reached) {
    check_reached(graph, asked, set);
  } else {
    check_not_reached(claim, set);
  }
  check_sizes(graph, asked, s);
}

}  // namespace lode::subgraph
