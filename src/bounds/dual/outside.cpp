#include "bounds/dual/outside.hpp"

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
#include "bounds/dual/core_choice.hpp"
#include "bounds/dual/known_weights.hpp"
#include "bounds/dual/ledger_step.hpp"
#include "bounds/dual/proof.hpp"
#include "bounds/dual/solver.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {

/// Of one size: what more cannot be reached.
struct OutsideProgress {
  double below =
      std::numeric_limits<double>::infinity();  ///< cores around which g is not less have been tried
  double target = std::numeric_limits<double>::infinity();  ///< the least bound aimed at with them
};

namespace {

/// A bound within this part of the known weight is good enough; others lower it further.
constexpr double good_enough = 0.01;
/// Units of work on a core, per entry of its matrix, for all iterations.
constexpr double solving_price = 180.0;
constexpr double most_rows = 8000.0;
constexpr double least_rows = 60.0;
/// Where no set is known, one is taken to weigh this part of the bound.
constexpr double unknown_weight = 0.7;
/// The relaxation wants a core with a smaller g when it chooses more vertices outside than this.
constexpr double dummies_in_use = 0.5;
/// A core fits if what lies outside leaves no more than this part of the known weight to be proven.
constexpr double fitting_gap = 0.02;

/// Rows that a limit of work, or of seconds, affords.
std::size_t affordable_rows(double work, double seconds) {
  const double limit = std::min(work, seconds * work_per_second);
  double rows = most_rows;
  while (rows > least_rows &&
         solving_price * rows * rows + dual::proof_work(static_cast<std::size_t>(rows)) > limit) {
    rows *= 0.97;
  }
  return static_cast<std::size_t>(rows);
}

/// Places in a part of the vertices that are left there, in the order of peeling.
std::vector<Vertex> peeled_places(const CoreParts& parts, const CoreParts::Cut& cut, const CorePart& part) {
  std::vector<Vertex> places;
  for (const Vertex v : parts.order().subspan(cut.begin)) {
    const auto place = std::lower_bound(part.vertices.begin(), part.vertices.end(), v);
    places.push_back(static_cast<Vertex>(place - part.vertices.begin()));
  }
  return places;
}

/// Just below the next integer above a weight: a set of less is no heavier.
double no_heavier(double weight, bool integral) {
  return integral ? std::nextafter(std::floor(weight) + 1.0, 0.0) : weight;
}

/// One core with dummies, for one size of a ledger.
class OutsideAttempt {
 public:
  /// `goals`: bounds that are good enough, falling; the last one ends the search.
  OutsideAttempt(BoundLedger& ledger, Findings& findings, const CoreParts& parts,
                 const dual::OutsidePlan& plan, const BoundRequest& request, double known,
                 std::vector<double> goals)
      : ledger_(ledger),
        findings_(findings),
        s_(request.s),
        incumbent_(request.incumbent),
        known_(known),
        goals_(std::move(goals)),
        integral_(ledger.graph().integral()) {
    on_.part = parts.part(plan.cut);
    on_.outside = plan.outside;
    on_.outside.each = dual::dummy_value(on_.part.outside, integral_);
    on_.s = s_;
    on_.dummies = plan.dummies;
    on_.whole = plan.cut.begin == 0;
    relaxation_ = dual::make_relaxation(on_.part, peeled_places(parts, plan.cut, on_.part), s_, plan.dummies,
                                        on_.outside.each);
  }

  /// Spends up to so much work, or what time the run leaves before the proof.
  dual::DualResult solve(double work, const RunContext& run) {
    const double proving = dual::proof_work(relaxation_.size());
    const RunContext search =
        run.part(std::max(0.0, run.time_left() - proof_room * proving / work_per_second));
    dual::DualOptions options;
    options.known = known_ / relaxation_.unit;
    if (incumbent_ > 0.0) options.limit = no_heavier(incumbent_, integral_) / relaxation_.unit;
    options.target = target() / relaxation_.unit;
    options.work = work - proving;
    options.judge = [&](const dual::Relaxation& relaxation, const dual::DualPoint& point,
                        dual::DualMoment moment) { return judge(relaxation, point, moment, run); };
    if (run.wants_progress()) {
      options.progress = [&](std::size_t rows, std::uint64_t iterations, double, double) {
        run.report(fmt::format("outside: {} rows", rows), ledger_.value(s_), iterations,
                   ProgressValue::bound);
      };
    }
    dual::DualResult result;
    run.parallel([&] { result = dual::solve_dual(relaxation_, options, search); });
    findings_.spent += result.work;
    remember_rest();
    return result;
  }

 private:
  static constexpr double proof_room = 1.5;
  static constexpr double removed_part = 0.04;
  /// Reserves are best at a shift by which the bound rises by this part of the geometric mean of its gap and
  /// the average degree: chosen on cores of email-Enron and CollegeMsg.
  static constexpr double reserve_rise = 0.3;

  /// What a bound has to be to reach the next goal: integral ones are floored.
  double target() const { return integral_ ? goals_.front() + 0.99 : goals_.front(); }

  std::optional<dual::ProvenStage> prove(const dual::Relaxation& relaxation, const dual::DualPoint& point,
                                         const RunContext& run) {
    findings_.spent += dual::proof_work(relaxation.size());
    Vertex least = s_ - 1;
    if (stages_.empty()) least = std::min(least, s_ - std::min(s_, on_.dummies));
    std::optional<dual::ProvenStage> proven;
    run.parallel([&] {
      proven = dual::prove(on_.part, relaxation, point, std::max(Vertex{1}, least), target(), run);
    });
    return proven;
  }

  /// Lowers the bounds of the sizes that a proven stage serves.
  void take(const dual::ProvenStage& proven) {
    DualCertificate certificate;
    certificate.incumbent = stages_.empty() ? 0.0 : incumbent_;
    certificate.stages = stages_;
    certificate.stages.push_back(proven.stage);
    const auto data = dual::kept(ledger_, on_, std::move(certificate));
    if (!stages_.empty()) {
      dual::take_bound(ledger_, on_, s_, std::max(incumbent_, proven.bounds[s_]), "outside", data);
      return;
    }
    for (Vertex t = s_ - std::min(s_ - 1, on_.dummies); t <= s_; ++t) {
      double inside = proven.bounds[t];
      if (!on_.whole) {
        const double all = integral_ ? std::floor(proven.bounds[s_]) : proven.bounds[s_];
        const double taken = on_.part.outside * static_cast<double>(s_ - t);
        inside = std::min(inside, all - taken + (integral_ ? 0.0 : (std::abs(all) + taken) * 0x1p-50));
      }
      dual::take_bound(ledger_, on_, t, inside, "outside", data);
    }
  }

  dual::DualVerdict judge(const dual::Relaxation& relaxation, const dual::DualPoint& point,
                          dual::DualMoment moment, const RunContext& run) {
    dual::DualVerdict verdict;
    verdict.target = target() / relaxation_.unit;
    const bool is_last = moment == dual::DualMoment::end;
    if (is_last && point.bound * relaxation_.unit >= ledger_.value(s_)) return verdict;
    const auto proven = prove(relaxation, point, run);
    if (!proven) return verdict;
    take(*proven);
    while (!goals_.empty() && ledger_.value(s_) <= goals_.front()) goals_.erase(goals_.begin());
    verdict.enough = goals_.empty();
    if (verdict.enough) return verdict;
    verdict.target = target() / relaxation_.unit;
    if (is_last || incumbent_ <= 0.0) return verdict;
    verdict.rows = left_by(relaxation, *proven, moment == dual::DualMoment::reserves, run);
    verdict.enough = !stages_.empty() && rows_.size() < s_;
    return verdict;
  }

  /// Lets rows go that no set heavier than the incumbent holds; empty where too few would go.
  std::vector<std::size_t> left_by(const dual::Relaxation& relaxation, const dual::ProvenStage& proven,
                                   bool by_reserves, const RunContext& run) {
    const double limit = no_heavier(incumbent_, integral_);
    const auto few_go = [&](const std::vector<std::size_t>& rows) {
      return static_cast<double>(rows.size()) > (1.0 - removed_part) * static_cast<double>(relaxation.size());
    };
    double shift = 0.0;
    std::vector<std::size_t> rows = dual::surviving_rows(on_.part, relaxation, proven, limit);
    if (few_go(rows) && by_reserves) {
      const double gap = std::max(0.0, proven.bounds[s_] - limit);
      const double rise = reserve_rise * std::sqrt(gap * average_degree(incumbent_, s_)) / s_;
      std::optional<dual::DualReserves> reserves;
      run.parallel([&] { reserves = dual::prove_reserves(on_.part, relaxation, proven, rise, run); });
      findings_.spent += 2.0 * dual::proof_work(relaxation.size());
      if (!reserves) return {};
      shift = reserves->shift;
      rows = dual::surviving_rows(on_.part, relaxation, proven, limit, &*reserves);
    }
    if (few_go(rows)) return {};
    stages_.push_back(proven.stage);
    stages_.back().reserve_shift = shift;
    rows_.clear();
    for (const std::size_t row : rows) rows_.push_back(relaxation.numbers[row]);
    std::sort(rows_.begin(), rows_.end());
    if (rows_.size() < s_) {  // no set is heavier
      DualCertificate certificate{.incumbent = incumbent_, .stages = stages_};
      certificate.stages.push_back({.rows = rows_, .multipliers = {}});
      dual::take_bound(ledger_, on_, s_, incumbent_, "outside",
                       dual::kept(ledger_, on_, std::move(certificate)));
      return {};
    }
    return rows;
  }

  /// Keeps what a search may go on with.
  void remember_rest() {
    if (stages_.empty() || rows_.size() < s_) return;
    dual::DualRest rest{on_, {}, rows_, incumbent_};
    if (ledger_.keeps_multipliers()) rest.stages = std::move(stages_);
    findings_.rests[s_] = std::move(rest);
  }

  BoundLedger& ledger_;
  Findings& findings_;
  Vertex s_;
  double incumbent_;
  double known_;
  std::vector<double> goals_;
  bool integral_;
  dual::DualPart on_;
  dual::Relaxation relaxation_;
  std::vector<DualStage> stages_;  ///< that let rows go
  std::vector<Vertex> rows_;       ///< what they leave
};

/// Weights of known sets by size, up to that of the request; and what is taken for one where none is known.
std::vector<double> weights_by_size(const BoundLedger& ledger, Findings& findings,
                                    const BoundRequest& request, const RunContext& run) {
  std::vector<double> known = known_weights(ledger, findings, request.s, run);
  known[request.s] = std::max(known[request.s], request.incumbent);
  if (known[request.s] <= 0.0) known[request.s] = unknown_weight * ledger.value(request.s);
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

void propose_outside(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                     const RunContext& run) {
  const Vertex s = request.s;
  const Graph& graph = ledger.graph();
  if (s < 2 || s > BoundLedger::chain_limit || graph.num_edges() == 0 || run.should_stop()) return;
  if (!dual::squares_fit(graph, ledger.vertex_values().all()) || ledger.step(s) == no_step) return;
  const CoreParts* parts = core_parts(ledger, findings, run);
  if (parts == nullptr) return;
  const double start = run.elapsed();
  const double end_of_work = findings.spent + request.work;
  const std::vector<double> known = weights_by_size(ledger, findings, request, run);
  OutsideProgress& progress = made(findings.outside_progress)[s];
  double target = good_bound(ledger, known[s]);
  while (!run.should_stop() && !proves_optimal(graph, ledger.value(s), request.incumbent)) {
    if (ledger.value(s) <= target) target = known[s];
    if (target < progress.target) progress = {};
    const double work = end_of_work - findings.spent;
    dual::OutsideQuestion question{.s = s, .known = known, .bounds = ledger.values(), .target = target};
    question.most_vertices = affordable_rows(work, run.time_left());
    question.below = progress.below;
    const auto plan = dual::plan_outside(graph, ledger.vertex_values(), *parts, question);
    if (!plan || plan->expected >= ledger.value(s)) break;
    OutsideAttempt attempt(ledger, findings, *parts, *plan, request, known[s],
                           goals_of(ledger, request, known[s], target, plan->expected));
    const dual::DualResult result = attempt.solve(work, run);
    if (result.enough && std::isfinite(request.work)) break;
    if (!result.enough && !result.stalled) break;
    progress.target = target;
    progress.below = result.dummies_used > dummies_in_use || result.enough ? plan->cut.outside : 0.0;
  }
  ledger.record(s, "outside", ledger.value(s), run.elapsed() - start);
}

}  // namespace

double good_bound(const BoundLedger& ledger, double weight) {
  const double bound = weight / (1.0 - good_enough);
  return ledger.graph().integral() ? std::max(weight, std::floor(bound)) : bound;
}

bool outside_goes_on(Findings& findings, Vertex s) { return made(findings.outside_progress)[s].below > 0.0; }

bool outside_fits(const BoundLedger& ledger, Findings& findings, const BoundRequest& request, double seconds,
                  const RunContext& run) {
  const CoreParts* parts = core_parts(ledger, findings, run);
  if (parts == nullptr) return false;
  const std::vector<double> known = weights_by_size(ledger, findings, request, run);
  dual::OutsideQuestion question{.s = request.s, .known = known, .bounds = ledger.values()};
  question.target = good_bound(ledger, known[request.s]);
  question.most_vertices = affordable_rows(request.work, seconds);
  question.below = std::numeric_limits<double>::infinity();
  const auto plan = dual::plan_outside(ledger.graph(), ledger.vertex_values(), *parts, question);
  return plan && plan->expected <= (1.0 + fitting_gap) * known[request.s];
}

constexpr BoundRule outside_rule = {
    .name = "outside",
    .statement =
        "the sdp relaxation of a core; further vertices of a fixed value stand for all that lies outside",
    .cost = "O(n^2 r) per iteration, r of some tens, some 20 iterations; 1 s for a core of 1600 vertices",
    .source = "peeling: Matula, Beck 1983; alternating directions: Oliveira, Wolkowicz, Xu 2018",
    .repeatable = false,
    .propose = propose_outside,
    .takes_values = true,
    .proofs = {&outside_proof}};

}  // namespace lode::subgraph
