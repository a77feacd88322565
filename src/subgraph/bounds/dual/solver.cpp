#include "subgraph/bounds/dual/solver.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "subgraph/bounds/dual/alternation.hpp"

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

/// Steps of Lanczos' method for the largest eigenvalue: where the bound should reach the target, and where it
/// is the best so far and has come this near.
constexpr long careful_steps = 40;
constexpr long quick_steps = 12;
constexpr double careful_gap = 1.06;

class NestedSearch {
 public:
  NestedSearch(const Relaxation& relaxation, const DualOptions& options, const RunContext& run)
      : relaxation_(relaxation), options_(options), run_(run) {
    result_.best.bound = std::numeric_limits<double>::infinity();
  }

  DualResult solve() {
    const std::vector<Vertex> cores = nested_cores();
    for (std::size_t i = 0; i < cores.size() && !stops(0.0); ++i) {
      auto next = std::make_unique<Alternation>(relaxation_, cores[i], level_.get());
      if (level_) {
        done_ += level_->work();
        result_.iterations += level_->iterations();
      }
      level_ = std::move(next);
      const bool whole = i + 1 == cores.size();
      if (whole ? !work_on_whole() : !work_on_smaller(cores[i])) break;
    }
    if (level_) {
      result_.dummies_used = level_->rank() > 0 ? level_->dummies_used() : 0.0;
      if (!result_.accepted && !result_.best.multipliers.empty()) settle_best();
      result_.iterations += level_->iterations();
      result_.work = done_ + level_->work();
    }
    return std::move(result_);
  }

 private:
  std::vector<Vertex> nested_cores() const {
    const auto whole = static_cast<Vertex>(relaxation_.places.size());
    std::vector<Vertex> cores = {whole};
    const double least = std::max(smallest_core, smallest_core_sizes * relaxation_.s);
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
    options_.progress(static_cast<Vertex>(level_->size()), level_->iterations(), bound, spent());
  }

  bool work_on_smaller(Vertex) {
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

  bool work_on_whole() {
    double before = std::numeric_limits<double>::infinity();
    int looks = 0;
    for (std::uint64_t i = 1;; ++i) {
      const bool rate = i % look_iterations == 0;
      if (!iterate(rate)) return false;
      if (!rate) continue;
      double eigenvalue = level_->eigenvalue();
      double bound = level_->bound(eigenvalue);
      report(bound);
      const bool reached = bound <= options_.target;
      if (reached || (bound < result_.best.bound && bound < careful_gap * options_.known)) {
        eigenvalue = level_->careful_eigenvalue(reached ? careful_steps : quick_steps);
        bound = level_->bound(eigenvalue);
      }
      if (bound < result_.best.bound) keep(eigenvalue, bound);
      if (reached && bound <= options_.target) {
        if (options_.accept(result_.best)) {
          result_.accepted = true;
          return false;
        }
        level_->look_further();
      }
      if (++looks < stalled_looks) continue;
      result_.stalled = before - result_.best.bound < stalled_gain * options_.known;
      if (result_.stalled) return false;
      before = result_.best.bound;
      looks = 0;
    }
  }

  /// The best point's eigenvalue may have been missed.
  void settle_best() {
    const double eigenvalue = level_->careful_eigenvalue_of(result_.best.multipliers.data(), careful_steps);
    const double missed = std::max(0.0, eigenvalue - result_.best.eigenvalue);
    result_.best.eigenvalue += missed;
    result_.best.bound += missed * relaxation_.s;
  }

  void keep(double eigenvalue, double bound) {
    const Alternation::Rows u = level_->multipliers();
    result_.best.multipliers.assign(u.data(), u.data() + u.size());
    result_.best.eigenvalue = eigenvalue;
    result_.best.bound = bound;
  }

  const Relaxation& relaxation_;
  const DualOptions& options_;
  const RunContext& run_;
  std::unique_ptr<Alternation> level_;
  DualResult result_;
  double done_ = 0.0;
  double last_price_ = 0.0;
};

}  // namespace

DualResult solve_dual(const Relaxation& relaxation, const DualOptions& options, const RunContext& run) {
  return NestedSearch(relaxation, options, run).solve();
}

}  // namespace lode::subgraph::dual
