#include "bounds/whole_bounds.hpp"

#include <set>

#include <lode/core/error.hpp>

#include "bounds/eigenvalue_bound.hpp"
#include "bounds/exact_sums.hpp"
#include "bounds/largest.hpp"
#include "bounds/loads.hpp"

namespace lode::cluster {

WholeBounds whole_bounds(const Rows& rows, const Ghosts& ghosts, const std::vector<Vertex>& sizes,
                         const BoundOptions& options, const Ranks& ranks) {
  std::set<std::uint64_t> all;
  for (const Vertex s : sizes) {
    all.insert(s);
    if (s > 1) all.insert(s - 1);
  }
  const std::uint64_t most = all.empty() ? 0 : *all.rbegin();
  WholeBounds result;
  if (most == 0) return result;
  std::vector<std::uint64_t> degrees;
  ranks.together([&] {
    for (std::size_t v = 0; v < rows.own(); ++v) degrees.push_back(rows.degree(v));
  });
  degrees = largest_values(degrees, most, ranks);
  const Loads split = split_loads(rows, ghosts, options.load_rounds, ranks);
  const std::vector<std::uint64_t> loads = largest_values(split.loads, most, ranks);
  if (options.eigenvalue_rounds > 0) {
    const EigenvalueBound bound = eigenvalue_bound(rows, ghosts, options.eigenvalue_rounds, ranks);
    result.eigenvalue_quotient = bound.quotient;
    result.eigenvalue_rounds = bound.rounds;
    result.eigenvalue_estimate = estimate_eigenvalue(rows, ghosts, ranks);
  }
  const auto state = [&](std::uint64_t s, std::uint64_t value, const char* rule) {
    result.bounds.push_back({s, static_cast<double>(value), rule});
  };
  for (const std::uint64_t s : all) {
    state(s, pairs_or_edges(s, rows.edges), "trivial");
    state(s, half_of_degrees(degrees, s), "degree");
    if (options.load_rounds > 0) state(s, load_bound(loads, s, split.unit), "lp");
    if (options.eigenvalue_rounds > 0) state(s, spectral_bound(s, result.eigenvalue_quotient), "spectral");
  }
  return result;
}

}  // namespace lode::cluster
