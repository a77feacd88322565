#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/questions/directed.hpp>

#include "core/assert.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "graph/decomposition/density_units.hpp"
#include "graph/sides/side_rows.hpp"
#include "questions/directed/ratio_cover.hpp"

namespace lode {
namespace {

using detail::CoveredRatios;
using detail::ExactDensity;
using detail::LoadBound;
using detail::LogRange;
using detail::PairCount;
using detail::SideRows;

constexpr long double widest_attempt = 1.5L;  ///< of a range, by its logarithm
/// Overlap of a bound with both neighbours of its range, so that narrow ranges end.
constexpr long double least_overlap = 1e-3L;
constexpr std::size_t most_attempts = 4000;

/// A pair of sets of the directed graph.
struct VertexPair {
  VertexSet sources, targets;
  PairCount count;
};

/// A value of e(S, T) / (p |S| + q |T|), in lowest terms.
Fraction value_of(const PairCount& pair, std::int64_t p, std::int64_t q) {
  const std::uint64_t cost =
      static_cast<std::uint64_t>(p) * pair.sources + static_cast<std::uint64_t>(q) * pair.targets;
  const std::uint64_t common = std::gcd(pair.arcs, cost);
  // NOLINTNEXTLINE(bugprone-integer-division): both are multiples of `common`.
  return {pair.arcs / common, cost / common};
}
/// The largest integer that is at most the value times the cost.
std::uint64_t floor_times(Fraction value, std::int64_t cost) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{value.numerator} * static_cast<std::uint64_t>(cost);
  return static_cast<std::uint64_t>(product / value.denominator);
}
ExactDensity density_of(Fraction value) {
  return {static_cast<double>(value.numerator), static_cast<double>(value.denominator)};
}

/// The core as one graph, sources first, with cost p for each source and q for each target.
Graph graph_of(const SideRows& core) {
  struct Rows {
    std::vector<ArcIndex> offsets;
    std::vector<Vertex> targets;
  };
  const auto rows = std::make_shared<Rows>(Rows{core.offsets[0], core.ends[0]});
  for (Vertex& target : rows->targets) target += core.size(0);
  for (Vertex v = 1; v <= core.size(1); ++v) rows->offsets.push_back(core.edges() + core.offsets[1][v]);
  rows->targets.insert(rows->targets.end(), core.ends[1].begin(), core.ends[1].end());
  return Graph::from_csr({rows->offsets, rows->targets, {}, rows}, {}, CsrCheck::trusted);
}
DensityTerms costs_of(const SideRows& core, std::int64_t p, std::int64_t q) {
  DensityTerms terms;
  terms.costs.assign(core.size(0), static_cast<double>(p));
  terms.costs.resize(std::size_t{core.size(0)} + core.size(1), static_cast<double>(q));
  return terms;
}

/// A directed graph as a bipartite graph: sources on the left, targets on the right. Every vertex that has an
/// arc on that side is there.
SideRows rows_of(const Arcs& arcs) {
  SideRows rows;
  for (std::size_t side = 0; side < 2; ++side) {
    rows.offsets[side].push_back(0);
    rows.ends[side].reserve(arcs.num_arcs());
    for (Vertex v = 0; v < arcs.num_vertices(); ++v) {
      const auto row = side == 0 ? arcs.successors(v) : arcs.predecessors(v);
      rows.ends[side].insert(rows.ends[side].end(), row.begin(), row.end());
      rows.offsets[side].push_back(rows.ends[side].size());
    }
  }
  return core_of(rows, {1, 1});
}

/// The core without sources of at most x arcs and targets of at most y.
struct KnownCore {
  std::uint64_t x = 0, y = 0;
  std::shared_ptr<const SideRows> rows;
};

/// Result for a range: a bound, and perhaps a pair.
struct Attempt {
  std::optional<LoadBound> bound;
  VertexPair pair;
  std::uint64_t flows = 0;
  KnownCore core;  ///< for later ranges within it
};

struct PairSearch {
  const RunContext& run;
  KeepSplits keep;
  SideRows all;
  std::vector<KnownCore> cores = {};
  std::vector<LoadBound> bounds = {};  ///< first the two splits with all arcs at one end
  VertexPair best = {};
  /// Pairs of the rho of the best one, a pair for every ratio; the best one first.
  std::vector<PairCount> equal = {};
  std::uint64_t flows = 0;
  std::size_t attempted = 0;

  DirectedDensest solve() {
    DirectedDensest answer;
    answer.proven_optimal = all.edges() == 0;
    if (all.edges() == 0) return answer;
    add_stars();
    grow_cores();
    cover();
    fill_in(answer);
    return answer;
  }

  // --- first pairs and bounds ---

  /// A vertex and all its neighbours; and the splits that give all arcs to one end.
  void add_stars() {
    for (std::size_t side = 0; side < 2; ++side) {
      Vertex center = 0;
      for (Vertex v = 1; v < all.size(side); ++v) {
        if (all.degree(side, v) > all.degree(side, center)) center = v;
      }
      const auto row = all.row(side, center);
      detail::SidePair star;
      star[side] = {center};
      star[1 - side].assign(row.begin(), row.end());
      const std::uint64_t most = row.size();
      star = all.named(star);
      const PairCount count{most, star[0].size(), star[1].size()};
      take({std::move(star[0]), std::move(star[1]), count});
      bounds.push_back(side == 0 ? LoadBound{1, 0, {most, 1}, most, 0} : LoadBound{0, 1, {most, 1}, 0, most});
    }
  }

  /// Cores of growing degrees at a few ratios a, the middle ones first: an [x, y]-core has at least
  /// max(x |S|, y |T|) arcs, so that its rho is at least sqrt(x y).
  void grow_cores() {
    constexpr long double step = 2.0L;
    constexpr long double growth = 1.3L;
    const long double end = std::log(static_cast<long double>(all.edges()));
    for (long double log_ratio = 0.0L; std::abs(log_ratio) <= end;
         log_ratio = log_ratio > 0.0L ? -log_ratio : step - log_ratio) {
      const long double root = std::exp(log_ratio / 2);
      for (SideRows core = all; !run.should_stop();) {
        const long double level = best.count.rho() * growth;
        core = core_of(core, {1 + static_cast<std::uint64_t>(level / root),
                              1 + static_cast<std::uint64_t>(level * root)});
        if (core.edges() == 0) break;
        take({core.names[0], core.names[1], {core.edges(), core.size(0), core.size(1)}});
      }
    }
  }

  // --- covering all ratios ---

  /// Covers all ratios for the rho of the best pair.
  void cover() {
    while (!run.should_stop() && attempted < most_attempts) {
      std::vector<LogRange> tasks;
      for (const LogRange& range : detail::open_ranges(bounds, {best.count.rho(), equal})) {
        const long double parts = std::ceil(range.width() / widest_attempt);
        for (long double i = 0.0L; i < parts; ++i) {
          tasks.push_back(
              {range.low + range.width() * i / parts, range.low + range.width() * (i + 1) / parts});
        }
      }
      if (tasks.empty()) return;
      std::vector<std::optional<Attempt>> attempts(tasks.size());
      run.parallel([&] {
        tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
          if (!run.should_stop()) attempts[i] = attempt(tasks[i]);
        });
      });
      attempted += tasks.size();
      for (std::optional<Attempt>& made : attempts) {
        if (!made) continue;
        if (made->core.rows->edges() < all.edges() / 4 * 3) cores.push_back(std::move(made->core));
        flows += made->flows;
        if (made->bound) bounds.push_back(*made->bound);
        take(std::move(made->pair));
      }
      run.report("ratios of source to target sets", static_cast<double>(best.count.rho()), attempted);
    }
  }

  /// Finds the pair that is in the way of a split for the range, if there is one; else that split.
  Attempt attempt(const LogRange& range) const {
    const auto pair_at = [&](long double log_ratio) {
      return std::ranges::find(equal, log_ratio, detail::log_ratio);
    };
    const auto at_low = pair_at(range.low);
    const auto at_high = pair_at(range.high);
    const auto at_end = at_low != equal.end() ? at_low : at_high;
    // A split at t that the pair at an end limits covers equal ranges on both sides of t.
    const long double away = std::max(0.52L * range.width(), least_overlap / 2);
    const long double overlap = std::max(least_overlap, 0.02L * range.width());
    const LogRange wide{range.low - overlap, range.high + overlap};
    const long double middle = at_low != equal.end()    ? range.low + away
                               : at_high != equal.end() ? range.high - away
                                                        : range.middle();
    const long double play = std::min(0.001L, std::max(least_overlap / 100, 0.01L * range.width()));
    const Fraction t = detail::simplest_between(std::exp(middle - play), std::exp(middle + play));
    const auto p = static_cast<std::int64_t>(t.denominator);
    const auto q = static_cast<std::int64_t>(t.numerator);
    const Fraction wanted = at_end != equal.end() ? value_of(*at_end, p, q) : sufficient_value(wide, p, q);
    LoadBound bound{p, q, wanted, floor_times(wanted, p), floor_times(wanted, q)};
    // Parts of the range need the core of the least x and y in it.
    const long double half = best.count.rho() / 2;
    Attempt attempt;
    attempt.core = core_above(static_cast<std::uint64_t>(half / std::exp(wide.high / 2)),
                              static_cast<std::uint64_t>(half * std::exp(wide.low / 2)));
    const bool within = attempt.core.x <= bound.peel_left && attempt.core.y <= bound.peel_right;
    const SideRows core =
        core_of(within ? *attempt.core.rows : all, {bound.peel_left + 1, bound.peel_right + 1});
    if (core.edges() > 0) {
      const DensityTerms costs = costs_of(core, p, q);
      const DenseDecomposition first = densest_layer(graph_of(core), costs, run, density_of(wanted));
      attempt.flows = first.flows;
      attempt.pair = pair_of(core, first.order);
      const PairCount& count = attempt.pair.count;
      if (!first.complete()) {
        if (keep == KeepSplits::yes) return attempt;
        bound = bound_of_loads(bound, core.size(0), first.load);
      } else if (!count.empty() && denser(density_of(value_of(count, p, q)), density_of(wanted))) {
        bound.value = value_of(count, p, q);
      }
    }
    attempt.bound = bound;
    return attempt;
  }

  /// The bound of the loads of a run that was stopped.
  static LoadBound bound_of_loads(LoadBound bound, Vertex left, const std::vector<Weight>& load) {
    constexpr double unit = 0x1p-20;
    double x = static_cast<double>(bound.peel_left), y = static_cast<double>(bound.peel_right);
    for (Vertex v = 0; v < load.size(); ++v) (v < left ? x : y) = std::max(v < left ? x : y, load[v]);
    bound.p = static_cast<std::int64_t>(x / unit) + 1;
    bound.q = static_cast<std::int64_t>(y / unit) + 1;
    bound.value = {1, static_cast<std::uint64_t>(1.0 / unit)};
    return bound;
  }

  static VertexPair pair_of(const SideRows& core, const std::vector<Vertex>& vertices) {
    VertexPair pair;
    const Vertex left = core.size(0);
    std::vector<char> inside(core.size(1), 0);
    for (const Vertex v : vertices) {
      if (v >= left) inside[v - left] = 1;
      (v < left ? pair.sources : pair.targets).push_back(v < left ? core.name(0, v) : core.name(1, v - left));
    }
    for (const Vertex v : vertices) {
      if (v >= left) continue;
      for (const Vertex w : core.row(0, v)) pair.count.arcs += inside[w] != 0;
    }
    std::ranges::sort(pair.sources);
    std::ranges::sort(pair.targets);
    pair.count.sources = pair.sources.size();
    pair.count.targets = pair.targets.size();
    return pair;
  }

  /// Made from the smallest known core that holds it.
  KnownCore core_above(std::uint64_t x, std::uint64_t y) const {
    const SideRows* base = &all;
    for (const KnownCore& known : cores) {
      if (known.x <= x && known.y <= y && known.rows->edges() < base->edges()) base = known.rows.get();
    }
    return {x, y, std::make_shared<const SideRows>(core_of(*base, {x + 1, y + 1}))};
  }

  /// A value of e / (p |S| + q |T|) that bounds rho by that of the best pair for all ratios of a range.
  Fraction sufficient_value(const LogRange& wide, std::int64_t p, std::int64_t q) const {
    const auto at = [&](long double log_a) {
      const long double root = std::exp(log_a / 2);
      return best.count.rho() / (static_cast<long double>(p) * root + static_cast<long double>(q) / root);
    };
    const long double value = std::min(at(wide.low), at(wide.high));
    // Products with arcs and costs stay below 2^61.
    const int bits = std::min(24 - std::ilogb(value), 60 - std::ilogb(static_cast<double>(all.edges())));
    return {static_cast<std::uint64_t>(std::floor(std::ldexp(value, bits))), std::uint64_t{1} << bits};
  }

  // --- the answer ---

  void take(VertexPair pair) {
    const int better = detail::compare_rho(pair.count, best.count);
    if (better < 0 || pair.count.arcs == 0) return;
    if (better > 0) equal.clear();
    const bool is_new = std::none_of(equal.begin(), equal.end(), [&](const PairCount& known) {
      return known.sources * pair.count.targets == pair.count.sources * known.targets;
    });
    if (is_new) equal.push_back(pair.count);
    if (better > 0) best = std::move(pair);
  }

  void fill_in(DirectedDensest& answer) {
    answer.sources = best.sources;
    answer.targets = best.targets;
    answer.arcs = best.count.arcs;
    answer.ratios = bounds.size();
    answer.flows = flows;
    auto cover = detail::exact_cover(bounds, {best.count.rho(), equal});
    answer.proven_optimal = cover.has_value();
    answer.bound =
        answer.proven_optimal ? answer.rho() : std::max(answer.rho(), detail::implied_bound(bounds));
    if (keep == KeepSplits::no) return;
    if (!cover) cover = detail::exact_cover(bounds, {answer.bound});
    LODE_ASSERT_LIGHT(cover.has_value());
    if (add_splits(answer, *cover)) return;
    // A run that is cancelled now has the splits of the stars.
    bounds.resize(2);
    answer.proven_optimal = false;
    answer.bound = std::max(answer.rho(), detail::implied_bound(bounds));
    answer.splits.clear();
    add_splits(answer, *detail::exact_cover(bounds, {answer.bound}));
  }

  /// False if the run is cancelled.
  bool add_splits(DirectedDensest& answer, const std::vector<CoveredRatios>& cover) const {
    return std::ranges::all_of(cover, [&](const CoveredRatios& each) {
      auto split = whole_split(each);
      if (split) answer.splits.push_back(*std::move(split));
      return split.has_value();
    });
  }

  /// The shares of all arcs: vertices that are peeled bear all their arcs, a flow splits the arcs of the
  /// core.
  std::optional<RatioSplit> whole_split(const CoveredRatios& covered) const {
    const LoadBound& bound = bounds[covered.bound];
    const std::array<std::uint64_t, 2> least = {bound.peel_left + 1, bound.peel_right + 1};
    const auto times = removal_times(all, least);
    const SideRows core = core_of(all, least);
    RatioSplit split{covered.from, covered.to, {}, 1};
    std::optional<EdgeSplit> inner = EdgeSplit();
    if (core.edges() > 0) {
      const Graph graph = graph_of(core);
      const detail::DensityUnits units(graph, costs_of(core, bound.p, bound.q));
      inner = detail::proof_split(graph, units, density_of(bound.value), run.without_limit());
      if (!inner) return std::nullopt;
      split.denominator = inner->denominator;
    }
    split.shares.reserve(all.edges());
    auto of_core = inner->share.begin();
    for (Vertex u = 0; u < all.size(0); ++u) {
      for (const Vertex v : all.row(0, u)) {
        const Vertex left = times[0][u];
        const Vertex right = times[1][v];
        const bool to_left = left != 0 && (right == 0 || left < right);
        const std::int64_t whole = to_left ? split.denominator : 0;
        split.shares.push_back(left == 0 && right == 0 ? static_cast<std::int64_t>(*of_core++) : whole);
      }
    }
    return split;
  }
};

}  // namespace

double DirectedDensest::rho() const {
  return static_cast<double>(PairCount{arcs, sources.size(), targets.size()}.rho());
}

DirectedDensest directed_densest(const Arcs& arcs, const RunContext& run, KeepSplits keep) {
  return PairSearch{run, keep, rows_of(arcs)}.solve();
}

DirectedDensest densest_pair(const SidedGraph& sides, const RunContext& run) {
  std::vector<ArcEnds> ends;
  ends.reserve(sides.graph.num_edges());
  for (Vertex u = 0; u < sides.left; ++u) {
    for (const Vertex v : sides.graph.neighbors(u)) ends.push_back({u, v});
  }
  // Arcs are made whole: the time limit is for the search.
  return directed_densest(Arcs::from_arcs(ends, sides.graph.num_vertices(), run.without_limit()), run);
}

}  // namespace lode
