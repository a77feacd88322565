#include "bounds/dual/solver.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "bounds/dual/alternation.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph::dual {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
const DualPoint no_point{{}, 0.0, infinite};

/// Ratio of the sizes of nested cores, and least size: vertices, or multiple of s.
constexpr double core_ratio = 2.0;
constexpr double smallest_core = 250.0;
constexpr double smallest_core_sizes = 2.0;
/// Iterations between bound checks.
constexpr std::uint64_t look_iterations = 3;
/// A smaller core ends after this number of iterations, at this gap, or when a look gains less than this part
/// of the known weight.
constexpr std::uint64_t core_iterations = 18;
constexpr double core_gap = 1.02;
constexpr double core_gain = 0.003;
/// The whole core ends when this number of checks gains less than this part of the known weight.
constexpr int stalled_looks = 8;
constexpr double stalled_gain = 0.0005;

/// Least part of the rows that a removal takes, and looks between attempts.
constexpr double removed_part = 0.04;
constexpr int removal_looks = 4;
/// Steps of Lanczos' method for the largest eigenvalue: of a bound that should reach the target, and of the
/// best bound within a gap.
constexpr Index careful_steps = 40;
constexpr Index quick_steps = 12;
constexpr double careful_gap = 1.06;
/// Excess of a careful eigenvalue, as a part, that shows that further eigenvectors are missing.
constexpr double missed_part = 0.003;

/// Time and work of a proof that are held back, in proofs.
constexpr double proof_room = 1.5;
/// Work after which the pace of the call has the weight of the pace known before.
constexpr double measured_work = 5e7;
/// Work from which a pace is measured.
constexpr double least_measured_work = 2e7;

/// Bytes of an entry of the matrix: V, its symmetric part, Y with every row in use, and the best point twice.
constexpr double matrix_bytes = 20.0;

/// Just below the next integer above a weight: a set of less is no heavier.
double no_heavier(double weight, bool integral) {
  return integral ? std::nextafter(std::floor(weight) + 1.0, 0.0) : weight;
}

DualPart part_on(const BoundLedger& ledger, const CoreParts& parts, const OutsidePlan& plan, Vertex s) {
  DualPart on{parts.part(plan.cut), plan.outside, s, plan.dummies};
  on.outside.each = dummy_value(on.part.outside, ledger.graph().integral());
  return on;
}

}  // namespace

DualSearch::DualSearch(const BoundLedger& ledger, const CoreParts& parts, const OutsidePlan& plan, Vertex s)
    : on_(part_on(ledger, parts, plan, s)),
      whole_(make_relaxation(on_.part, on_.part.inward(parts.order().subspan(plan.cut.begin)), s,
                             plan.dummies, on_.outside.each)),
      relaxation_(&whole_),
      expected_(plan.expected),
      s_(s),
      integral_(ledger.graph().integral()),
      best_(no_point) {
  const auto size = static_cast<Vertex>(whole_.size() - whole_.dummies);
  cores_ = {size};
  const double least = std::max(smallest_core, smallest_core_sizes * s_);
  for (double part = size / core_ratio; part >= least; part /= core_ratio) {
    cores_.push_back(static_cast<Vertex>(part));
  }
  std::reverse(cores_.begin(), cores_.end());
}

DualSearch::~DualSearch() = default;

void DualSearch::solve(BoundLedger& ledger, Findings& findings, const DualRequest& request, double pace,
                       const RunContext& run) {
  ledger_ = &ledger;
  findings_ = &findings;
  run_ = &run;
  goals_ = request.goals;
  incumbent_ = std::max(incumbent_, request.incumbent);
  known_ = request.known / unit();
  const double proving = proof_work(whole_.size());
  reserve_ = proof_room * proving;
  pace_ = pace;
  before_ = spent();
  most_ = before_ + request.work - proving;
  begun_ = run.elapsed();
  enough_ = stalled_ = false;
  const double spent_before = findings.spent;
  run.parallel([&] { search(); });
  findings.spent += spent() - before_;
  const double done = findings.spent - spent_before;
  if (done >= least_measured_work) findings.pace = (run.elapsed() - begun_) / done;
  remember_rest();
}

void DualSearch::search() {
  if (!level_ && !stops(0.0)) take_level(std::make_unique<Alternation>(whole_, cores_[0], nullptr));
  while (level_ && core_ + 1 < cores_.size() && iterate_until([&] { return ends_core(); }) && !stops(0.0)) {
    ++core_;
    take_level(std::make_unique<Alternation>(whole_, cores_[core_], level_.get()));
  }
  if (!level_) return;
  if (core_ + 1 == cores_.size()) iterate_until([&] { return !look(); });
  if (!enough_ && !best_.multipliers.empty() && !run_->interrupted()) settle_best();
  level_->rest();
}

/// True if work or time does not suffice for the next work and the proof. Time is predicted by the pace of
/// this call, because other programs may slow down the machine.
bool DualSearch::stops(double next) const {
  if (spent() + next > most_ || run_->should_stop()) return true;
  if (std::isinf(run_->time_limit())) return false;
  const double seconds = run_->elapsed() - begun_ + measured_work * pace_;
  return run_->time_left() < seconds / (spent() - before_ + measured_work) * (next + reserve_);
}

/// Iterates until `ends`, called at every bound check, is true; false if work or time ends first.
bool DualSearch::iterate_until(const std::function<bool()>& ends) {
  while (true) {
    const double before = spent();
    const bool rate = (level_->iterations() + 1) % look_iterations == 0;
    if (stops(last_price_)) return false;
    if (!level_->iterate(rate, [&] { return run_->should_stop(); })) return false;
    last_price_ = level_->iterations() > 1 ? spent() - before : 0.0;
    if (!rate) continue;
    if (run_->wants_progress()) {
      run_->report(fmt::format("outside: {} rows", level_->size()), ledger_->value(s_), level_->iterations(),
                   ProgressValue::bound);
    }
    if (ends()) return true;
  }
}

/// True if a smaller core has done its part.
bool DualSearch::ends_core() {
  const double bound = level_->bound(level_->eigenvalue());
  const double before = std::exchange(last_bound_, bound);
  return bound < core_gap * known_ || before - bound < core_gain * known_ ||
         level_->iterations() >= core_iterations;
}

/// The largest bound that reaches the next goal, in units: integral bounds are floored.
double DualSearch::target() const { return (goals_.front() + (integral_ ? 0.99 : 0.0)) / unit(); }
/// Rows that no set heavier than this contains can be removed, in units.
double DualSearch::limit() const { return no_heavier(incumbent_, integral_) / unit(); }

/// False if the search ends here.
bool DualSearch::look() {
  double eigenvalue = level_->eigenvalue();
  double bound = level_->bound(eigenvalue);
  ++looks_;
  const bool removes = looks_ >= next_removal_ && removes_rows(bound);
  const bool promising = bound <= target() || removes;
  if (promising || bound < best_.bound) {
    const Alternation::Rows u = level_->multipliers();
    if (promising || bound < careful_gap * known_) {
      const Index steps = promising ? careful_steps : quick_steps;
      eigenvalue = std::max(eigenvalue, level_->careful_eigenvalue(u.data(), steps));
      bound = level_->bound(eigenvalue);
      if (eigenvalue > (1.0 + missed_part) * level_->eigenvalue()) level_->look_further();
    }
    const bool is_best = bound < best_.bound;
    if (is_best) best_ = {{u.data(), u.data() + u.size()}, eigenvalue, bound};
    if (bound <= target() || (removes && is_best)) {
      const bool reached = bound <= target();
      const Relaxation* before = relaxation_;
      judge(false);
      if (enough_) return false;
      if (reached && relaxation_ == before) level_->look_further();
    }
  }
  if (looks_ - last_fall_ < stalled_looks) return true;
  // Without a finite bound the difference is no number.
  stalled_ = !(bound_of_fall_ - best_.bound >= stalled_gain * known_);
  bound_of_fall_ = best_.bound;
  last_fall_ = looks_;
  return !stalled_;
}

/// True if enough rows can be removed, provided that the known eigenvalue is right.
bool DualSearch::removes_rows(double bound) const {
  if (incumbent_ <= 0.0) return false;
  const std::vector<double>& sums = level_->row_sums();
  double last = 0.0;
  sum_of_largest(sums, s_, &last);
  const auto gone = std::count_if(sums.begin(), sums.end(),
                                  [&](double sum) { return bound - std::max(0.0, last - sum) <= limit(); });
  return static_cast<double>(gone) >= removed_part * static_cast<double>(sums.size());
}

void DualSearch::take_level(std::unique_ptr<Alternation> next) {
  if (level_) done_ += level_->work();
  last_bound_ = infinite;
  level_ = std::move(next);
}

/// Proves the best point at the end, after an accurate eigenvalue.
void DualSearch::settle_best() {
  const double eigenvalue = level_->careful_eigenvalue(best_.multipliers.data(), careful_steps);
  const double missed = std::max(0.0, eigenvalue - best_.eigenvalue);
  best_.eigenvalue += missed;
  best_.bound += missed * s_;
  if (best_.bound * unit() < ledger_->value(s_)) judge(true);
}

/// Proves the best point, lowers the bounds, and removes rows.
void DualSearch::judge(bool is_last) {
  next_removal_ = looks_ + removal_looks;
  findings_->spent += proof_work(relaxation_->size());
  Vertex least = s_ - 1;
  if (!has_excluded()) least = std::min(least, s_ - std::min(s_, on_.dummies));
  const auto proven =
      prove(on_.part, *relaxation_, best_, std::max(Vertex{1}, least), target() * unit(), *run_);
  if (!proven) return;
  take(*proven);
  while (!goals_.empty() && ledger_->value(s_) <= goals_.front()) goals_.erase(goals_.begin());
  enough_ = goals_.empty() || (!is_last && incumbent_ > 0.0 && remove_rows(*proven));
}

/// Lowers the bounds of the sizes that a proven stage serves.
void DualSearch::take(const ProvenStage& proven) {
  std::shared_ptr<detail::SdpSearchTree> tree;
  if (ledger_->keeps_multipliers()) {
    tree = std::make_shared<detail::SdpSearchTree>(tree_);
    tree->rest_on(proven.stage);
  }
  const auto data = kept(*ledger_, on_, std::move(tree));
  if (has_excluded()) {
    take_bound(*ledger_, on_, s_, std::max(incumbent_, proven.bounds[s_]), "outside", data);
    return;
  }
  for (Vertex t = s_ - std::min(s_ - 1, on_.dummies); t <= s_; ++t) {
    double inside = proven.bounds[t];
    if (!on_.part.whole()) {
      const double all = integral_ ? std::floor(proven.bounds[s_]) : proven.bounds[s_];
      const double taken = on_.part.outside * static_cast<double>(s_ - t);
      inside = std::min(inside, all - taken + (integral_ ? 0.0 : (std::abs(all) + taken) * 0x1p-50));
    }
    take_bound(*ledger_, on_, t, inside, "outside", data);
  }
}

/// Removes rows that no set heavier than the incumbent contains, if they are enough. True if no set is
/// heavier.
bool DualSearch::remove_rows(const ProvenStage& proven) {
  const auto [rows, gone] = surviving_rows(on_.part, *relaxation_, proven, no_heavier(incumbent_, integral_));
  if (static_cast<double>(rows.size()) > (1.0 - removed_part) * static_cast<double>(relaxation_->size())) {
    return false;
  }
  tree_.exclude(proven.stage, gone);
  rows_.clear();
  for (const std::size_t row : rows) rows_.push_back(relaxation_->numbers[row]);
  std::sort(rows_.begin(), rows_.end());
  if (rows_.size() < s_) {
    take_bound(*ledger_, on_, s_, incumbent_, "outside",
               kept(*ledger_, on_, std::make_shared<detail::SdpSearchTree>(tree_)));
    return true;
  }
  auto left = std::make_unique<Relaxation>(restricted(*relaxation_, rows));
  take_level(std::make_unique<Alternation>(*left, *level_, rows));
  left_ = std::move(left);
  relaxation_ = left_.get();
  best_ = no_point;
  bound_of_fall_ = infinite;
  last_fall_ = looks_;
  next_removal_ = looks_ + 1;
  return false;
}

/// Keeps the rows left for rule search.
void DualSearch::remember_rest() {
  if (!has_excluded() || rows_.size() < s_) return;
  DualRest rest{on_, rows_, incumbent_};
  if (ledger_->keeps_multipliers()) rest.tree = tree_;
  findings_->rests[s_] = std::move(rest);
}

double DualSearch::dummies_used() const { return level_ ? level_->dummies_used() : 0.0; }
double DualSearch::spent() const { return done_ + (level_ ? level_->work() : 0.0); }

std::size_t DualSearch::bytes() const {
  std::size_t all = (level_ ? level_->bytes() : 0) + best_.multipliers.size() * sizeof(float);
  for (const detail::DualStage& stage : tree_.stages)
    all += stage.multipliers.size() * sizeof(stage.multipliers[0]);
  return all;
}

double solver_bytes(std::size_t n) { return matrix_bytes * static_cast<double>(n) * static_cast<double>(n); }

}  // namespace lode::subgraph::dual
