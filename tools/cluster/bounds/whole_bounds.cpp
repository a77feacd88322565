#include "bounds/whole_bounds.hpp"

#include <optional>
#include <set>

#include <lode/core/error.hpp>

#include "bounds/eigenvalue_bound.hpp"
#include "bounds/exact_sums.hpp"
#include "bounds/largest.hpp"
#include "bounds/loads.hpp"
#include "core/peeling.hpp"

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
  const bool trivial_will_do = Peeling(rows, ghosts, ranks).peel_to(most - 1).vertices >= most;
  const auto rounds = [&](const std::optional<int>& asked, int usual) {
    return asked ? *asked : trivial_will_do ? 0 : usual;
  };
  const int load_rounds = rounds(options.load_rounds, BoundOptions::usual_load_rounds);
  const int eigenvalue_rounds = rounds(options.eigenvalue_rounds, BoundOptions::usual_eigenvalue_rounds);
  const Loads split = split_loads(rows, ghosts, load_rounds, ranks);
  const std::vector<std::uint64_t> loads = largest_values(split.loads, most, ranks);
  if (eigenvalue_rounds > 0) {
    const EigenvalueBound bound = eigenvalue_bound(rows, ghosts, eigenvalue_rounds, ranks);
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
    if (load_rounds > 0) state(s, load_bound(loads, s, split.unit), "lp");
    if (eigenvalue_rounds > 0) state(s, spectral_bound(s, result.eigenvalue_quotient), "spectral");
  }
  return result;
}

}  // namespace lode::cluster
