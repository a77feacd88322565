#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/graph/graph.hpp>

#include "bounds/core_parts.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/dual/proof.hpp"
#include "bounds/dual/solver.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {

class OutsideAttempt;

/// Of one size: what more cannot be reached, and what was found so far.
struct OutsideProgress {
  double below =
      std::numeric_limits<double>::infinity();  ///< cores around which g is not less have been tried
  double target = std::numeric_limits<double>::infinity();  ///< the least bound aimed at with them
  std::shared_ptr<OutsideAttempt> attempt = {};             ///< the last one; null: none is kept
};

namespace {

using OutsideProgressBySize = std::map<Vertex, OutsideProgress>;

/// Units of work on a core, per entry of its matrix, for all iterations.
constexpr double solving_price = 180.0;
/// Largest factor by which work in a second is overestimated: a core that time cuts short may prove nothing.
constexpr double slower_machine = 1.6;
/// Factor by which the machine is taken to be slower until its pace is measured, as small containers are.
constexpr double unknown_machine = 4.0;
/// Largest work of the first core where time is limited: a longer limit begins like a short one.
constexpr double first_work = 0.3 * work_per_second;
/// Work from which a pace is measured.
constexpr double measured_work = 2e7;
constexpr double most_rows = 8000.0;
constexpr double least_rows = 60.0;
/// A core fits if what lies outside leaves no more than this part of the known weight to be proven.
constexpr double fitting_gap = 0.02;
/// Where no set is known, one is taken to weigh this part of the bound.
constexpr double unknown_weight = 0.7;
/// The relaxation wants a core with a smaller g when it chooses more vertices outside than this.
constexpr double dummies_in_use = 0.5;
/// Bytes of unfinished attempts that are kept for later calls.
constexpr double most_kept = 80e6;

/// Seconds that a unit of work takes: as measured, but not less than on an idle machine.
double pace_of(const Findings& findings) {
  return std::max(findings.pace > 0.0 ? findings.pace : unknown_machine / work_per_second,
                  1.0 / work_per_second);
}

/// Work that limits of work and of seconds afford.
double affordable_work(const BoundRequest& request, const Findings& findings, double seconds) {
  return std::min(request.work, seconds / (slower_machine * pace_of(findings)));
}

/// Rows that so much work and the limit of memory afford.
std::size_t affordable_rows(const BoundRequest& request, double limit) {
  double rows = most_rows;
  while (rows > least_rows &&
         (solving_price * rows * rows + dual::proof_work(static_cast<std::size_t>(rows)) > limit ||
          outside_bytes(static_cast<std::size_t>(rows)) > request.memory)) {
    rows *= 0.97;
  }
  return static_cast<std::size_t>(rows);
}

/// Just below the next integer above a weight: a set of less is no heavier.
double no_heavier(double weight, bool integral) {
  return integral ? std::nextafter(std::floor(weight) + 1.0, 0.0) : weight;
}

}  // namespace

/// One core with dummies, for one size of a ledger: what was found on it so far.
class OutsideAttempt {
 public:
  OutsideAttempt(const BoundLedger& ledger, const CoreParts& parts, const dual::OutsidePlan& plan, Vertex s)
      : expected_(plan.expected), s_(s), integral_(ledger.graph().integral()) {
    on_.part = parts.part(plan.cut);
    on_.outside = plan.outside;
    on_.outside.each = dual::dummy_value(on_.part.outside, integral_);
    on_.s = s_;
    on_.dummies = plan.dummies;
    const VertexSet order = on_.part.inward(parts.order().subspan(plan.cut.begin));
    search_ = std::make_unique<dual::DualSearch>(
        dual::make_relaxation(on_.part, order, s_, plan.dummies, on_.outside.each));
  }

  /// Spends up to so much work, or what time the run leaves before the proof; goes on where it was left.
  /// `known`: what a set weighs. `goals`: bounds that are good enough, falling; the last one ends the search.
  const dual::DualResult& solve(BoundLedger& ledger, Findings& findings, Weight incumbent, double known,
                                std::vector<double> goals, double work, const RunContext& run) {
    ledger_ = &ledger;
    findings_ = &findings;
    incumbent_ = std::max(incumbent_, incumbent);
    goals_ = std::move(goals);
    const dual::Relaxation& relaxation = search_->relaxation();
    const double proving = dual::proof_work(relaxation.size());
    const double start = run.elapsed();
    const double before = findings.spent;
    dual::DualOptions options;
    options.reserve = proof_room * proving;
    options.pace = pace_of(findings);
    options.known = known / relaxation.unit;
    if (incumbent_ > 0.0) options.limit = no_heavier(incumbent_, integral_) / relaxation.unit;
    options.target = target() / relaxation.unit;
    options.work = work - proving;
    options.judge = [&](const dual::Relaxation& left, const dual::DualPoint& point, dual::DualMoment moment) {
      return judge(left, point, moment, run);
    };
    if (run.wants_progress()) {
      options.progress = [&](std::size_t rows, std::uint64_t iterations) {
        run.report(fmt::format("outside: {} rows", rows), ledger.value(s_), iterations, ProgressValue::bound);
      };
    }
    const dual::DualResult* result = nullptr;
    run.parallel([&] { result = &search_->go_on(options, run); });
    findings.spent += result->work;
    const double done = findings.spent - before;
    if (done >= measured_work) findings.pace = (run.elapsed() - start) / done;
    remember_rest();
    return *result;
  }

  double outside() const { return on_.part.outside; }
  /// What sets leave to be proven that have few vertices in the core, or are known: no bound is lower.
  double expected() const { return std::max(expected_, dual::bound_of_few(*ledger_, on_, s_)); }
  std::size_t rows() const { return search_->relaxation().size(); }
  std::size_t bytes() const {
    std::size_t all = search_->bytes();
    for (const detail::DualStage& stage : tree_.stages)
      all += stage.multipliers.size() * sizeof(std::int32_t);
    return all;
  }

 private:
  static constexpr double proof_room = 1.5;
  static constexpr double removed_part = 0.04;

  bool has_excluded() const { return tree_.nodes.size() > 1; }
  /// What a bound has to be to reach the next goal: integral ones are floored.
  double target() const { return integral_ ? goals_.front() + 0.99 : goals_.front(); }

  std::optional<dual::ProvenStage> prove(const dual::Relaxation& relaxation, const dual::DualPoint& point,
                                         const RunContext& run) {
    findings_->spent += dual::proof_work(relaxation.size());
    Vertex least = s_ - 1;
    if (!has_excluded()) least = std::min(least, s_ - std::min(s_, on_.dummies));
    std::optional<dual::ProvenStage> proven;
    run.parallel([&] {
      proven = dual::prove(on_.part, relaxation, point, std::max(Vertex{1}, least), target(), run);
    });
    return proven;
  }

  /// Lowers the bounds of the sizes that a proven stage serves.
  void take(const dual::ProvenStage& proven) {
    std::shared_ptr<detail::SdpSearchTree> tree;
    if (ledger_->keeps_multipliers()) {
      tree = std::make_shared<detail::SdpSearchTree>(tree_);
      tree->rest_on(proven.stage);
    }
    const auto data = dual::kept(*ledger_, on_, std::move(tree));
    if (has_excluded()) {
      dual::take_bound(*ledger_, on_, s_, std::max(incumbent_, proven.bounds[s_]), "outside", data);
      return;
    }
    for (Vertex t = s_ - std::min(s_ - 1, on_.dummies); t <= s_; ++t) {
      double inside = proven.bounds[t];
      if (!on_.part.whole()) {
        const double all = integral_ ? std::floor(proven.bounds[s_]) : proven.bounds[s_];
        const double taken = on_.part.outside * static_cast<double>(s_ - t);
        inside = std::min(inside, all - taken + (integral_ ? 0.0 : (std::abs(all) + taken) * 0x1p-50));
      }
      dual::take_bound(*ledger_, on_, t, inside, "outside", data);
    }
  }

  dual::DualVerdict judge(const dual::Relaxation& relaxation, const dual::DualPoint& point,
                          dual::DualMoment moment, const RunContext& run) {
    dual::DualVerdict verdict;
    verdict.target = target() / relaxation.unit;
    const bool is_last = moment == dual::DualMoment::end;
    if (is_last && point.bound * relaxation.unit >= ledger_->value(s_)) return verdict;
    const auto proven = prove(relaxation, point, run);
    if (!proven) return verdict;
    take(*proven);
    while (!goals_.empty() && ledger_->value(s_) <= goals_.front()) goals_.erase(goals_.begin());
    verdict.enough = goals_.empty();
    if (verdict.enough) return verdict;
    verdict.target = target() / relaxation.unit;
    if (is_last || incumbent_ <= 0.0) return verdict;
    verdict.rows = left_by(relaxation, *proven);
    verdict.enough = has_excluded() && rows_.size() < s_;
    return verdict;
  }

  /// Lets rows go that no set heavier than the incumbent holds; empty where too few would go.
  std::vector<std::size_t> left_by(const dual::Relaxation& relaxation, const dual::ProvenStage& proven) {
    const auto [rows, gone] =
        dual::surviving_rows(on_.part, relaxation, proven, no_heavier(incumbent_, integral_));
    if (static_cast<double>(rows.size()) > (1.0 - removed_part) * static_cast<double>(relaxation.size())) {
      return {};
    }
    tree_.exclude(proven.stage, gone);
    rows_.clear();
    for (const std::size_t row : rows) rows_.push_back(relaxation.numbers[row]);
    std::sort(rows_.begin(), rows_.end());
    if (rows_.size() >= s_) return rows;
    dual::take_bound(*ledger_, on_, s_, incumbent_, "outside",  // no set is heavier
                     dual::kept(*ledger_, on_, std::make_shared<detail::SdpSearchTree>(tree_)));
    return {};
  }

  /// Keeps what a search may go on with.
  void remember_rest() {
    if (!has_excluded() || rows_.size() < s_) return;
    dual::DualRest rest{on_, rows_, incumbent_};
    if (ledger_->keeps_multipliers()) rest.tree = tree_;
    findings_->rests[s_] = std::move(rest);
  }

  BoundLedger* ledger_ = nullptr;  ///< of this call, as is the next
  Findings* findings_ = nullptr;
  double expected_;  ///< as planned
  Vertex s_;
  double incumbent_ = 0.0;
  std::vector<double> goals_;
  bool integral_;
  dual::DualPart on_;
  std::unique_ptr<dual::DualSearch> search_;
  detail::SdpSearchTree tree_{.nodes = {{}}};  ///< lets rows go; its last node is open
  std::vector<Vertex> rows_;                   ///< what is left
};

namespace {

/// What sets of up to the requested size weigh at least: the vertices peeled last, and the average over the
/// subsets of the known set. Where no set is known, one is taken to weigh a part of the bound.
std::vector<double> weights_by_size(const BoundLedger& ledger, const CoreParts& parts,
                                    const BoundRequest& request) {
  const Vertex s = request.s;
  std::vector<double> known = weights_of_last(ledger.graph(), parts.order(), ledger.vertex_values(), s);
  known[s] = std::max(known[s], request.incumbent);
  if (known[s] <= 0.0) known[s] = unknown_weight * ledger.value(s);
  const double each = known[s] / static_cast<double>(possible_edges(s));
  for (Vertex t = 0; t < s; ++t) known[t] = std::max(known[t], each * static_cast<double>(possible_edges(t)));
  return known;
}

/// Bounds to aim at, falling: a good one, and where work is not limited the least that is to be had around
/// this core.
std::vector<double> goals_of(const BoundLedger& ledger, const BoundRequest& request, double known,
                             double target, double expected) {
  std::vector<double> goals;
  if (target < ledger.value(request.s)) goals.push_back(target);
  const double least = std::max(known, expected);
  if (std::isinf(request.work) && least < target) goals.push_back(least);
  if (goals.empty()) goals.push_back(known);
  return goals;
}

/// Keeps the attempt of s and those of other sizes as far as there is room.
void keep_within(OutsideProgressBySize& progress, Vertex s, double bytes) {
  const auto keep = [&](OutsideProgress& one) {
    if (one.attempt) bytes -= static_cast<double>(one.attempt->bytes());
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
    if (target < progress.target) {
      progress.below = progress.target = std::numeric_limits<double>::infinity();
    }
    BoundRequest left = request;
    left.work = end_of_work - findings.spent;
    dual::OutsideQuestion question{.s = s, .known = known, .bounds = ledger.values(), .target = target};
    double affordable = affordable_work(left, findings, run.time_left());
    const bool is_first = findings.pace == 0.0 && std::isfinite(run.time_left());
    if (is_first) left.work = affordable = std::min(affordable, first_work);
    question.most_vertices = affordable_rows(left, affordable);
    question.below = progress.below;
    const auto plan = dual::plan_outside(graph, ledger.vertex_values(), *parts, question);
    const double planned = plan ? plan->expected : ledger.value(s);
    std::shared_ptr<OutsideAttempt> attempt = progress.attempt;
    const bool goes_on = attempt && attempt->outside() < progress.below &&
                         attempt->expected() < ledger.value(s) &&
                         attempt->expected() <= std::max(planned, target);
    if (!goes_on) {
      const bool is_useful = plan && planned < ledger.value(s);
      if (!is_useful && is_first) {
        findings.pace = 1.0 / work_per_second;  // a larger core may do, on an idle machine
        continue;
      }
      if (!is_useful) break;
      attempt = std::make_shared<OutsideAttempt>(ledger, *parts, *plan, s);
      progress.attempt.reset();
      keep_within(progress_by_size, s, request.memory - outside_bytes(attempt->rows()));
      progress.attempt = attempt;
    }
    const dual::DualResult& result = attempt->solve(
        ledger, findings, request.incumbent, known[s],
        goals_of(ledger, request, known[s], target, goes_on ? attempt->expected() : planned), left.work, run);
    if (is_first && findings.pace > 0.0 && !result.enough) continue;  // perhaps on a larger core
    if (result.enough && std::isfinite(request.work)) break;
    if (!result.enough && !result.stalled) break;
    progress.target = target;
    progress.below = result.dummies_used > dummies_in_use || result.enough ? attempt->outside() : 0.0;
  }
  keep_within(progress_by_size, s, std::min(request.memory, most_kept));
  ledger.record(s, "outside", ledger.value(s), run.elapsed() - start);
}

}  // namespace

double outside_bytes(std::size_t rows) { return dual::solver_bytes(rows) + dual::proof_bytes(rows); }

double good_bound(const BoundLedger& ledger, double weight, double gap) {
  const double bound = weight / (1.0 - gap);
  return ledger.graph().integral() ? std::max(weight, std::floor(bound)) : bound;
}

bool outside_goes_on(Findings& findings, Vertex s) { return made(findings.outside_progress)[s].below > 0.0; }

bool outside_fits(const BoundLedger& ledger, Findings& findings, const BoundRequest& request, double seconds,
                  const RunContext& run) {
  const CoreParts* parts = request.s < 2 ? nullptr : core_parts(ledger, findings, run);
  if (parts == nullptr) return true;
  const std::vector<double> known = weights_by_size(ledger, *parts, request);
  dual::OutsideQuestion question{.s = request.s, .known = known, .bounds = ledger.values()};
  question.target = good_bound(ledger, known[request.s], request.gap);
  question.most_vertices = affordable_rows(request, affordable_work(request, findings, seconds));
  question.below = std::numeric_limits<double>::infinity();
  const auto plan = dual::plan_outside(ledger.graph(), ledger.vertex_values(), *parts, question);
  return plan && plan->expected <= (1.0 + fitting_gap) * known[request.s];
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
