#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <lode/graph/graph.hpp>

#include "bounds/core_parts.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/dual/solver.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {

/// The search of one size.
struct OutsideProgress {
  double below =
      std::numeric_limits<double>::infinity();  ///< cores around which g is not less have been tried
  double target = std::numeric_limits<double>::infinity();  ///< the least bound aimed at with them
  std::shared_ptr<dual::DualSearch> attempt = {};           ///< the last one; null: none is kept
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
constexpr double most_rows = 8000.0;
constexpr double least_rows = 60.0;
/// Assumed weight of an unknown set, as a part of the bound.
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

/// Rows that the work and the limit of memory afford.
std::size_t affordable_rows(const BoundRequest& request, double limit) {
  double rows = most_rows;
  while (rows > least_rows &&
         (solving_price * rows * rows + dual::proof_work(static_cast<std::size_t>(rows)) > limit ||
          outside_bytes(static_cast<std::size_t>(rows)) > request.memory)) {
    rows *= 0.97;
  }
  return static_cast<std::size_t>(rows);
}

/// Lower bounds of the heaviest sets of up to the requested size: the vertices peeled last, and the average
/// over the subsets of the known set. If no set is known, its weight is taken as a part of the bound.
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

/// Keeps the search of s and then searches of other sizes within the memory.
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
    std::shared_ptr<dual::DualSearch> attempt = progress.attempt;
    const double reached = attempt ? attempt->expected(ledger) : 0.0;
    const bool goes_on = attempt && attempt->outside() < progress.below && reached < ledger.value(s) &&
                         reached <= std::max(planned, target);
    if (!goes_on) {
      const bool is_useful = plan && planned < ledger.value(s);
      if (!is_useful && is_first) {
        findings.pace = 1.0 / work_per_second;  // a larger core may do, on an idle machine
        continue;
      }
      if (!is_useful) break;
      attempt = std::make_shared<dual::DualSearch>(ledger, *parts, *plan, s);
      progress.attempt.reset();
      keep_within(progress_by_size, s, request.memory - outside_bytes(attempt->rows()));
      progress.attempt = attempt;
    }
    const double least = goes_on ? reached : planned;
    attempt->solve(ledger, findings,
                   {.incumbent = request.incumbent,
                    .known = known[s],
                    .goals = goals_of(ledger, request, known[s], target, least),
                    .work = left.work},
                   pace_of(findings), run);
    if (is_first && findings.pace > 0.0 && !attempt->enough()) continue;  // perhaps on a larger core
    if (attempt->enough() ? std::isfinite(request.work) : !attempt->stalled()) break;
    progress.target = target;
    progress.below = attempt->dummies_used() > dummies_in_use || attempt->enough() ? attempt->outside() : 0.0;
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
