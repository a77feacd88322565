#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include <lode/graph/directed_densest.hpp>

#include "core/assert.hpp"
#include "graph/directed/load_balance.hpp"
#include "graph/directed/ratio_cover.hpp"
#include "graph/directed/ratio_flow.hpp"
#include "graph/directed/two_sides.hpp"

namespace lode {
namespace {

using detail::ArcSplit;
using detail::CoveredRatios;
using detail::LoadBalance;
using detail::LoadBound;
using detail::LogRange;
using detail::PairCount;
using detail::Ratio;
using detail::RatioValue;
using detail::TwoSides;
using detail::VertexPair;

using SharedSides = std::shared_ptr<const TwoSides>;

constexpr long double widest_attempt = 1.5L;  ///< of a range, by its logarithm
constexpr long double widest_core = 4.0L;     ///< beyond, the core of a range is nearly all
/// What a bound is to cover beyond both ends of a range, so that narrow ranges end.
constexpr long double least_overlap = 1e-3L;
constexpr int first_passes = 16;
constexpr int most_passes = 256;
constexpr int passes_before_flow = 48;
constexpr std::size_t most_attempts = 4000;

/// A core, and the range of ratios it was made for.
struct RangeCore {
  LogRange range;
  SharedSides sides;
};

/// A range to be covered, and a part of the graph that holds every better pair of such a ratio.
struct Task {
  LogRange range;
  SharedSides sides;
};

/// What came of a task.
struct Attempt {
  std::optional<LoadBound> bound;
  std::vector<VertexPair> pairs;
  std::uint64_t flows = 0;
};

long double overlap(const LogRange& range) { return std::max(least_overlap, 0.02L * range.width()); }

LogRange widened(const LogRange& range) { return {range.low - overlap(range), range.high + overlap(range)}; }

std::uint64_t whole_part(long double value) { return static_cast<std::uint64_t>(std::floor(value)); }

/// The larger loads a split may have that bounds rho by `level` for all ratios of a range.
struct Target {
  Target(const LogRange& range, long double level) {
    const long double low = std::exp(range.low / 2);
    const long double high = std::exp(range.high / 2);
    x = level / (low + high);
    y = level * low * high / (low + high);
  }
  long double x, y;
};

class PairSearch {
 public:
  PairSearch(const Arcs& arcs, const RunContext& run, KeepSplits keep)
      : run_(run), keep_(keep), all_(std::make_shared<const TwoSides>(detail::all_sides(arcs))) {}

  DirectedDensest solve(const Arcs& arcs) {
    DirectedDensest answer;
    answer.proven_optimal = all_->empty();
    if (all_->empty()) return answer;
    add_stars();
    if (!run_.should_stop()) grow_cores();
    for (const long double excess : {0.1L, 0.01L, 0.0L}) cover(excess);
    fill_in(answer, arcs);
    return answer;
  }

 private:
  // --- what is known at once ---

  /// A vertex and all its neighbours; and the splits that give all arcs to one end.
  void add_stars() {
    std::uint64_t most_out = 0, most_in = 0;
    std::size_t source = 0, target = 0;
    for (std::size_t u = 0; u < all_->left.size(); ++u) {
      if (all_->out_degree(u) > most_out) most_out = all_->out_degree(source = u);
    }
    for (std::size_t v = 0; v < all_->right.size(); ++v) {
      if (all_->in_degree(v) > most_in) most_in = all_->in_degree(target = v);
    }
    VertexPair out, in;
    out.sources = {all_->left[source]};
    for (ArcIndex arc = all_->out_begin[source]; arc < all_->out_begin[source + 1]; ++arc) {
      out.targets.push_back(all_->right[all_->heads[arc]]);
    }
    out.count = {most_out, 1, most_out};
    in.targets = {all_->right[target]};
    for (ArcIndex arc = all_->in_begin[target]; arc < all_->in_begin[target + 1]; ++arc) {
      in.sources.push_back(all_->left[all_->tails[arc]]);
    }
    in.count = {most_in, most_in, 1};
    most_arcs_ = std::max(most_out, most_in);
    const auto x = static_cast<std::int64_t>(most_out);
    const auto y = static_cast<std::int64_t>(most_in);
    bounds_.push_back({x, 0, 1, most_out, 0});
    bounds_.push_back({0, y, 1, 0, most_in});
    take(std::move(out));
    take(std::move(in));
  }

  /// Cores of growing degrees at a few ratios: an [x, y]-core has at least max(x |S|, y |T|) arcs, so that
  /// its rho is at least sqrt(x y).
  void grow_cores() {
    constexpr long double step = 2.0L;
    long double below = 0.0L, above = 0.0L;  // what was looked at, from the middle on
    for (int turn = 0;; ++turn) {
      const auto open = detail::open_ranges(bounds_, {best_.count.rho()});
      if (open.empty() || run_.should_stop()) return;
      if (turn == 0) below = above = open.front().middle();
      const bool up = above < open.back().high && (turn % 2 == 0 || below <= open.front().low);
      if (!up && below <= open.front().low) return;
      grow_core(up ? above : below);
      if (up) above += step;
      if (!up || turn == 0) below -= step;
    }
  }

  void grow_core(long double log_ratio) {
    constexpr long double growth = 1.3L;
    const long double root = std::exp(log_ratio / 2);
    SharedSides sides = all_;
    while (!run_.should_stop()) {
      const long double level = best_.count.rho() * growth;
      auto core = std::make_shared<const TwoSides>(
          detail::core_above(*sides, whole_part(level / root), whole_part(level * root)));
      if (core->empty()) return;
      take({core->left, core->right, {core->num_arcs(), core->left.size(), core->right.size()}});
      sides = std::move(core);
    }
  }

  // --- covering all ratios ---

  /// Covers all ratios for (1 + excess) times the rho of the best pair; with 0 exactly.
  void cover(long double excess) {
    const bool exact = excess == 0.0L;
    for (int passes = first_passes; !run_.should_stop() && attempts_ < most_attempts;) {
      const PairCount best = best_.count;
      const long double level = best.rho() * (1 + excess);
      const std::vector<PairCount> pairs = exact ? equal_ : std::vector<PairCount>();
      const auto open = detail::open_ranges(bounds_, {level, pairs});
      if (open.empty()) return;
      std::vector<Task> tasks;
      for (const LogRange& range : open) divide(range, smallest_core(range), exact, tasks);
      std::vector<Attempt> attempts(tasks.size());
      run_.parallel([&] {
        tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
          if (!run_.should_stop()) {
            attempts[i] = exact ? solve_exactly(tasks[i], pairs) : balance(tasks[i], level, passes);
          }
        });
      });
      attempts_ += tasks.size();
      for (Attempt& attempt : attempts) {
        flows_ += attempt.flows;
        if (attempt.bound) bounds_.push_back(std::move(*attempt.bound));
        for (VertexPair& pair : attempt.pairs) take(std::move(pair));
      }
      run_.report("ratios of source to target sets", static_cast<double>(best_.count.rho()), attempts_);
      if (!exact) {
        passes *= 2;
        if (passes > most_passes) return;
      }
    }
  }

  /// Divides a range into ranges that are narrow enough for an attempt.
  void divide(const LogRange& range, const SharedSides& base, bool exact, std::vector<Task>& tasks) {
    if (run_.should_stop()) return;
    if (range.width() > widest_core) {
      divide({range.low, range.middle()}, base, exact, tasks);
      divide({range.middle(), range.high}, base, exact, tasks);
      return;
    }
    const long double rho = best_.count.rho();
    const LogRange wider = widened(range);
    const std::uint64_t x = whole_part(rho / (2 * std::exp(wider.high / 2)));
    const std::uint64_t y = whole_part(rho * std::exp(wider.low / 2) / 2);
    // A source with less than rho / (2 sqrt a) arcs, or a target with less than rho sqrt a / 2, could be
    // dropped from a pair of ratio a with gain.
    SharedSides core = std::make_shared<const TwoSides>(detail::core_above(*base, x, y));
    if (core->num_arcs() < base->num_arcs() / 4 * 3) {
      cores_.push_back({range, core});
    } else {
      core = base;
    }
    if (range.width() <= widest_attempt || core->empty()) {
      tasks.push_back({range, core});
      return;
    }
    divide({range.low, range.middle()}, core, exact, tasks);
    divide({range.middle(), range.high}, core, exact, tasks);
  }

  SharedSides smallest_core(const LogRange& range) const {
    SharedSides smallest = all_;
    for (const RangeCore& core : cores_) {
      if (core.range.low <= range.low && range.high <= core.range.high &&
          core.sides->num_arcs() <= smallest->num_arcs()) {
        smallest = core.sides;
      }
    }
    return smallest;
  }

  LoadBound peeled_bound(std::uint64_t x, std::uint64_t y) const {
    return {static_cast<std::int64_t>(x), static_cast<std::int64_t>(y), 1, x, y};
  }

  LoadBound balanced_bound(const LoadBalance& loads, std::uint64_t x, std::uint64_t y) const {
    ArcSplit split = loads.split();
    const auto least = [&](std::uint64_t peeled) {
      return static_cast<std::int64_t>(peeled) * split.denominator;
    };
    LoadBound bound{std::max(split.largest_left, least(x)), std::max(split.largest_right, least(y)),
                    split.denominator, x, y};
    if (keep_ == KeepSplits::yes) bound.shares = std::move(split.shares);
    bound.share_denominator = split.denominator;
    return bound;
  }

  /// Balances loads until they are low enough for the whole range.
  Attempt balance(const Task& task, long double level, int passes) const {
    Attempt attempt;
    const Target target(widened(task.range), level);
    const std::uint64_t x = whole_part(target.x);
    const std::uint64_t y = whole_part(target.y);
    const TwoSides core = detail::core_above(*task.sides, x, y);
    if (core.empty()) {
      attempt.bound = peeled_bound(x, y);
      return attempt;
    }
    LoadBalance loads(core, static_cast<double>(target.x), static_cast<double>(target.y));
    loads.run_passes(passes, run_);
    attempt.bound = balanced_bound(loads, x, y);
    attempt.pairs.push_back(loads.best_pair());
    return attempt;
  }

  /// Finds the pair that is in the way of a split for the range, if there is one; else that split.
  Attempt solve_exactly(const Task& task, const std::vector<PairCount>& pairs) const {
    Attempt attempt;
    const LogRange& range = task.range;
    const auto pair_at = [&](long double log_ratio) {
      return std::find_if(pairs.begin(), pairs.end(),
                          [&](const PairCount& pair) { return detail::log_ratio(pair) == log_ratio; });
    };
    const auto at_low = pair_at(range.low);
    const auto at_high = pair_at(range.high);
    const auto at_end = at_low != pairs.end() ? at_low : at_high;
    // A split at t that the pair at an end is in the way of covers as much on this side of t as on the other.
    const long double away = std::max(0.52L * range.width(), least_overlap / 2);
    const long double middle = at_low != pairs.end()    ? range.low + away
                               : at_high != pairs.end() ? range.high - away
                                                        : range.middle();
    const long double play = std::min(0.001L, std::max(least_overlap / 100, 0.01L * range.width()));
    const Ratio t = detail::simplest_between(std::exp(middle - play), std::exp(middle + play));
    const auto p = static_cast<std::int64_t>(t.denominator);
    const auto q = static_cast<std::int64_t>(t.numerator);
    RatioValue guess =
        at_end != pairs.end() ? value_of(*at_end, p, q) : sufficient_value(range, pairs.front().rho(), p, q);
    const std::uint64_t x = guess.floor_times(p);
    const std::uint64_t y = guess.floor_times(q);
    const TwoSides core = detail::core_above(*task.sides, x, y);
    attempt.bound = {p * guess.numerator, q * guess.numerator, guess.denominator, x, y};
    if (core.empty()) return attempt;
    const long double cost = static_cast<long double>(p) * static_cast<long double>(core.left.size()) +
                             static_cast<long double>(q) * static_cast<long double>(core.right.size());
    const long double denominator = std::max(cost, static_cast<long double>(guess.denominator));
    if (denominator * static_cast<long double>(most_arcs_) >= 0x1p61L) {
      attempt.bound.reset();
      return attempt;
    }
    LoadBalance loads(core, guess.times(p), guess.times(q));
    loads.run_passes(passes_before_flow, run_);
    attempt.pairs.push_back(loads.best_pair());
    const RatioValue of_pair = value_of(attempt.pairs.front().count, p, q);
    if (guess < of_pair) guess = of_pair;
    auto optimum = detail::largest_ratio(core, p, q, guess, loads.split(), run_);
    if (!optimum) {
      attempt.bound = balanced_bound(loads, x, y);
      return attempt;
    }
    attempt.flows = optimum->flows;
    attempt.bound = {p * optimum->value.numerator, q * optimum->value.numerator, optimum->value.denominator,
                     x, y};
    attempt.bound->share_denominator = optimum->split.denominator;
    if (keep_ == KeepSplits::yes) attempt.bound->shares = std::move(optimum->split.shares);
    if (optimum->pair) attempt.pairs.push_back(std::move(*optimum->pair));
    return attempt;
  }

  static RatioValue value_of(const PairCount& pair, std::int64_t p, std::int64_t q) {
    return {static_cast<std::int64_t>(pair.arcs),
            p * static_cast<std::int64_t>(pair.sources) + q * static_cast<std::int64_t>(pair.targets)};
  }

  /// A value of e / (p |S| + q |T|) that bounds rho by `level` for all ratios of a range and a little beyond.
  RatioValue sufficient_value(const LogRange& range, long double level, std::int64_t p,
                              std::int64_t q) const {
    const auto at = [&](long double log_a) {
      const long double root = std::exp(log_a / 2);
      return level / (static_cast<long double>(p) * root + static_cast<long double>(q) / root);
    };
    const long double value = std::min(at(widened(range).low), at(widened(range).high));
    // Products with degrees stay below 2^61.
    const int bits = std::min(40 - std::ilogb(value), 60 - static_cast<int>(std::bit_width(most_arcs_)));
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

  void fill_in(DirectedDensest& answer, const Arcs& arcs) {
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
    for (const CoveredRatios& each : *cover) answer.splits.push_back(whole_split(each, arcs));
  }

  /// The shares of all arcs, of which a bound keeps those of its core.
  RatioSplit whole_split(const CoveredRatios& covered, const Arcs& arcs) const {
    const LoadBound& bound = bounds_[covered.bound];
    const detail::RemovalTimes times = detail::peel(*all_, bound.peel_left, bound.peel_right);
    RatioSplit split;
    split.from = {covered.from.numerator, covered.from.denominator};
    split.to = {covered.to.numerator, covered.to.denominator};
    split.denominator = bound.share_denominator;
    split.shares.reserve(arcs.num_arcs());
    std::size_t of_core = 0;
    for (std::size_t u = 0; u < all_->left.size(); ++u) {
      for (ArcIndex arc = all_->out_begin[u]; arc < all_->out_begin[u + 1]; ++arc) {
        const std::uint32_t left = times.left[u];
        const std::uint32_t right = times.right[all_->heads[arc]];
        const bool stays = left == 0 && right == 0;
        const bool to_left = left != 0 && (right == 0 || left < right);
        split.shares.push_back(stays ? bound.shares[of_core++] : to_left ? bound.share_denominator : 0);
      }
    }
    return split;
  }

  const RunContext& run_;
  KeepSplits keep_;
  SharedSides all_;
  std::vector<RangeCore> cores_;
  std::vector<LoadBound> bounds_;
  VertexPair best_;
  std::vector<PairCount>
      equal_;  ///< pairs of the rho of the best one, a pair for every ratio; the best one first
  std::uint64_t most_arcs_ = 0;  ///< of a vertex, on one side
  std::uint64_t flows_ = 0;
  std::size_t attempts_ = 0;
};

}  // namespace

double DirectedDensest::rho() const {
  return static_cast<double>(PairCount{arcs, sources.size(), targets.size()}.rho());
}

DirectedDensest directed_densest(const Arcs& arcs, const RunContext& run, KeepSplits keep) {
  return PairSearch(arcs, run, keep).solve(arcs);
}

}  // namespace lode
