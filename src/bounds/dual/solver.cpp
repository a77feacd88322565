#include "bounds/dual/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "bounds/dual/alternation.hpp"
#include "bounds/dual/float_rows.hpp"

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
/// Reserves are tried every so many looks, where the gap is below this part of the average degree.
constexpr int reserve_looks = 7;
constexpr double reserve_gap = 0.25;

/// Steps of Lanczos' method for the largest eigenvalue: where the bound should reach the target, and where it
/// is the best so far and has come this near.
constexpr long careful_steps = 40;
constexpr long quick_steps = 12;
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
    const Vertex size = core_size();
    cores_ = {size};
    const double least = std::max(smallest_core, smallest_core_sizes * whole_.s);
    for (double part = size / core_ratio; part >= least; part /= core_ratio) {
      cores_.push_back(static_cast<Vertex>(part));
    }
    std::reverse(cores_.begin(), cores_.end());
  }

  Levels(Relaxation relaxation, const Levels& other)
      : whole_(std::move(relaxation)), relaxation_(&whole_), cores_({core_size()}) {
    const Vertex dummies = std::min(whole_.dummies, other.whole_.dummies);
    const Vertex before = static_cast<Vertex>(other.level_->size()) - other.whole_.dummies;
    const Vertex shared = std::min(core_size(), before);
    std::vector<std::size_t> rows(whole_.dummies + shared, 0);
    std::iota(rows.end() - (dummies + shared), rows.end(), std::size_t{other.whole_.dummies - dummies});
    level_ = std::make_unique<Alternation>(whole_, *other.level_, rows);
    if (shared < core_size()) level_ = std::make_unique<Alternation>(whole_, core_size(), level_.get());
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
    while (level_ && core_ + 1 < cores_.size() && work_on_smaller() && !stops(0.0)) {
      ++core_;
      take_level(std::make_unique<Alternation>(whole_, cores_[core_], level_.get()));
    }
    if (level_ && core_ + 1 == cores_.size()) work_on_whole();
    if (level_) {
      result_.dummies_used = level_->rank() > 0 ? level_->dummies_used() : 0.0;
      if (!result_.enough && !result_.best.multipliers.empty() && !run.interrupted()) settle_best();
      result_.iterations = done_iterations_ + level_->iterations() - iterations;
      level_->rest();
    }
    result_.work = spent() - before;
    return result_;
  }

  const Relaxation& relaxation() const { return whole_; }

  bool serves(const Relaxation& relaxation) const {
    if (left_ || !level_ || level_->rank() == 0 || level_->row_sums().empty()) return false;
    const bool dummies = relaxation.dummies <= whole_.dummies || whole_.dummies > 0;
    const bool near =
        static_cast<double>(relaxation.size()) <= core_ratio * static_cast<double>(level_->size());
    return dummies && near && relaxation.unit == whole_.unit;
  }

  std::size_t bytes() const {
    return (level_ ? level_->bytes() : 0) + result_.best.multipliers.size() * sizeof(float);
  }

 private:
  Vertex core_size() const { return static_cast<Vertex>(whole_.size() - whole_.dummies); }

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

  /// Whether the bound is looked at in the next iteration.
  bool rates_next() const { return (level_->iterations() + 1) % look_iterations == 0; }

  /// False if the search ends here.
  bool iterate(bool rate) {
    const double before = spent();
    if (stops(last_price_)) return false;
    if (!level_->iterate(rate, [&] { return run_->should_stop(); })) return false;
    last_price_ = level_->iterations() > 1 ? spent() - before : 0.0;
    return true;
  }

  void report(double bound) const {
    if (!options_->progress) return;
    options_->progress(static_cast<std::size_t>(level_->size()), level_->iterations(), bound, spent());
  }

  bool work_on_smaller() {
    while (true) {
      const bool rate = rates_next();
      if (!iterate(rate)) return false;
      if (!rate) continue;
      const double bound = level_->bound(level_->eigenvalue());
      report(bound);
      const bool enough =
          bound < core_gap * options_->known || last_bound_ - bound < core_gain * options_->known;
      if (enough || level_->iterations() >= core_iterations) return true;
      last_bound_ = bound;
    }
  }

  /// The whole core, and what is left of it, until work or time is over, a verdict says so or the bound
  /// stalls.
  void work_on_whole() {
    while (true) {
      const bool rate = rates_next();
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
    if (promising || (bound < result_.best.bound && bound < careful_gap * options_->known)) {
      eigenvalue = level_->careful_eigenvalue(promising ? careful_steps : quick_steps);
      bound = level_->bound(eigenvalue);
      if (eigenvalue > (1.0 + missed_part) * level_->eigenvalue()) level_->look_further();
    }
    const bool is_best = bound < result_.best.bound;
    if (is_best) keep(eigenvalue, bound);
    const bool reached = bound <= target_;
    if (reached || ((removes || by_reserves) && is_best)) {
      const DualMoment moment = by_reserves ? DualMoment::reserves
                                : removes   ? DualMoment::rows
                                            : DualMoment::target;
      const DualVerdict verdict = options_->judge(*relaxation_, result_.best, moment);
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
    // Without a finite bound the difference is no number.
    result_.stalled = !(before_ - result_.best.bound >= stalled_gain * options_->known);
    if (result_.stalled) return false;
    before_ = result_.best.bound;
    last_fall_ = looks_;
    return true;
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

  bool reserves_help(double bound) const {
    const double average_degree = 2.0 * options_->known / relaxation_->s;
    return options_->limit > 0.0 && bound - options_->limit < reserve_gap * average_degree;
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
      done_iterations_ += level_->iterations();
    }
    last_bound_ = std::numeric_limits<double>::infinity();
    level_ = std::move(next);
  }

  /// The best point's eigenvalue may have been missed.
  void settle_best() {
    const double eigenvalue = level_->careful_eigenvalue_of(result_.best.multipliers.data(), careful_steps);
    const double missed = std::max(0.0, eigenvalue - result_.best.eigenvalue);
    result_.best.eigenvalue += missed;
    result_.best.bound += missed * relaxation_->s;
    result_.enough = options_->judge(*relaxation_, result_.best, DualMoment::end).enough;
  }

  void keep(double eigenvalue, double bound) {
    const Alternation::Rows u = level_->multipliers();
    result_.best.multipliers.assign(u.data(), u.data() + u.size());
    result_.best.eigenvalue = eigenvalue;
    result_.best.bound = bound;
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
  int next_reserves_ = reserve_looks;
  double before_ = std::numeric_limits<double>::infinity();  ///< the best bound at the last fall
};

DualSearch::DualSearch(Relaxation relaxation) : levels_(std::make_unique<Levels>(std::move(relaxation))) {}
DualSearch::DualSearch(Relaxation relaxation, const DualSearch& other)
    : levels_(std::make_unique<Levels>(std::move(relaxation), *other.levels_)) {}
DualSearch::~DualSearch() = default;

const DualResult& DualSearch::go_on(const DualOptions& options, const RunContext& run) {
  return levels_->go_on(options, run);
}

const Relaxation& DualSearch::relaxation() const { return levels_->relaxation(); }
bool DualSearch::serves(const Relaxation& relaxation) const { return levels_->serves(relaxation); }
std::size_t DualSearch::bytes() const { return levels_->bytes(); }

double solver_bytes(std::size_t n) { return matrix_bytes * static_cast<double>(n) * static_cast<double>(n); }

}  // namespace lode::subgraph::dual
