#include "bounds/whole_bounds.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <span>

#include <lode/core/error.hpp>

#include "bounds/exact_sums.hpp"
#include "core/peeling.hpp"

namespace lode::cluster {
namespace {

constexpr int usual_load_rounds = 128;

/// The loads of this rank's vertices if every edge is split between its ends, in units of 1/unit edges. For
/// any split, the sum of the s largest loads is an upper bound on the edges within s vertices, since it
/// includes both parts of every such edge.
struct Loads {
  std::vector<std::uint64_t> loads;
  std::uint64_t unit = 1;
};

/// Rounds of the Frank-Wolfe method on the sum of the squared loads: in each, all edges go to the end of
/// smaller load, half to each for equal loads, and the splits of all rounds are averaged, round t with weight
/// t. Loads are integers, so they are equal for any number of ranks; splits need not be kept. Collective.
///
/// Cost:   one pass over the arcs and 8 bytes per ghost a round; 16 bytes per vertex and 8 per ghost.
/// Source: M. Danisch, T.-H. H. Chan, M. Sozio, Large scale density-friendly graph decomposition via convex
///         programming, WWW 2017; weights t as in M. Jaggi, Revisiting Frank-Wolfe, ICML 2013.
Loads split_loads(const Rows& rows, const Ghosts& ghosts, int rounds, const Ranks& ranks) {
  Loads result;
  std::vector<std::uint64_t> loads, gains;  // loads of own vertices, then of ghosts
  ranks.together([&] {
    loads.assign(rows.own() + rows.ghosts.size(), 0);
    gains.assign(rows.own(), 0);
  });
  const std::span<std::uint64_t> all(loads);
  for (int round = 1; round <= rounds; ++round) {
    ghosts.fetch(all.first(rows.own()), all.subspan(rows.own()));
    for (std::size_t v = 0; v < rows.own(); ++v) {
      std::uint64_t halves = 0;
      rows.for_each(v, [&](std::uint32_t u) {
        halves += loads[v] < loads[u] ? 2 : loads[v] == loads[u] ? 1 : 0;
      });
      gains[v] = halves * static_cast<std::uint64_t>(round);
    }
    for (std::size_t v = 0; v < rows.own(); ++v) loads[v] += gains[v];
  }
  // Two halves, and the weights 1 + 2 + ... + rounds.
  const auto t = static_cast<std::uint64_t>(rounds);
  result.unit = t * (t + 1);
  loads.resize(rows.own());
  result.loads = std::move(loads);
  return result;
}

std::size_t list_length = 0;  // values per list in the running reduction, whose MPI counts are lists

void merge_lists(void* in, void* inout, int* count, MPI_Datatype*) {
  const auto* from = static_cast<const std::uint64_t*>(in);
  auto* to = static_cast<std::uint64_t*>(inout);
  for (int i = 0; i < *count; ++i, from += list_length, to += list_length) {
    merge_largest({from, list_length}, {to, list_length});
  }
}

/// The `count` largest values of all ranks, in decreasing order, on every rank, padded with zeros.
/// Collective. Traffic: 8 * count bytes, log2(ranks) times.
std::vector<std::uint64_t> largest_values(std::span<const std::uint64_t> values, std::uint64_t count,
                                          const Ranks& ranks) {
  std::vector<std::uint64_t> mine;
  ranks.together([&] {
    if (count > INT32_MAX) throw SystemError("more than 2^31 vertices in a set");
    mine.assign(values.begin(), values.end());
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count, mine.size()));
    std::partial_sort(mine.begin(), mine.begin() + kept, mine.end(), std::greater<>());
    mine.resize(count, 0);
    std::fill(mine.begin() + kept, mine.end(), 0);
  });
  list_length = count;
  MPI_Datatype list = MPI_DATATYPE_NULL;
  MPI_Op merge = MPI_OP_NULL;
  MPI_Type_contiguous(static_cast<int>(count), MPI_UINT64_T, &list);
  MPI_Type_commit(&list);
  MPI_Op_create(merge_lists, 1, &merge);
  MPI_Allreduce(MPI_IN_PLACE, mine.data(), 1, list, merge, ranks.comm());
  MPI_Op_free(&merge);
  MPI_Type_free(&list);
  return mine;
}

}  // namespace

std::vector<StatedBound> whole_bounds(const Rows& rows, const Ghosts& ghosts,
                                      const std::vector<Vertex>& sizes, std::optional<int> load_rounds,
                                      const Ranks& ranks) {
  std::set<std::uint64_t> all;
  for (const Vertex s : sizes) {
    all.insert(s);
    if (s > 1) all.insert(s - 1);
  }
  const std::uint64_t most = all.empty() ? 0 : *all.rbegin();
  std::vector<StatedBound> bounds;
  if (most == 0) return bounds;
  std::vector<std::uint64_t> degrees;
  ranks.together([&] {
    for (std::size_t v = 0; v < rows.own(); ++v) degrees.push_back(rows.degree(v));
  });
  degrees = largest_values(degrees, most, ranks);
  const bool trivial_will_do = Peeling(rows, ghosts, ranks).peel_to(most - 1).vertices >= most;
  const int rounds = load_rounds.value_or(trivial_will_do ? 0 : usual_load_rounds);
  const Loads split = split_loads(rows, ghosts, rounds, ranks);
  const std::vector<std::uint64_t> loads = largest_values(split.loads, most, ranks);
  const auto state = [&](std::uint64_t s, std::uint64_t value, const char* rule) {
    bounds.push_back({s, static_cast<double>(value), rule});
  };
  for (const std::uint64_t s : all) {
    state(s, pairs_or_edges(s, rows.edges), "trivial");
    state(s, half_of_degrees(degrees, s), "degree");
    if (rounds > 0) state(s, load_bound(loads, s, split.unit), "lp");
  }
  return bounds;
}

}  // namespace lode::cluster
