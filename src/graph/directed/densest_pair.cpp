#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/graph/directed_densest.hpp>

#include "core/assert.hpp"
#include "graph/decomposition/load_component.hpp"
#include "graph/directed/ratio_cover.hpp"
#include "graph/sides/side_rows.hpp"

namespace lode {
namespace {

using detail::CoveredRatios;
using detail::LoadBound;
using detail::LoadComponent;
using detail::LogRange;
using detail::PairCount;
using detail::SideRows;

constexpr long double widest_attempt = 1.5L;  ///< of a range, by its logarithm
/// What a bound is to cover beyond both ends of a range, so that narrow ranges end.
constexpr long double least_overlap = 1e-3L;
constexpr std::size_t most_attempts = 4000;

/// A pair of sets of the directed graph.
struct VertexPair {
  VertexSet sources, targets;
  PairCount count;
};

/// A value of e(S, T) / (p |S| + q |T|), in lowest terms.
struct RatioValue {
  std::int64_t numerator = 0, denominator = 1;

  RatioValue(std::int64_t over, std::int64_t under)
      : numerator(over / std::gcd(over, under)), denominator(under / std::gcd(over, under)) {}
  /// The largest integer that is at most the value times p or q.
  std::uint64_t floor_times(std::int64_t cost) const {
    __extension__ using Wide = __int128;
    return static_cast<std::uint64_t>(Wide{numerator} * cost / denominator);
  }
  detail::ExactDensity density() const {
    return {static_cast<double>(numerator), static_cast<double>(denominator)};
  }
};

/// The question for a bound of e(S, T) / (p |S| + q |T|): the largest ratio of a bipartite graph whose
/// sources cost p and whose targets cost q.
struct SplitTask {
  std::int64_t p = 1, q = 1;
  RatioValue wanted{1, 1};                      ///< pairs of no larger value do not matter
  bool exactly = true;                          ///< a bound that is at most `wanted` is not enough
  std::uint64_t peel_left = 0, peel_right = 0;  ///< as in LoadBound: sources and targets outside the rows

  RatioValue value_of(const PairCount& pair) const {
    return {static_cast<std::int64_t>(pair.arcs),
            p * static_cast<std::int64_t>(pair.sources) + q * static_cast<std::int64_t>(pair.targets)};
  }
};

/// A bound, and pairs that are met on the way.
struct SplitAnswer {
  LoadBound bound;
  std::vector<VertexPair> pairs;
  std::uint64_t flows = 0;
};

/// Splits the arcs of a core between their ends so that the loads show the largest value of
/// e(S, T) / (p |S| + q |T|), or that no pair is above the wanted value. If passes are not enough, flows find
/// pairs of larger values until no pair is above the last one.
///
/// Cost:   O(m) for a pass, and a few flows (terminal_flow.hpp).
/// Stops:  on cancel and deadline, with the bound of the passes.
/// Source: W. Dinkelbach, Management Science 13 (1967) 492-498.
class ArcSplitter {
 public:
  ArcSplitter(const SideRows& core, const SplitTask& task) : core_(core), task_(task), left_(core.size(0)) {
    const Vertex n = left_ + core.size(1);
    component_.vertices.resize(n);
    component_.base.assign(n, 0.0);
    component_.cost.assign(left_, static_cast<double>(task.p));
    component_.cost.resize(n, static_cast<double>(task.q));
    component_.edges = detail::PageBuffer<detail::SplitEdge>(core.edges());
    std::size_t arc = 0;
    for (Vertex u = 0; u < left_; ++u) {
      for (const Vertex v : core.row(0, u)) {
        const double in = core.degree(1, v) * component_.cost[u];
        component_.edges[arc++] = {u, left_ + v, in / (in + core.degree(0, u) * component_.cost[left_ + v])};
      }
    }
    recompute_loads(component_);
  }

  SplitAnswer solve(const RunContext& run) {
    SplitAnswer answer;
    RatioValue value = task_.wanted;
    bool enough = false;
    for (int done = 0; done < most_passes && !run.should_stop(); ++done) {
      enough = done % passes_between_looks == 0 && largest_ratio(component_).ratio <= value.density().value();
      if (enough || !sweep(component_, detail::usual_relaxation, run)) break;
    }
    const std::vector<Vertex> order = by_falling_ratio(component_);
    std::vector<char> inside(order.size(), 0);
    const Vertex prefix = densest_prefix(component_, order).size;
    for (Vertex i = 0; i < prefix; ++i) inside[order[i]] = 1;
    answer.pairs.push_back(pair_of([&](Vertex v) { return inside[v] != 0; }));
    answer.bound = bound_of_shares(units_of_passes);
    if (enough && !task_.exactly) return answer;
    const RatioValue met = task_.value_of(answer.pairs.front().count);
    if (denser(met.density(), value.density())) value = met;
    for (double unlimited = std::numeric_limits<double>::infinity();;) {
      const auto cut = cut_by_flow(component_, value.density(), run, unlimited);
      if (!cut) return answer;
      ++answer.flows;
      if (!cut->positive) break;
      answer.pairs.push_back(pair_of([&](Vertex v) { return cut->levels.level[v] == 0; }));
      value = task_.value_of(answer.pairs.back().count);
    }
    answer.bound = bound_of_shares(value.denominator);
    return answer;
  }

 private:
  /// The shares in multiples of 1 / denominator, and the bound of their loads.
  LoadBound bound_of_shares(std::int64_t denominator) const {
    std::vector<std::int64_t> load(component_.size(), 0);
    LoadBound bound{static_cast<std::int64_t>(task_.peel_left) * denominator,
                    static_cast<std::int64_t>(task_.peel_right) * denominator,
                    denominator,
                    task_.peel_left,
                    task_.peel_right,
                    {},
                    denominator};
    bound.shares.reserve(component_.edges.size());
    for (const detail::SplitEdge& e : component_.edges.span()) {
      const auto share =
          std::clamp<std::int64_t>(std::llround(e.share * static_cast<double>(denominator)), 0, denominator);
      bound.shares.push_back(share);
      load[e.u] += share;
      load[e.v] += denominator - share;
    }
    for (Vertex v = 0; v < load.size(); ++v) {
      std::int64_t& most = v < left_ ? bound.x : bound.y;
      most = std::max(most, load[v]);
    }
    return bound;
  }

  template <class Holds>
  VertexPair pair_of(const Holds& holds) const {
    VertexPair pair;
    for (Vertex u = 0; u < left_; ++u) {
      if (!holds(u)) continue;
      pair.sources.push_back(core_.name(0, u));
      for (const Vertex v : core_.row(0, u)) pair.count.arcs += holds(left_ + v);
    }
    for (Vertex v = 0; v < core_.size(1); ++v) {
      if (holds(left_ + v)) pair.targets.push_back(core_.name(1, v));
    }
    pair.count.sources = pair.sources.size();
    pair.count.targets = pair.targets.size();
    return pair;
  }

  static constexpr int most_passes = 48;
  static constexpr int passes_between_looks = 8;
  static constexpr std::int64_t units_of_passes = std::int64_t{1} << 20;

  const SideRows& core_;
  const SplitTask& task_;
  Vertex left_;  ///< sources; vertex left_ + v is target v
  LoadComponent component_;
};

LogRange widened(const LogRange& range) {
  const long double overlap = std::max(least_overlap, 0.02L * range.width());
  return {range.low - overlap, range.high + overlap};
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

/// What came of a range.
struct Attempt {
  SplitAnswer answer;
  KnownCore core;  ///< for later ranges within it
};

class PairSearch {
 public:
  PairSearch(const Arcs& arcs, const RunContext& run, KeepSplits keep)
      : run_(run), keep_(keep), all_(rows_of(arcs)) {}

  DirectedDensest solve() {
    DirectedDensest answer;
    answer.proven_optimal = all_.edges() == 0;
    if (all_.edges() == 0) return answer;
    add_stars();
    grow_cores();
    cover();
    fill_in(answer);
    return answer;
  }

 private:
  // --- what is known at once ---

  /// A vertex and all its neighbours; and the splits that give all arcs to one end.
  void add_stars() {
    for (std::size_t side = 0; side < 2; ++side) {
      Vertex center = 0;
      for (Vertex v = 1; v < all_.size(side); ++v) {
        if (all_.degree(side, v) > all_.degree(side, center)) center = v;
      }
      const auto row = all_.row(side, center);
      detail::SidePair star;
      star[side] = {center};
      star[1 - side].assign(row.begin(), row.end());
      const std::uint64_t most = row.size();
      star = all_.named(star);
      const PairCount count{most, star[0].size(), star[1].size()};
      take({std::move(star[0]), std::move(star[1]), count});
      const auto load = static_cast<std::int64_t>(most);
      bounds_.push_back(side == 0 ? LoadBound{load, 0, 1, most, 0} : LoadBound{0, load, 1, 0, most});
    }
  }

  /// Cores of growing degrees at a few ratios a, the middle ones first: an [x, y]-core has at least
  /// max(x |S|, y |T|) arcs, so that its rho is at least sqrt(x y).
  void grow_cores() {
    constexpr long double step = 2.0L;
    constexpr long double growth = 1.3L;
    const long double end = std::log(static_cast<long double>(all_.edges()));
    for (long double log_ratio = 0.0L; std::abs(log_ratio) <= end;
         log_ratio = log_ratio > 0.0L ? -log_ratio : step - log_ratio) {
      const long double root = std::exp(log_ratio / 2);
      for (SideRows core = all_; !run_.should_stop();) {
        const long double level = best_.count.rho() * growth;
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
    while (!run_.should_stop() && attempts_ < most_attempts) {
      std::vector<LogRange> tasks;
      for (const LogRange& range : detail::open_ranges(bounds_, {best_.count.rho(), equal_})) {
        const long double parts = std::ceil(range.width() / widest_attempt);
        for (long double i = 0.0L; i < parts; ++i) {
          tasks.push_back(
              {range.low + range.width() * i / parts, range.low + range.width() * (i + 1) / parts});
        }
      }
      if (tasks.empty()) return;
      std::vector<std::optional<Attempt>> attempts(tasks.size());
      run_.parallel([&] {
        tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
          if (!run_.should_stop()) attempts[i] = attempt(tasks[i]);
        });
      });
      attempts_ += tasks.size();
      for (std::optional<Attempt>& made : attempts) {
        if (!made) continue;
        auto& [answer, core] = *made;
        if (core.rows->edges() < all_.edges() / 4 * 3) cores_.push_back(std::move(core));
        flows_ += answer.flows;
        bounds_.push_back(std::move(answer.bound));
        for (VertexPair& pair : answer.pairs) take(std::move(pair));
      }
      run_.report("ratios of source to target sets", static_cast<double>(best_.count.rho()), attempts_);
    }
  }

  /// Finds the pair that is in the way of a split for the range, if there is one; else that split.
  Attempt attempt(const LogRange& range) const {
    const auto pair_at = [&](long double log_ratio) {
      return std::ranges::find(equal_, log_ratio, detail::log_ratio);
    };
    const auto at_low = pair_at(range.low);
    const auto at_high = pair_at(range.high);
    const auto at_end = at_low != equal_.end() ? at_low : at_high;
    // A split at t that the pair at an end is in the way of covers as much on this side of t as on the other.
    const long double away = std::max(0.52L * range.width(), least_overlap / 2);
    const long double middle = at_low != equal_.end()    ? range.low + away
                               : at_high != equal_.end() ? range.high - away
                                                         : range.middle();
    const long double play = std::min(0.001L, std::max(least_overlap / 100, 0.01L * range.width()));
    const Fraction t = detail::simplest_between(std::exp(middle - play), std::exp(middle + play));
    SplitTask task;
    task.p = static_cast<std::int64_t>(t.denominator);
    task.q = static_cast<std::int64_t>(t.numerator);
    task.exactly = at_end != equal_.end();
    task.wanted = task.exactly ? task.value_of(*at_end) : sufficient_value(range, task.p, task.q);
    task.peel_left = task.wanted.floor_times(task.p);
    task.peel_right = task.wanted.floor_times(task.q);
    // Parts of the range need the core of the least x and y in it.
    const LogRange wide = widened(range);
    const long double half = best_.count.rho() / 2;
    Attempt attempt;
    attempt.core = core_above(static_cast<std::uint64_t>(half / std::exp(wide.high / 2)),
                              static_cast<std::uint64_t>(half * std::exp(wide.low / 2)));
    const bool within = attempt.core.x <= task.peel_left && attempt.core.y <= task.peel_right;
    const SideRows core =
        core_of(within ? *attempt.core.rows : all_, {task.peel_left + 1, task.peel_right + 1});
    if (core.edges() > 0) {
      attempt.answer = ArcSplitter(core, task).solve(run_);
    } else {
      attempt.answer.bound = {task.p * task.wanted.numerator, task.q * task.wanted.numerator,
                              task.wanted.denominator, task.peel_left, task.peel_right};
    }
    if (keep_ == KeepSplits::no) attempt.answer.bound.shares = {};
    return attempt;
  }

  /// Made from the smallest known core that holds it.
  KnownCore core_above(std::uint64_t x, std::uint64_t y) const {
    const SideRows* base = &all_;
    for (const KnownCore& known : cores_) {
      if (known.x <= x && known.y <= y && known.rows->edges() < base->edges()) base = known.rows.get();
    }
    return {x, y, std::make_shared<const SideRows>(core_of(*base, {x + 1, y + 1}))};
  }

  /// A value of e / (p |S| + q |T|) that bounds rho by that of the best pair for all ratios of a range and a
  /// little beyond.
  RatioValue sufficient_value(const LogRange& range, std::int64_t p, std::int64_t q) const {
    const auto at = [&](long double log_a) {
      const long double root = std::exp(log_a / 2);
      return best_.count.rho() / (static_cast<long double>(p) * root + static_cast<long double>(q) / root);
    };
    const LogRange wide = widened(range);
    const long double value = std::min(at(wide.low), at(wide.high));
    // Products with degrees stay below 2^61.
    const auto most_arcs = static_cast<long double>(std::max(bounds_[0].x, bounds_[1].y));
    const int bits = std::min(40 - std::ilogb(value), 59 - std::ilogb(most_arcs));
    return {static_cast<std::int64_t>(std::floor(std::ldexp(value, bits))), std::int64_t{1} << bits};
  }

  // --- the answer ---

  void take(VertexPair pair) {
    const int better = detail::compare_rho(pair.count, best_.count);
    if (better < 0 || pair.count.arcs == 0) return;
    if (better > 0) equal_.clear();
    const bool is_new = std::none_of(equal_.begin(), equal_.end(), [&](const PairCount& known) {
      return known.sources * pair.count.targets == pair.count.sources * known.targets;
    });
    if (is_new) equal_.push_back(pair.count);
    if (better > 0) best_ = std::move(pair);
  }

  void fill_in(DirectedDensest& answer) const {
    answer.sources = best_.sources;
    answer.targets = best_.targets;
    answer.arcs = best_.count.arcs;
    answer.ratios = bounds_.size();
    answer.flows = flows_;
    auto cover = detail::exact_cover(bounds_, {best_.count.rho(), equal_});
    answer.proven_optimal = cover.has_value();
    answer.bound =
        answer.proven_optimal ? answer.rho() : std::max(answer.rho(), detail::implied_bound(bounds_));
    if (keep_ == KeepSplits::no) return;
    if (!cover) cover = detail::exact_cover(bounds_, {answer.bound});
    LODE_ASSERT_LIGHT(cover.has_value());
    for (const CoveredRatios& each : *cover) answer.splits.push_back(whole_split(each));
  }

  /// The shares of all arcs, of which a bound keeps those of its core.
  RatioSplit whole_split(const CoveredRatios& covered) const {
    const LoadBound& bound = bounds_[covered.bound];
    const auto times = removal_times(all_, {bound.peel_left + 1, bound.peel_right + 1});
    RatioSplit split{covered.from, covered.to, {}, bound.share_denominator};
    split.shares.reserve(all_.edges());
    auto of_core = bound.shares.begin();
    for (Vertex u = 0; u < all_.size(0); ++u) {
      for (const Vertex v : all_.row(0, u)) {
        const Vertex left = times[0][u];
        const Vertex right = times[1][v];
        const bool to_left = left != 0 && (right == 0 || left < right);
        split.shares.push_back(left == 0 && right == 0 ? *of_core++ : to_left ? bound.share_denominator : 0);
      }
    }
    return split;
  }

  const RunContext& run_;
  KeepSplits keep_;
  SideRows all_;
  std::vector<KnownCore> cores_;
  std::vector<LoadBound> bounds_;  ///< first those of all arcs to one end
  VertexPair best_;
  /// Pairs of the rho of the best one, a pair for every ratio; the best one first.
  std::vector<PairCount> equal_;
  std::uint64_t flows_ = 0;
  std::size_t attempts_ = 0;
};

}  // namespace

double DirectedDensest::rho() const {
  return static_cast<double>(PairCount{arcs, sources.size(), targets.size()}.rho());
}

DirectedDensest directed_densest(const Arcs& arcs, const RunContext& run, KeepSplits keep) {
  return PairSearch(arcs, run, keep).solve();
}

}  // namespace lode
