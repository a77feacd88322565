#include <set>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/sides.hpp>

#include "graph/sides/degree_caps.hpp"
#include "graph/sides/side_rows.hpp"
#include "graph/sides/subset_sweep.hpp"
#include "study/sides/pair_search.hpp"
#include "study/sides/small_side.hpp"

namespace lode {
namespace {

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
  detail::SweepQuestion question;
  for (const SideSizes& sizes : request.sizes) question.sizes.push_back({sizes.left, sizes.right});
  if (const auto swept = detail::sweep_small_side(rows, question, whole)) {
    for (const detail::SweptPair& pair : swept->pairs) {
      answers.push_back(detail::answer_of_subsets(sides, pair, pair.edges));
      answers.back().seconds = whole.elapsed() / count;
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

}  // namespace lode
