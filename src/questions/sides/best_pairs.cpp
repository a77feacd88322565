#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/questions/sides.hpp>

#include "questions/sides/pair_search.hpp"
#include "questions/sides/pairs.hpp"

namespace lode {
namespace {

constexpr double most_sweep_steps = 4e9;

SidedAnswer answer_of(const SidedGraph& sides, detail::SidePair pair, EdgeCount edges) {
  SidedAnswer answer;
  answer.left = std::move(pair[0]);
  answer.right = std::move(pair[1]);
  for (Vertex& v : answer.right) v += sides.left;
  answer.edges = edges;
  return answer;
}

void check(const SidedGraph& sides, const char* name, const SideSizes& sizes) {
  if (sizes.left >= 1 && sizes.right >= 1 && sizes.left <= sides.left && sizes.right <= sides.right()) return;
  throw InvalidArgument(name, fmt::format("{}x{}", sizes.left, sizes.right),
                        fmt::format(": the sides have {} and {} vertices", sides.left, sides.right()));
}

}  // namespace

std::vector<SidedAnswer> best_pairs(const SidedGraph& sides, const PairRequest& request,
                                    const RunContext& run) {
  if (request.sizes.empty())
    throw InvalidArgument("side sizes", "", "are empty: there is no size to look for");
  std::vector<std::array<Vertex, 2>> pairs;
  for (const SideSizes& sizes : request.sizes) {
    check(sides, "side sizes", sizes);
    if (std::ranges::find(pairs, std::array{sizes.left, sizes.right}) != pairs.end()) {
      throw InvalidArgument("side sizes", fmt::format("{}x{}", sizes.left, sizes.right), "is given twice");
    }
    pairs.push_back({sizes.left, sizes.right});
  }
  const RunContext whole = run.for_call();
  const detail::SideRows rows = detail::side_rows(sides.graph, sides.left);
  std::vector<SidedAnswer> answers;
  const auto count = static_cast<double>(pairs.size());
  const double left_steps = detail::sweep_steps(rows, 0, pairs.size());
  const double right_steps = detail::sweep_steps(rows, 1, pairs.size());
  std::optional<std::vector<detail::CountedPair>> swept;
  if (std::min(left_steps, right_steps) <= most_sweep_steps) {
    swept = sweep_subsets(rows, left_steps <= right_steps ? 0 : 1, pairs, whole);
  }
  if (swept) {
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
    answers.push_back(detail::search_pair(sides, caps, sizes, request.effort, part));
    if (whole.interrupted()) break;
  }
  return answers;
}

SidedAnswer largest_area(const SidedGraph& sides, const SideSizes& least, const RunContext& run) {
  check(sides, "least sizes", least);
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
