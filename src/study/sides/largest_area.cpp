#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/sides.hpp>

#include "graph/sides/biclique.hpp"
#include "graph/sides/degree_caps.hpp"
#include "graph/sides/dense_area.hpp"
#include "graph/sides/side_rows.hpp"
#include "study/sides/small_side.hpp"

namespace lode {
namespace {

constexpr std::uint64_t most_in_fraction = 1'000'000'000;

detail::DenseEnough check(const SidedGraph& sides, const AreaRequest& request) {
  const auto [numerator, denominator] = request.min_density;
  const std::string density = fmt::format("{}/{}", numerator, denominator);
  if (numerator == 0 || numerator > denominator || denominator > most_in_fraction) {
    throw InvalidArgument("min-density", density, "must be above 0 and at most 1, with numbers up to 10^9");
  }
  const SideSizes& least = request.least;
  if (least.left < 1 || least.right < 1 || least.left > sides.left || least.right > sides.right()) {
    throw InvalidArgument("least sizes", fmt::format("{}x{}", least.left, least.right),
                          fmt::format("the sides have {} and {} vertices", sides.left, sides.right()));
  }
  // Products of the denominator with twice the area stay within 63 bits.
  const std::uint64_t area = std::uint64_t{sides.left} * sides.right();
  const auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (area > largest / 2 / denominator) {
    throw InvalidArgument("min-density", density, "has too many digits for sides of this size",
                          "give fewer decimals");
  }
  return {static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator),
          std::min(request.missing, area)};
}

EdgeCount count_edges(const SidedGraph& sides, const VertexSet& left, const VertexSet& right) {
  EdgeCount edges = 0;
  for (const Vertex u : left) {
    for (const Vertex v : sides.graph.neighbors(u)) edges += std::ranges::binary_search(right, v);
  }
  return edges;
}

SidedAnswer answer_of(const SidedGraph& sides, detail::SidePair pair, std::string_view method,
                      std::string_view bound_name, std::uint64_t bound, const RunContext& run) {
  SidedAnswer answer;
  answer.left = std::move(pair[0]);
  answer.right = std::move(pair[1]);
  for (Vertex& v : answer.right) v += sides.left;
  answer.edges = count_edges(sides, answer.left, answer.right);
  answer.method = method;
  answer.bound_name = bound_name;
  answer.bound = bound;
  answer.proven_optimal = answer.area() >= bound;
  answer.stop_reason = answer.proven_optimal ? StopReason::optimal
                       : run.should_stop()   ? run.stop_reason()
                                             : StopReason::converged;
  answer.seconds = run.elapsed();
  return answer;
}

SidedAnswer find_largest(const SidedGraph& sides, const AreaRequest& request, const RunContext& whole) {
  using detail::BicliqueProof;
  const detail::DenseEnough dense = check(sides, request);
  const detail::SideRows rows = detail::side_rows(sides.graph, sides.left);
  const std::array<Vertex, 2> least = {request.least.left, request.least.right};
  if (dense.numerator == dense.denominator && dense.missing == 0) {
    detail::LargestBiclique found = detail::largest_biclique(rows, least, BicliqueProof::wanted, whole);
    return answer_of(sides, std::move(found.sides), "bicliques", "bicliques", found.bound, whole);
  }
  if (const auto swept = detail::sweep_small_side(rows, {{}, dense, least}, whole)) {
    const detail::SweptPair& largest = swept->largest;
    const std::uint64_t area = std::uint64_t{largest.sides[0].size()} * largest.sides[1].size();
    SidedAnswer answer = detail::answer_of_subsets(sides, largest, area);
    answer.seconds = whole.elapsed();
    return answer;
  }
  // A biclique is dense enough, and a start for larger sets.
  const detail::LargestBiclique start = detail::largest_biclique(
      rows, least, BicliqueProof::not_wanted, whole.part(whole.time_left() / 4).on_parts());
  detail::SweptPair grown = detail::grow_dense_area(rows, dense, least, start.sides, whole);
  return answer_of(sides, std::move(grown.sides), "growth", "degree",
                   detail::DegreeCaps(rows).area(dense, least), whole);
}

}  // namespace

SidedAnswer largest_area(const SidedGraph& sides, const AreaRequest& request, const RunContext& run) {
  SidedAnswer answer = find_largest(sides, request, run.for_call());
  answer.largest = request;
  return answer;
}

}  // namespace lode
