#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/sides.hpp>

#include "graph/sides/biclique.hpp"
#include "graph/sides/degree_caps.hpp"
#include "graph/sides/side_rows.hpp"
#include "graph/sides/subset_sweep.hpp"
#include "study/sides/pair_search.hpp"

namespace lode {
namespace {

constexpr double most_sweep_steps = 4e9;

/// Runs sweep_subsets on the cheaper side. Empty above `most_sweep_steps`, or if stopped.
std::optional<std::vector<detail::CountedPair>> sweep_small_side(
    const detail::SideRows& rows, const std::vector<std::array<Vertex, 2>>& sizes, const RunContext& run) {
  const double left = detail::sweep_steps(rows, 0, sizes.size());
  const double right = detail::sweep_steps(rows, 1, sizes.size());
  if (std::min(left, right) > most_sweep_steps) return std::nullopt;
  return sweep_subsets(rows, left <= right ? 0 : 1, sizes, run);
}

SidedAnswer answer_of(const SidedGraph& sides, detail::SidePair pair, EdgeCount edges) {
  SidedAnswer answer;
  answer.left = std::move(pair[0]);
  answer.right = std::move(pair[1]);
  for (Vertex& v : answer.right) v += sides.left;
  answer.edges = edges;
  return answer;
}

void check(const SidedGraph& sides, const PairRequest& request) {
  if (request.sizes.empty()) throw InvalidArgument("side sizes", "empty", "there is no size to look for");
  std::set<std::pair<Vertex, Vertex>> seen;
  for (const SideSizes& sizes : request.sizes) {
    const std::string value = fmt::format("{}x{}", sizes.left, sizes.right);
    if (sizes.left < 1 || sizes.right < 1 || sizes.left > sides.left || sizes.right > sides.right()) {
      throw InvalidArgument("side sizes", value,
                            fmt::format("the sides have {} and {} vertices", sides.left, sides.right()));
    }
    if (!seen.insert({sizes.left, sizes.right}).second)
      throw InvalidArgument("side sizes", value, "is given twice");
  }
}

}  // namespace

std::vector<SidedAnswer> best_pairs(const SidedGraph& sides, const PairRequest& request,
                                    const RunContext& run) {
  check(sides, request);
  const RunContext whole = run.for_call();
  const detail::SideRows rows = detail::side_rows(sides.graph, sides.left);
  std::vector<SidedAnswer> answers;
  const auto count = static_cast<double>(request.sizes.size());
  std::vector<std::array<Vertex, 2>> sizes_of_sides;
  for (const SideSizes& sizes : request.sizes) sizes_of_sides.push_back({sizes.left, sizes.right});
  if (const auto swept = sweep_small_side(rows, sizes_of_sides, whole)) {
    for (const detail::CountedPair& pair : *swept) {
      SidedAnswer answer = answer_of(sides, pair.sides, pair.edges);
      answer.bound = pair.edges;
      answer.bound_name = answer.method = "subsets";
      answer.proven_optimal = true;
      answer.stop_reason = StopReason::optimal;
      answer.seconds = whole.elapsed() / count;
      answers.push_back(std::move(answer));
    }
    return answers;
  }
  const detail::DegreeCaps caps(rows);
  for (const SideSizes& sizes : request.sizes) {
    const double left = count - static_cast<double>(answers.size());
    const RunContext part = whole.part(whole.time_left() / left);
    answers.push_back(detail::search_pair(sides, rows, caps, sizes, request.effort, part));
    if (whole.interrupted()) break;
  }
  return answers;
}

SidedAnswer largest_area(const SidedGraph& sides, const SideSizes& least, const RunContext& run) {
  if (least.left < 1 || least.right < 1 || least.left > sides.left || least.right > sides.right()) {
    throw InvalidArgument("least sizes", fmt::format("{}x{}", least.left, least.right),
                          fmt::format("the sides have {} and {} vertices", sides.left, sides.right()));
  }
  const RunContext whole = run.for_call();
  detail::LargestBiclique found =
      detail::largest_biclique(detail::side_rows(sides.graph, sides.left), {least.left, least.right}, whole);
  SidedAnswer answer = answer_of(sides, std::move(found.sides), found.area);
  answer.least = least;
  answer.bound = found.bound;
  answer.bound_name = answer.method = "bicliques";
  answer.proven_optimal = answer.area() >= answer.bound;
  answer.stop_reason = answer.proven_optimal ? StopReason::optimal
                       : whole.should_stop() ? whole.stop_reason()
                                             : StopReason::converged;
  answer.seconds = whole.elapsed();
  return answer;
}

}  // namespace lode
