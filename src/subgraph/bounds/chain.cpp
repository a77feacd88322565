#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/subgraph/bounds/chain.hpp>

#include "subgraph/bounds/rules/lp.hpp"
#include "subgraph/bounds/rules/sizes.hpp"
#include "subgraph/bounds/rules/trivial.hpp"
#include "subgraph/bounds/rules/turan.hpp"

namespace lode {
namespace {

__extension__ using Wide = unsigned __int128;

/// Integral weights of a graph sum to less.
constexpr double largest_sum = 0x1p53;

}  // namespace

double chain_step(const Graph& graph, Vertex s, double smaller) {
  if (s < 3) throw InvalidArgument("s", std::to_string(s), "must be at least 3");
  if (!(smaller >= 0.0) || !std::isfinite(smaller) || (graph.integral() && smaller != std::floor(smaller))) {
    throw InvalidArgument("bound", fmt::format("{}", smaller), "is not a bound on weights of this graph");
  }
  if (graph.integral()) {
    if (smaller > largest_sum) return std::numeric_limits<double>::infinity();  // says nothing of any graph
    const Wide weight = static_cast<std::uint64_t>(smaller);
    return static_cast<double>(weight * s / (s - 2));
  }
  return smaller * (static_cast<double>(s) / (s - 2.0)) *
         (1.0 + 4.0 * std::numeric_limits<double>::epsilon());
}

void close_chain(const Graph& graph, std::span<double> table) {
  for (std::size_t t = table.size(); t-- > 1;) table[t - 1] = std::min(table[t - 1], table[t]);
  for (std::size_t t = 3; t < table.size(); ++t) {
    if (std::isfinite(table[t - 1])) {
      table[t] = std::min(table[t], chain_step(graph, static_cast<Vertex>(t), table[t - 1]));
    }
  }
}

std::vector<Bound> chain_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  detail::check_sizes(graph, sizes);
  const double start = run.elapsed();
  std::vector<Bound> bounds;
  if (sizes.empty()) return bounds;
  std::vector<Vertex> all(*std::max_element(sizes.begin(), sizes.end()));
  std::iota(all.begin(), all.end(), Vertex{1});
  std::vector<double> table(all.size() + 1, 0.0);
  std::fill(table.begin() + 1, table.end(), std::numeric_limits<double>::infinity());
  for (const auto compute : {trivial_bounds, lp_bounds, turan_bounds}) {
    for (const Bound& bound : compute(graph, all, run))
      table[bound.s] = std::min(table[bound.s], bound.value);
  }
  close_chain(graph, table);
  for (const Vertex s : sizes) {
    bounds.push_back({"chain", s, table[s], bounds.empty() ? run.elapsed() - start : 0.0});
  }
  return bounds;
}

}  // namespace lode
