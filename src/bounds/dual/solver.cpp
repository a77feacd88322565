#include "bounds/dual/solver.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "bounds/dual/alternation.hpp"
#include "bounds/dual/float_rows.hpp"

namespace lode::subgraph::dual {
namespace {

/// Nested cores fall by this in size, down to so many vertices or this times s.
constexpr double core_ratio = 3.0;
constexpr double smallest_core = 250.0;
constexpr double smallest_core_sizes = 2.0;
/// The bound is looked at every so many iterations.
constexpr std::uint64_t look_iterations = 3;
/// A smaller core is left after so many iterations, at so small a gap, or when a look gains less than this
/// part of the known weight.
constexpr std::uint64_t core_iterations = 18;
constexpr double core_gap = 1.02;
constexpr double core_gain = 0.003;
/// The whole core is left when so many looks together gain less than this.
constexpr int stalled_looks = 8;
constexpr double stalled_gain = 0.0005;

/// Rows are let go when this part of them can be. After a proof that let none go so many looks pass.
constexpr double removed_part = 0.04;
constexpr int removal_looks = 4;
/// Reserves are tried every so many looks, where the gap is below this part of the average degree.
constexpr int reserve_looks = 7;
constexpr double reserve_gap = 0.25;

/// Steps of Lanczos' method for the largest eigenvalue: where the bound should reach the target, and where it
/// is the best so far and has come this near.
constexpr long careful_steps = 40;
constexpr long quick_steps = 12;
constexpr double careful_gap = 1.06;

class NestedSearch {
 public:
  NestedSearch(const Relaxation& relaxation, const DualOptions& options, const RunContext& run)
      : relaxation_(&relaxation), options_(options), target_(options.target), run_(run) {
    result_.best.bound = std::numeric_limits<double>::infinity();
  }

  DualResult solve() {
    const std::vector<Vertex> cores = nested_cores();
    for (std::size_t i = 0; i < cores.size() && !stops(0.0); ++i) {
      auto next = std::make_unique<Alternation>(*relaxation_, cores[i], level_.get());
      take_level(std::move(next));
      const bool whole = i + 1 == cores.size();
      if (whole) work_on_whole();
      if (!whole && !work_on_smaller()) break;
    }
    if (level_) {
      result_.dummies_used = level_->rank() > 0 ? level_->dummies_used() : 0.0;
      if (!result_.enough && !result_.best.multipliers.empty() && !run_.interrupted()) settle_best();
      result_.iterations += level_->iterations();
      result_.work = done_ + level_->work();
    }
    return std::move(result_);
  }

 private:
  std::vector<Vertex> nested_cores() const {
    const auto whole = static_cast<Vertex>(relaxation_->size() - relaxation_->dummies);
    std::vector<Vertex> cores = {whole};
    const double least = std::max(smallest_core, smallest_core_sizes * relaxation_->s);
    for (double size = whole / core_ratio; size >= least; size /= core_ratio) {
      cores.push_back(static_cast<Vertex>(size));
    }
    std::reverse(cores.begin(), cores.end());
    return cores;
  }

  double spent() const { return done_ + (level_ ? level_->work() : 0.0); }
  bool stops(double next) const { return spent() + next > options_.work || run_.should_stop(); }

  /// False if the search ends here.
  bool iterate(bool rate) {
    const double before = spent();
    if (stops(last_price_)) return false;
    if (!level_->iterate(rate, [&] { return run_.should_stop(); })) return false;
    last_price_ = level_->iterations() > 1 ? spent() - before : 0.0;
    return true;
  }

  void report(double bound) const {
    if (!options_.progress) return;
    options_.progress(static_cast<std::size_t>(level_->size()), level_->iterations(), bound, spent());
  }

  bool work_on_smaller() {
    double last = std::numeric_limits<double>::infinity();
    for (std::uint64_t i = 1;; ++i) {
      const bool rate = i % look_iterations == 0;
      if (!iterate(rate)) return false;
      if (!rate) continue;
      const double bound = level_->bound(level_->eigenvalue());
      report(bound);
      const bool enough = bound < core_gap * options_.known || last - bound < core_gain * options_.known;
      if (enough || i >= core_iterations) return true;
      last = bound;
    }
  }

  /// The whole core, and what is left of it, until work or time is over, a verdict says so or the bound
  /// stalls.
  void work_on_whole() {
    for (std::uint64_t i = 1;; ++i) {
      const bool rate = i % look_iterations == 0;
      if (!iterate(rate)) return;
      if (rate && !look()) return;
    }
  }

  /// False if the search ends here.
  bool look() {
    double eigenvalue = level_->eigenvalue();
    double bound = level_->bound(eigenvalue);
    report(bound);
    ++looks_;
    const bool removes = looks_ >= next_removal_ && removes_rows(bound);
    const bool by_reserves = looks_ >= next_reserves_ && reserves_help(bound);
    const bool promising = bound <= target_ || removes || by_reserves;
    if (promising || (bound < result_.best.bound && bound < careful_gap * options_.known)) {
      eigenvalue = level_->careful_eigenvalue(promising ? careful_steps : quick_steps);
      bound = level_->bound(eigenvalue);
    }
    const bool is_best = bound < result_.best.bound;
    if (is_best) keep(eigenvalue, bound);
    const bool reached = bound <= target_;
    if (reached || ((removes || by_reserves) && is_best)) {
      const DualMoment moment = by_reserves ? DualMoment::reserves
                                : removes   ? DualMoment::rows
                                            : DualMoment::target;
      const DualVerdict verdict = options_.judge(*relaxation_, result_.best, moment);
      if (verdict.enough) {
        result_.enough = true;
        return false;
      }
      target_ = verdict.target;
      next_removal_ = looks_ + removal_looks;
      next_reserves_ = looks_ + reserve_looks;
      if (!verdict.rows.empty()) {
        go_on_with(verdict.rows);
        return true;
      }
      if (reached) level_->look_further();
    }
    if (looks_ - last_fall_ < stalled_looks) return true;
    result_.stalled = before_ - result_.best.bound < stalled_gain * options_.known;
    if (result_.stalled) return false;
    before_ = result_.best.bound;
    last_fall_ = looks_;
    return true;
  }

  /// Whether enough rows hold no set above the limit, if the eigenvalue known is right.
  bool removes_rows(double bound) const {
    if (options_.limit < 0.0) return false;
    const std::vector<double>& sums = level_->row_sums();
    double last = 0.0;
    sum_of_largest(sums, relaxation_->s, &last);
    const auto gone = std::count_if(sums.begin(), sums.end(), [&](double sum) {
      return bound - std::max(0.0, last - sum) <= options_.limit;
    });
    return static_cast<double>(gone) >= removed_part * static_cast<double>(sums.size());
  }

  bool reserves_help(double bound) const {
    const double average_degree = 2.0 * options_.known / relaxation_->s;
    return options_.limit > 0.0 && bound - options_.limit < reserve_gap * average_degree;
  }

  void go_on_with(const std::vector<std::size_t>& rows) {
    auto left = std::make_unique<Relaxation>(restricted(*relaxation_, rows));
    take_level(std::make_unique<Alternation>(*left, *level_, rows));
    left_ = std::move(left);
    relaxation_ = left_.get();
    result_.best = {};
    result_.best.bound = std::numeric_limits<double>::infinity();
    before_ = result_.best.bound;
    last_fall_ = looks_;
    next_reserves_ = looks_ + 1;
    next_removal_ = looks_ + 1;
  }

  void take_level(std::unique_ptr<Alternation> next) {
    if (level_) {
      done_ += level_->work();
      result_.iterations += level_->iterations();
    }
    level_ = std::move(next);
  }

  /// The best point's eigenvalue may have been missed.
  void settle_best() {
    const double eigenvalue = level_->careful_eigenvalue_of(result_.best.multipliers.data(), careful_steps);
    const double missed = std::max(0.0, eigenvalue - result_.best.eigenvalue);
    result_.best.eigenvalue += missed;
    result_.best.bound += missed * relaxation_->s;
    result_.enough = options_.judge(*relaxation_, result_.best, DualMoment::end).enough;
  }

  void keep(double eigenvalue, double bound) {
    const Alternation::Rows u = level_->multipliers();
    result_.best.multipliers.assign(u.data(), u.data() + u.size());
    result_.best.eigenvalue = eigenvalue;
    result_.best.bound = bound;
  }

  const Relaxation* relaxation_;
  std::unique_ptr<const Relaxation> left_;  ///< that, once rows have gone
  const DualOptions& options_;
  double target_;
  const RunContext& run_;
  std::unique_ptr<Alternation> level_;
  DualResult result_;
  double done_ = 0.0;
  double last_price_ = 0.0;
  int looks_ = 0;  ///< at the bound of the whole core
  int last_fall_ = 0;
  int next_removal_ = 0;
  int next_reserves_ = reserve_looks;
  double before_ = std::numeric_limits<double>::infinity();  ///< the best bound at the last fall
};

}  // namespace

DualResult solve_dual(const Relaxation& relaxation, const DualOptions& options, const RunContext& run) {
  return NestedSearch(relaxation, options, run).solve();
}

}  // namespace lode::subgraph::dual
