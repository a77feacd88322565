#include "bounds/dual/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "bounds/dual/alternation.hpp"

namespace lode::subgraph::dual {
namespace {

/// Nested cores fall by this in size, down to so many vertices or this times s.
constexpr double core_ratio = 2.0;
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
/// Steps of Lanczos' method for the largest eigenvalue: where the bound should reach the target, and where it
/// is the best so far and has come this near.
constexpr Index careful_steps = 40;
constexpr Index quick_steps = 12;
constexpr double careful_gap = 1.06;

/// Where a careful look finds the eigenvalue larger by this part, others are missed too.
constexpr double missed_part = 0.003;

/// Work after which the pace of the call counts as much as the pace that was known before.
constexpr double measured_work = 5e7;

/// Of a matrix's entry: V, its symmetric part, Y where every row is in use, and the best point twice.
constexpr double matrix_bytes = 20.0;

}  // namespace

class DualSearch::Levels {
 public:
  explicit Levels(Relaxation relaxation) : whole_(std::move(relaxation)), relaxation_(&whole_) {
    const auto size = static_cast<Vertex>(whole_.size() - whole_.dummies);
    cores_ = {size};
    const double least = std::max(smallest_core, smallest_core_sizes * whole_.s);
    for (double part = size / core_ratio; part >= least; part /= core_ratio) {
      cores_.push_back(static_cast<Vertex>(part));
    }
    std::reverse(cores_.begin(), cores_.end());
  }

  const DualResult& go_on(const DualOptions& options, const RunContext& run) {
    options_ = &options;
    run_ = &run;
    target_ = options.target;
    most_ = spent() + options.work;
    const double before = before_call_ = spent();
    begun_ = run.elapsed();
    const std::uint64_t iterations = done_iterations_ + (level_ ? level_->iterations() : 0);
    result_.enough = result_.stalled = false;
    if (!level_ && !stops(0.0)) take_level(std::make_unique<Alternation>(whole_, cores_[0], nullptr));
    while (level_ && core_ + 1 < cores_.size() && iterate_until([&] { return ends_core(); }) && !stops(0.0)) {
      ++core_;
      take_level(std::make_unique<Alternation>(whole_, cores_[core_], level_.get()));
    }
    if (level_ && core_ + 1 == cores_.size()) iterate_until([&] { return !look(); });
    if (level_) {
      result_.dummies_used = level_->dummies_used();
      if (!result_.enough && !result_.best.multipliers.empty() && !run.interrupted()) settle_best();
      result_.iterations = done_iterations_ + level_->iterations() - iterations;
      level_->rest();
    }
    result_.work = spent() - before;
    return result_;
  }

  const Relaxation& relaxation() const { return whole_; }

  std::size_t bytes() const {
    return (level_ ? level_->bytes() : 0) + result_.best.multipliers.size() * sizeof(float);
  }

 private:
  double spent() const { return done_ + (level_ ? level_->work() : 0.0); }
  /// Whether work or time does not suffice for so much more work, and the proof. The time goes by the pace of
  /// this call: a machine that does other things, too, is slower.
  bool stops(double next) const {
    if (spent() + next > most_ || run_->should_stop()) return true;
    if (std::isinf(run_->time_limit())) return false;
    const double seconds = run_->elapsed() - begun_ + measured_work * options_->pace;
    const double pace = seconds / (spent() - before_call_ + measured_work);
    return run_->time_left() < pace * (next + options_->reserve);
  }

  /// Iterates until `ends` says so, which is asked at every look at the bound; false if work or time ends
  /// first.
  bool iterate_until(const std::function<bool()>& ends) {
    while (true) {
      const double before = spent();
      const bool rate = (level_->iterations() + 1) % look_iterations == 0;
      if (stops(last_price_)) return false;
      if (!level_->iterate(rate, [&] { return run_->should_stop(); })) return false;
      last_price_ = level_->iterations() > 1 ? spent() - before : 0.0;
      if (!rate) continue;
      if (options_->progress) {
        options_->progress(static_cast<std::size_t>(level_->size()), level_->iterations());
      }
      if (ends()) return true;
    }
  }

  /// Whether a smaller core has served.
  bool ends_core() {
    const double bound = level_->bound(level_->eigenvalue());
    const double before = std::exchange(last_bound_, bound);
    return bound < core_gap * options_->known || before - bound < core_gain * options_->known ||
           level_->iterations() >= core_iterations;
  }

  /// False if the search ends here.
  bool look() {
    double eigenvalue = level_->eigenvalue();
    double bound = level_->bound(eigenvalue);
    ++looks_;
    const bool removes = looks_ >= next_removal_ && removes_rows(bound);
    const bool promising = bound <= target_ || removes;
    if (promising || bound < result_.best.bound) {
      const Alternation::Rows u = level_->multipliers();
      if (promising || bound < careful_gap * options_->known) {
        const Index steps = promising ? careful_steps : quick_steps;
        eigenvalue = std::max(eigenvalue, level_->careful_eigenvalue(u.data(), steps));
        bound = level_->bound(eigenvalue);
        if (eigenvalue > (1.0 + missed_part) * level_->eigenvalue()) level_->look_further();
      }
      const bool is_best = bound < result_.best.bound;
      if (is_best) result_.best = {{u.data(), u.data() + u.size()}, eigenvalue, bound};
      if ((bound <= target_ || (removes && is_best)) && is_enough(bound <= target_)) return false;
    }
    if (looks_ - last_fall_ < stalled_looks) return true;
    // Without a finite bound the difference is no number.
    result_.stalled = !(before_ - result_.best.bound >= stalled_gain * options_->known);
    before_ = result_.best.bound;
    last_fall_ = looks_;
    return !result_.stalled;
  }

  /// Has the best point judged; goes on with the rows that it leaves.
  bool is_enough(bool reached_target) {
    const DualVerdict verdict = options_->judge(*relaxation_, result_.best, DualMoment::look);
    result_.enough = verdict.enough;
    if (verdict.enough) return true;
    target_ = verdict.target;
    next_removal_ = looks_ + removal_looks;
    if (!verdict.rows.empty()) {
      go_on_with(verdict.rows);
    } else if (reached_target) {
      level_->look_further();
    }
    return false;
  }

  /// Whether enough rows hold no set above the limit, if the eigenvalue known is right.
  bool removes_rows(double bound) const {
    if (options_->limit < 0.0) return false;
    const std::vector<double>& sums = level_->row_sums();
    double last = 0.0;
    sum_of_largest(sums, relaxation_->s, &last);
    const auto gone = std::count_if(sums.begin(), sums.end(), [&](double sum) {
      return bound - std::max(0.0, last - sum) <= options_->limit;
    });
    return static_cast<double>(gone) >= removed_part * static_cast<double>(sums.size());
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
    next_removal_ = looks_ + 1;
  }

  void take_level(std::unique_ptr<Alternation> next) {
    if (level_) {
      done_ += level_->work();
      done_iterations_ += level_->iterations();
    }
    last_bound_ = std::numeric_limits<double>::infinity();
    level_ = std::move(next);
  }

  /// The best point's eigenvalue may have been missed.
  void settle_best() {
    const double eigenvalue = level_->careful_eigenvalue(result_.best.multipliers.data(), careful_steps);
    const double missed = std::max(0.0, eigenvalue - result_.best.eigenvalue);
    result_.best.eigenvalue += missed;
    result_.best.bound += missed * relaxation_->s;
    result_.enough = options_->judge(*relaxation_, result_.best, DualMoment::end).enough;
  }

  const Relaxation whole_;
  std::unique_ptr<const Relaxation> left_;  ///< what is left of that once rows have gone
  const Relaxation* relaxation_;            ///< the last of them
  const DualOptions* options_ = nullptr;    ///< of this call
  const RunContext* run_ = nullptr;         ///< of this call
  double target_ = 0.0;
  double most_ = 0.0;          ///< work, when this call ends
  double before_call_ = 0.0;   ///< work before this call
  double begun_ = 0.0;         ///< seconds of the run at the begin of this call
  std::vector<Vertex> cores_;  ///< increasing
  std::size_t core_ = 0;       ///< the one of the level
  std::unique_ptr<Alternation> level_;
  double last_bound_ = std::numeric_limits<double>::infinity();  ///< of a smaller core, at the last look
  DualResult result_ = {.best = {{}, 0.0, std::numeric_limits<double>::infinity()}};
  double done_ = 0.0;                  ///< work on earlier levels
  std::uint64_t done_iterations_ = 0;  ///< on earlier levels
  double last_price_ = 0.0;
  int looks_ = 0;  ///< at the bound of the whole core
  int last_fall_ = 0;
  int next_removal_ = 0;
  double before_ = std::numeric_limits<double>::infinity();  ///< the best bound at the last fall
};

DualSearch::DualSearch(Relaxation relaxation) : levels_(std::make_unique<Levels>(std::move(relaxation))) {}
DualSearch::~DualSearch() = default;

const DualResult& DualSearch::go_on(const DualOptions& options, const RunContext& run) {
  return levels_->go_on(options, run);
}

const Relaxation& DualSearch::relaxation() const { return levels_->relaxation(); }
std::size_t DualSearch::bytes() const { return levels_->bytes(); }

double solver_bytes(std::size_t n) { return matrix_bytes * static_cast<double>(n) * static_cast<double>(n); }

}  // namespace lode::subgraph::dual
