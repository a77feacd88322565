#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/graph/graph.hpp>

#include "bounds/dual/alternation.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/dual/relaxation.hpp"

namespace lode::subgraph {
namespace dual {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
const DualPoint no_point{{}, 0.0, unlimited};

/// Nested cores: ratio of their sizes, least size in vertices, and least size in multiples of s.
constexpr double core_ratio = 2.0;
constexpr double smallest_core = 250.0;
constexpr double smallest_core_sizes = 2.0;
/// Iterations between looks at the bound.
constexpr std::uint64_t look_iterations = 3;
/// A smaller core ends after this number of iterations, at this gap, or when a look gains less than this part
/// of the known weight.
constexpr std::uint64_t core_iterations = 15;
constexpr double core_gap = 1.02;
constexpr double core_gain = 0.003;
/// The whole core ends when this number of looks gains less than this part of the known weight.
constexpr int stalled_looks = 8;
constexpr double stalled_gain = 0.0005;
/// Least part of the rows that a removal takes.
constexpr double removed_part = 0.04;

/// Time held back for a proof, in multiples of its predicted time.
constexpr double proof_room = 1.5;
/// Work after which the measured pace of the call counts as much as the earlier one.
constexpr double measured_work = 5e7;
/// Work from which a pace is measured.
constexpr double least_measured_work = 2e7;
/// Seconds that a unit of work takes on an idle machine.
constexpr double idle_pace = 1.0 / work_per_second;
/// Factor by which the machine is taken to be slower until its pace is measured (as in small containers).
constexpr double unknown_machine = 4.0;

/// Seconds that a unit of work takes: as measured, but not less than on an idle machine.
double pace_of(const Findings& findings) {
  return std::max(findings.pace > 0.0 ? findings.pace : unknown_machine * idle_pace, idle_pace);
}

/// The largest bound that rules out sets heavier than a weight.
double no_heavier(double weight, bool integral) {
  return integral ? std::nextafter(std::floor(weight) + 1.0, 0.0) : weight;
}

PartMultipliers part_on(const BoundLedger& ledger, const CoreParts& parts, const OutsidePlan& plan,
                        Vertex s) {
  PartMultipliers on{.part = parts.part(plan.cut), .s = s, .dummies = plan.dummies, .outside = plan.outside};
  on.outside.each = dummy_value(on.part.outside, ledger.graph().integral());
  return on;
}

}  // namespace

/// A search for multipliers of one core with dummies, for one size of a ledger, that prove a small bound. The
/// search works on nested cores, the whole core last. Once a proof shows that no set heavier than the
/// incumbent contains some rows, the search continues with the other rows. It proves its best point.
///
/// Cost:   some 20 n^2 units of work per iteration: 10 to 15 iterations on the whole core, and a third of
///         that before; outside_bytes(n) of memory.
/// Deterministic for any number of threads, unless stopped by the clock.
class DualSearch {
 public:
  DualSearch(const BoundLedger& ledger, const CoreParts& parts, const OutsidePlan& plan, Vertex s)
      : on_(part_on(ledger, parts, plan, s)),
        whole_(make_relaxation(on_.part, on_.part.to_part(std::span(parts.order).subspan(plan.cut.begin)), s,
                               plan.dummies, on_.outside.each)),
        relaxation_(&whole_),
        expected_(plan.expected),
        s_(s),
        integral_(ledger.graph().integral()) {
    const auto size = static_cast<Vertex>(whole_.size() - whole_.dummies);
    const double least = std::max(smallest_core, smallest_core_sizes * s_);
    for (double part = size; cores_.empty() || part >= least; part /= core_ratio) {
      cores_.push_back(static_cast<Vertex>(part));
    }
  }

  /// Continues the last call, and lowers the bounds of the ledger. `known`: a lower bound of the heaviest
  /// sets, about; `goals`: sufficient bounds, falling, of which the last ends the search. The work of the
  /// request includes that of the proof.
  void solve(BoundLedger& ledger, Findings& findings, const BoundRequest& request, double known,
             std::vector<double> goals, const RunContext& run) {
    ledger_ = &ledger;
    findings_ = &findings;
    run_ = &run;
    goals_ = std::move(goals);
    incumbent_ = std::max(incumbent_, request.incumbent);
    known_ = known / whole_.unit;
    pace_ = pace_of(findings);
    before_ = spent();
    most_ = before_ + request.work - proof_work(whole_.size());
    begun_ = run.elapsed();
    enough_ = stalled_ = false;
    const double spent_before = findings.spent;
    run.parallel([&] { search(); });
    findings.spent += spent() - before_;
    const double done = findings.spent - spent_before;
    if (done >= least_measured_work) findings.pace = (run.elapsed() - begun_) / done;
    // The rows left are for rule search.
    if (!has_excluded() || rows_.size() < s_) return;
    findings.rests[s_] = std::make_shared<DualRest>(
        DualRest{on_, rows_, incumbent_, ledger.keeps_multipliers() ? tree_ : detail::SdpSearchTree{}});
  }

  bool enough() const { return enough_; }    ///< the last goal was reached
  bool stalled() const { return stalled_; }  ///< more work would hardly help
  /// Number of vertices outside the core that the relaxation chose at the end.
  double dummies_used() const { return level_ ? level_->dummies_used() : 0.0; }
  /// g of the core.
  double outside() const { return on_.part.outside; }
  /// The least bound that this core can prove, as sets with few vertices in it and known sets limit it.
  double expected(const BoundLedger& ledger) const {
    return std::max(expected_, bound_of_few(ledger, on_, s_));
  }
  std::size_t rows() const { return whole_.size(); }
  /// Memory held between calls.
  double bytes() const {
    std::size_t entries = best_.multipliers.size();
    for (const detail::DualStage& stage : tree_.stages) entries += stage.multipliers.size();
    return static_cast<double>((level_ ? level_->bytes() : 0) + entries * sizeof(float));
  }

 private:
  bool has_excluded() const { return tree_.nodes.size() > 1; }
  double spent() const { return level_ ? level_->work() : 0.0; }

  void search() {
    if (!level_ && stops(0.0)) return;
    if (!level_) level_.emplace(whole_, cores_.back());
    while (cores_.size() > 1 && iterate_until([&] { return ends_core(); }) && !stops(0.0)) {
      cores_.pop_back();
      level_->extend(cores_.back());
      last_bound_ = unlimited;
    }
    if (cores_.size() == 1) iterate_until([&] { return !look(); });
    if (!enough_ && !best_.multipliers.empty() && !run_->interrupted()) settle_best();
    level_->rest();
  }

  /// True if work or time does not suffice for the next work and the proof. Time is predicted by the pace of
  /// this call, because other programs may slow down the machine.
  bool stops(double next) const {
    if (spent() + next > most_ || run_->should_stop()) return true;
    if (std::isinf(run_->time_limit())) return false;
    const double seconds = run_->elapsed() - begun_ + measured_work * pace_;
    const double ahead = next + proof_room * proof_work(whole_.size());
    return run_->time_left() < seconds / (spent() - before_ + measured_work) * ahead;
  }

  /// Iterates until `ends`, called at every bound check, is true; false if work or time ends first.
  bool iterate_until(const std::function<bool()>& ends) {
    while (true) {
      const double before = spent();
      const bool rate = (level_->iterations() + 1) % look_iterations == 0;
      if (stops(last_price_)) return false;
      if (!level_->iterate(rate, [&] { return run_->should_stop(); })) return false;
      last_price_ = level_->iterations() > 1 ? spent() - before : 0.0;
      if (!rate) continue;
      if (run_->wants_progress()) {
        run_->report(fmt::format("rule outside: {} rows", level_->size()), ledger_->value(s_),
                     level_->iterations(), ProgressValue::bound);
      }
      if (ends()) return true;
    }
  }

  /// True if a smaller core has done its part.
  bool ends_core() {
    const double bound = level_->bound(level_->eigenvalue());
    const double before = std::exchange(last_bound_, bound);
    return bound < core_gap * known_ || before - bound < core_gain * known_ ||
           level_->iterations() >= core_iterations;
  }

  /// The largest bound that reaches the next goal, in units of the whole core: integral bounds are floored.
  double target() const { return (goals_.front() + (integral_ ? 0.99 : 0.0)) / whole_.unit; }

  /// False if the search ends here.
  bool look() {
    double eigenvalue = level_->eigenvalue();
    double bound = level_->bound(eigenvalue);
    ++looks_;
    const bool removes = removes_rows(bound);
    const bool promising = bound <= target() || removes;
    if (promising || bound < best_.bound) {
      const Alternation::Rows u = level_->multipliers();
      if (promising) {
        eigenvalue = std::max(eigenvalue, level_->careful_eigenvalue(u.data()));
        bound = level_->bound(eigenvalue);
      }
      const bool is_best = bound < best_.bound;
      if (is_best) best_ = {{u.data(), u.data() + u.size()}, eigenvalue, bound};
      if (bound <= target() || (removes && is_best)) {
        judge(false);
        if (enough_) return false;
      }
    }
    if (looks_ - last_mark_ < stalled_looks) return true;
    // Without a finite bound the difference is NaN.
    stalled_ = !(bound_at_mark_ - best_.bound >= stalled_gain * known_);
    bound_at_mark_ = best_.bound;
    last_mark_ = looks_;
    return !stalled_;
  }

  /// True if enough rows can be removed, provided that the known eigenvalue is right.
  bool removes_rows(double bound) const {
    if (incumbent_ <= 0.0) return false;
    const std::vector<double>& sums = level_->row_sums();
    double last = 0.0;
    sum_of_largest(sums, s_, &last);
    const double limit = no_heavier(incumbent_, integral_) / whole_.unit;
    const auto gone =
        std::ranges::count_if(sums, [&](double sum) { return bound - std::max(0.0, last - sum) <= limit; });
    return static_cast<double>(gone) >= removed_part * static_cast<double>(sums.size());
  }

  /// Proves the best point at the end, after an accurate eigenvalue.
  void settle_best() {
    const double eigenvalue = level_->careful_eigenvalue(best_.multipliers.data());
    const double missed = std::max(0.0, eigenvalue - best_.eigenvalue);
    best_.eigenvalue += missed;
    best_.bound += missed * s_;
    if (best_.bound * whole_.unit < ledger_->value(s_)) judge(true);
  }

  /// Proves the best point, lowers the bounds, and removes rows.
  void judge(bool is_last) {
    findings_->spent += proof_work(relaxation_->size());
    const Vertex fewer = has_excluded() ? 1 : std::max(Vertex{1}, std::min(s_, on_.dummies));
    const Vertex least = std::max(Vertex{1}, s_ - fewer);
    const auto proven = prove(*relaxation_, best_, least, target() * whole_.unit, *run_);
    if (!proven) return;
    take(*proven);
    std::erase_if(goals_, [&](double goal) { return ledger_->value(s_) <= goal; });
    enough_ = goals_.empty() || (!is_last && incumbent_ > 0.0 && remove_rows(*proven));
  }

  /// Lowers the bounds of the sizes that a proven stage serves.
  void take(const ProvenStage& proven) {
    std::shared_ptr<detail::SdpSearchTree> tree;
    if (ledger_->keeps_multipliers()) {
      tree = std::make_shared<detail::SdpSearchTree>(tree_);
      tree->rest_on(proven.stage);
    }
    const auto data = kept(*ledger_, on_, std::move(tree));
    const double all = integral_ ? std::floor(proven.bounds[s_]) : proven.bounds[s_];
    for (Vertex t = has_excluded() ? s_ : s_ - std::min(s_ - 1, on_.dummies); t <= s_; ++t) {
      const double taken = on_.part.outside * static_cast<double>(s_ - t);
      const double rounding = integral_ ? 0.0 : (std::abs(all) + taken) * 0x1p-50;
      double inside = std::min(proven.bounds[t], all - taken + rounding);
      if (has_excluded()) inside = std::max(inside, incumbent_);
      take_bound(*ledger_, on_, t, inside, "outside", data);
    }
  }

  /// Removes rows that no set heavier than the incumbent contains, if they are enough. True if no set is
  /// heavier.
  bool remove_rows(const ProvenStage& proven) {
    const auto [rows, gone] = surviving_rows(*relaxation_, proven, no_heavier(incumbent_, integral_));
    if (static_cast<double>(rows.size()) > (1.0 - removed_part) * static_cast<double>(relaxation_->size())) {
      return false;
    }
    tree_.exclude(proven.stage, gone);
    auto left = std::make_unique<Relaxation>(restricted(*relaxation_, rows));
    rows_ = left->numbers;
    std::ranges::sort(rows_);
    if (rows_.size() < s_) {
      take_bound(*ledger_, on_, s_, incumbent_, "outside",
                 kept(*ledger_, on_, std::make_shared<detail::SdpSearchTree>(tree_)));
      return true;
    }
    level_->restrict_to(*left, rows);
    left_ = std::move(left);
    relaxation_ = left_.get();
    best_ = no_point;
    bound_at_mark_ = unlimited;
    last_mark_ = looks_;
    return false;
  }

  PartMultipliers on_;
  Relaxation whole_;
  std::unique_ptr<const Relaxation> left_;  ///< the rows left after removals
  const Relaxation* relaxation_;            ///< the current relaxation
  double expected_;                         ///< as planned
  Vertex s_;
  bool integral_;
  double incumbent_ = 0.0;
  detail::SdpSearchTree tree_{.nodes = {{}}};  ///< removes rows; its last node is open
  std::vector<Vertex> rows_;                   ///< the rows left, by number in a certificate

  // The last call.
  BoundLedger* ledger_ = nullptr;
  Findings* findings_ = nullptr;
  const RunContext* run_ = nullptr;
  std::vector<double> goals_;
  double known_ = 0.0;   ///< in units of the relaxation
  double pace_ = 0.0;    ///< known seconds per unit of work
  double most_ = 0.0;    ///< work at which the call ends
  double before_ = 0.0;  ///< work before it
  double begun_ = 0.0;   ///< seconds of the run at its beginning
  bool enough_ = false;
  bool stalled_ = false;

  std::vector<Vertex> cores_;  ///< nested: the whole core first, the current one last
  std::optional<Alternation> level_;
  double last_price_ = 0.0;        ///< of an iteration
  double last_bound_ = unlimited;  ///< of a smaller core, at the last look
  DualPoint best_ = no_point;      ///< of the rows that are left
  int looks_ = 0;                  ///< at the bound of the whole core
  int last_mark_ = 0;
  double bound_at_mark_ = unlimited;  ///< the best bound at the last mark
};

}  // namespace dual

/// The search of one size.
struct OutsideProgress {
  double below = dual::unlimited;                  ///< cores of at least this g have been tried
  double target = dual::unlimited;                 ///< the least bound aimed at with them
  std::shared_ptr<dual::DualSearch> attempt = {};  ///< the last one; null: none is kept
};

namespace {

using OutsideProgressBySize = std::map<Vertex, OutsideProgress>;

/// Units of work on a core, per entry of its matrix, for all iterations.
constexpr double solving_price = 180.0;
/// Factor by which the machine may be slower than its pace: a core that time cuts short may prove nothing.
constexpr double slower_machine = 1.6;
/// Largest work of the first core where time is limited, so that all limits begin alike.
constexpr double first_work = 0.3 * work_per_second;
constexpr double most_rows = 8000.0;
constexpr double least_rows = 60.0;
/// Assumed weight of an unknown set, as a part of the bound.
constexpr double unknown_weight = 0.7;
/// The relaxation wants a core with a smaller g when it chooses more vertices outside than this.
constexpr double dummies_in_use = 0.5;
/// Bytes of an entry of the matrix: V, its symmetric part, Y with every row in use, and the best point twice.
constexpr double matrix_bytes = 20.0;
/// Bytes of unfinished attempts that are kept for later calls.
constexpr double most_kept = 80e6;

/// Rows that the work and the limit of memory afford.
std::size_t affordable_rows(double work, double memory) {
  double rows = most_rows;
  const auto exceeds = [&](std::size_t n) {
    const double solving = solving_price * rows * rows + dual::proof_work(n);
    return solving > work || outside_bytes(n) > memory;
  };
  while (rows > least_rows && exceeds(static_cast<std::size_t>(rows))) rows *= 0.97;
  return static_cast<std::size_t>(rows);
}

/// Lower bounds of the heaviest sets of up to the requested size: the vertices peeled last, and the known
/// set. If no set is known, a part of the bound serves as its weight.
std::vector<double> weights_by_size(const BoundLedger& ledger, const CoreParts& parts,
                                    const BoundRequest& request) {
  const Vertex s = request.s;
  std::vector<double> known = weights_of_last(ledger.graph(), parts.order, ledger.vertex_values(), s);
  known[s] = std::max(known[s], request.incumbent);
  if (known[s] <= 0.0) known[s] = unknown_weight * ledger.value(s);
  return known;
}

/// The largest bound of a sufficient gap for a set of a known weight.
double good_bound(const BoundLedger& ledger, double weight, double gap) {
  const double bound = weight / (1.0 - gap);
  return ledger.graph().integral() ? std::max(weight, std::floor(bound)) : bound;
}

/// Bounds to aim at, falling: a good one, and where work is not limited the least that this core
/// can prove.
std::vector<double> goals_of(const BoundLedger& ledger, const BoundRequest& request, double known,
                             double target, double expected) {
  std::vector<double> goals;
  if (target < ledger.value(request.s)) goals.push_back(target);
  const double least = std::max(known, expected);
  if (std::isinf(request.work) && least < target) goals.push_back(least);
  if (goals.empty()) goals.push_back(known);
  return goals;
}

/// Keeps the search of s and then searches of other sizes within the memory.
void keep_within(OutsideProgressBySize& progress, Vertex s, double bytes) {
  const auto keep = [&](OutsideProgress& one) {
    if (one.attempt) bytes -= one.attempt->bytes();
    if (bytes < 0.0) one.attempt.reset();
  };
  keep(progress[s]);
  for (auto& [size, one] : progress) {
    if (size != s) keep(one);
  }
}

void propose_outside(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                     const RunContext& run) {
  const Vertex s = request.s;
  const Graph& graph = ledger.graph();
  if (s < 2 || s > BoundLedger::chain_limit || graph.num_edges() == 0 || run.should_stop()) return;
  if (ledger.step(s) == no_step) return;
  const CoreParts* parts = core_parts(ledger, findings, run);
  if (parts == nullptr) return;
  const double start = run.elapsed();
  const double end_of_work = findings.spent + request.work;
  const std::vector<double> known = weights_by_size(ledger, *parts, request);
  auto& progress_by_size = made(findings.outside_progress);
  OutsideProgress& progress = progress_by_size[s];
  double target = good_bound(ledger, known[s], request.gap);
  while (!run.should_stop() && !proves_optimal(graph, ledger.value(s), request.incumbent)) {
    if (ledger.value(s) <= target) target = known[s];
    if (target < progress.target) progress.below = progress.target = dual::unlimited;
    double work = end_of_work - findings.spent;
    double affordable = std::min(work, run.time_left() / (slower_machine * dual::pace_of(findings)));
    const bool is_first = findings.pace == 0.0 && std::isfinite(run.time_left());
    if (is_first) work = affordable = std::min(affordable, first_work);
    const auto plan =
        dual::plan_outside(*parts, {.s = s,
                                    .known = known,
                                    .bounds = ledger.values(),
                                    .target = target,
                                    .most_vertices = affordable_rows(affordable, request.memory),
                                    .below = progress.below});
    const double planned = plan ? plan->expected : ledger.value(s);
    std::shared_ptr<dual::DualSearch> attempt = progress.attempt;
    const double reached = attempt ? attempt->expected(ledger) : 0.0;
    const bool continues = attempt && attempt->outside() < progress.below && reached < ledger.value(s) &&
                           reached <= std::max(planned, target);
    if (!continues) {
      const bool is_useful = planned < ledger.value(s);
      if (!is_useful && !is_first) break;
      if (!is_useful) {
        findings.pace = dual::idle_pace;  // a larger core may do, on an idle machine
        continue;
      }
      attempt = std::make_shared<dual::DualSearch>(ledger, *parts, *plan, s);
      progress.attempt.reset();
      keep_within(progress_by_size, s, request.memory - outside_bytes(attempt->rows()));
      progress.attempt = attempt;
    }
    const double least = continues ? reached : planned;
    const BoundRequest within{.incumbent = request.incumbent, .work = work};
    attempt->solve(ledger, findings, within, known[s], goals_of(ledger, request, known[s], target, least),
                   run);
    if (is_first && findings.pace > 0.0 && !attempt->enough()) continue;  // perhaps on a larger core
    if (attempt->enough() ? std::isfinite(request.work) : !attempt->stalled()) break;
    progress.target = target;
    progress.below = attempt->dummies_used() > dummies_in_use || attempt->enough() ? attempt->outside() : 0.0;
  }
  keep_within(progress_by_size, s, std::min(request.memory, most_kept));
  ledger.record(s, "outside", ledger.value(s), run.elapsed() - start);
}

}  // namespace

double outside_bytes(std::size_t rows) {
  const auto order = static_cast<double>(rows);
  return matrix_bytes * order * order + dual::proof_bytes(rows);
}

constexpr BoundRule outside_rule = {
    .name = "outside",
    .statement =
        "A semidefinite relaxation of a core bounds all sets; dummies of a fixed value stand for the rest",
    .cost = "O(n^2 r) for each of some 20 iterations, r of some tens; about 1 s for a core of 1600 vertices",
    .source = "peeling: Matula, Beck 1983; alternating directions: Oliveira, Wolkowicz, Xu 2018",
    .repeatable = false,
    .propose = propose_outside,
    .takes_values = true,
    .proofs = {&outside_proof}};

}  // namespace lode::subgraph
