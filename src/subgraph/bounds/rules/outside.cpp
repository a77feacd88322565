#include "subgraph/bounds/dual/outside.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

#include "subgraph/bounds/certificate/writer.hpp"
#include "subgraph/bounds/dual/outside_check.hpp"
#include "subgraph/bounds/dual/proof.hpp"
#include "subgraph/bounds/dual/solver.hpp"
#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/chain.hpp"
#include "subgraph/bounds/rules/core.hpp"
#include "subgraph/bounds/rules/multipliers.hpp"
#include "subgraph/bounds/rules/sdp.hpp"
#include "subgraph/bounds/rules/sdp_plan.hpp"
#include "subgraph/bounds/rules/search.hpp"

namespace lode::subgraph {

extern const ProofRule outside_proof;

namespace {

/// A bound within this part of the known weight is good enough; others lower it further.
constexpr double good_enough = 0.01;
/// Units of work on a core, per entry of its matrix, for all iterations.
constexpr double solving_price = 180.0;
constexpr double most_rows = 6000.0;
constexpr double least_rows = 60.0;
/// Where no set is known, one is taken to weigh this part of the bound.
constexpr double unknown_weight = 0.7;
/// Of the time left.
constexpr double outside_share = 0.5;
constexpr double outside_seconds_alone = 10.0;
/// The relaxation wants a core with a smaller g when it chooses more vertices outside than this.
constexpr double dummies_in_use = 0.5;

/// By size: what more cannot be reached.
struct OutsideProgress {
  double below =
      std::numeric_limits<double>::infinity();  ///< cores around which g is not less have been tried
  double target = std::numeric_limits<double>::infinity();  ///< the least bound aimed at with them
};
using OutsideProgressBySize = std::map<Vertex, OutsideProgress>;

/// What a bound has to be below to serve.
double good_bound(const BoundLedger& ledger, double weight) {
  const double bound = weight / (1.0 - good_enough);
  return ledger.graph().integral() ? std::max(weight, std::floor(bound)) : bound;
}

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

/// One core with dummies, for one size of a ledger.
class OutsideAttempt {
 public:
  OutsideAttempt(BoundLedger& ledger, const CoreParts& parts, const dual::OutsidePlan& plan, Vertex s,
                 double known, double target)
      : ledger_(ledger),
        plan_(plan),
        s_(s),
        known_(known),
        target_(target),
        integral_(ledger.graph().integral()),
        part_(parts.part(plan.cut)) {
    plan_.outside.each = dual::dummy_value(part_.outside, integral_);
    relaxation_ = dual::make_relaxation(part_, peeled_places(parts, plan.cut, part_), s, plan.dummies,
                                        plan_.outside.each);
  }

  /// Spends up to so much work, or what time the run leaves before the proof.
  dual::DualResult solve(double work, const RunContext& run) {
    const double proving = dual::proof_work(relaxation_.size());
    const RunContext search =
        run.part(std::max(0.0, run.time_left() - proof_room * proving / work_per_second));
    dual::DualOptions options;
    options.known = known_ / relaxation_.unit;
    options.target = target_ / relaxation_.unit;
    options.work = work - proving;
    bool proven = false;
    options.accept = [&](const dual::DualPoint& point) {
      ledger_.spend(proving);
      proven = take(point, run);
      return proven && ledger_.value(s_) <= target_;
    };
    dual::DualResult result;
    run.parallel([&] { result = dual::solve_dual(relaxation_, options, search); });
    ledger_.spend(result.work);
    if (!result.accepted && result.best.bound * relaxation_.unit < ledger_.value(s_) && !run.interrupted()) {
      ledger_.spend(proving);
      take(result.best, run);
    }
    return result;
  }

 private:
  static constexpr double proof_room = 1.5;

  /// Proves a point and lowers the bounds of the sizes that it serves; false where nothing is proven.
  bool take(const dual::DualPoint& point, const RunContext& run) {
    std::optional<dual::ProvenPoint> proven;
    run.parallel([&] { proven = dual::prove(part_, relaxation_, point, ledger_.value(s_), run); });
    if (!proven) return false;
    std::vector<double> bounds = std::move(proven->bounds);
    auto data = std::make_shared<PartMultipliers>(PartMultipliers{part_});
    proven->certificate.largest_value = plan_.outside.largest_value;
    proven->certificate.largest_weight = plan_.outside.largest_weight;
    if (!ledger_.keeps_multipliers()) proven->certificate.multipliers.clear();
    data->multipliers = std::move(proven->certificate);
    for (double& bound : bounds) bound = safe(bound, std::abs(bound));
    const bool whole = plan_.cut.begin == 0;
    for (Vertex t = s_ - std::min(s_ - 1, plan_.dummies); t <= s_; ++t) {
      double inside = bounds[t];
      if (!whole) {
        const double taken = part_.outside * static_cast<double>(s_ - t);
        inside = std::min(inside, safe(bounds[s_] - taken, std::abs(bounds[s_]) + taken));
      }
      take_size(t, std::max(0.0, inside), whole, data);
    }
    return true;
  }

  void take_size(Vertex t, double inside, bool whole, const std::shared_ptr<const PartMultipliers>& data) {
    if (ledger_.step(t) == no_step || inside >= ledger_.value(t)) return;
    const auto few =
        static_cast<Vertex>(std::min<std::size_t>(s_ - plan_.dummies, part_.vertices.size() + 1));
    ProofStep step{t, inside, &outside_proof, "outside", no_step, data};
    for (Vertex j = 0; !whole && j < few; ++j)
      step.value = std::max(step.value, with_few(j, t, ledger_.value(j)));
    if (!(step.value < ledger_.value(t))) return;
    for (Vertex j = 1; !whole && j < few; ++j) {
      const double room = step.value - with_few(j, t, 0.0);
      std::size_t from =
          ledger_.first_step(j, integral_ ? room : room * (1.0 - 0x1p-45) - 0x1p-45 * step.value);
      step.tail.push_back(from);
    }
    ledger_.lower(std::move(step));
  }

  double with_few(Vertex j, Vertex t, double bound) const {
    return dual::with_few_inside(plan_.outside, j, bound, t, integral_);
  }

  double safe(double bound, double magnitude) const {
    return integral_ ? std::floor(bound) : bound + magnitude * 0x1p-47;
  }

  BoundLedger& ledger_;
  dual::OutsidePlan plan_;
  Vertex s_;
  double known_;
  double target_;
  bool integral_;
  CorePart part_;
  dual::Relaxation relaxation_;
};

/// Weights of known sets by size, up to that of the request; and what is taken for one where none is known.
std::vector<double> weights_by_size(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  std::vector<double> known = known_weights(ledger, request.s, run);
  known[request.s] = std::max(known[request.s], request.incumbent);
  if (known[request.s] <= 0.0) known[request.s] = unknown_weight * ledger.value(request.s);
  return known;
}

void propose_outside(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  const Graph& graph = ledger.graph();
  if (s < 2 || s > BoundLedger::chain_limit || graph.num_edges() == 0 || run.should_stop()) return;
  if (!squares_fit(graph, ledger.vertex_values().all()) || ledger.step(s) == no_step) return;
  const CoreParts* parts = core_parts(ledger, run);
  if (parts == nullptr) return;
  const double start = run.elapsed();
  const double end_of_work = ledger.spent() + request.work;
  const std::vector<double> known = weights_by_size(ledger, request, run);
  OutsideProgress& progress = ledger.memory<OutsideProgressBySize>()[s];
  double target = good_bound(ledger, known[s]);
  if (ledger.value(s) <= target) target = known[s];
  if (target < progress.target) progress = {};
  while (!run.should_stop() && ledger.value(s) > target) {
    const double work = end_of_work - ledger.spent();
    dual::OutsideQuestion question{.s = s, .known = known, .bounds = ledger.values(), .target = target};
    question.most_vertices = affordable_rows(work, run.time_left());
    question.below = progress.below;
    const auto plan = dual::plan_outside(graph, ledger.vertex_values(), *parts, question);
    if (!plan || plan->expected >= ledger.value(s)) break;
    const dual::DualResult result =
        OutsideAttempt(ledger, *parts, *plan, s, known[s], target).solve(work, run);
    if (!result.stalled) break;
    progress.target = target;
    progress.below = result.dummies_used > dummies_in_use ? plan->cut.outside : 0.0;
  }
  ledger.record(s, "outside", ledger.value(s), run.elapsed() - start);
  close_chain(ledger, run);
}

/// A gap above a hundredth, and no search that settles the whole graph.
bool outside_wanted(const BoundLedger& ledger, const BoundRequest& request) {
  return !search_takes_graph(ledger) && ledger.value(request.s) > good_bound(ledger, request.incumbent);
}

double share_for_outside(BoundLedger& ledger, const BoundRequest& request, double, const RunContext&) {
  // Within limited work it is asked by itself (study/find/auto_bounds.cpp).
  if (std::isfinite(request.work) || !outside_wanted(ledger, request)) return 0.0;
  const OutsideProgress& progress = ledger.memory<OutsideProgressBySize>()[request.s];
  return progress.below > 0.0 ? outside_share : 0.0;
}

std::vector<Bound> outside_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return bounds_by_ledger("outside", graph, sizes, run, outside_seconds_alone);
}

void write_outside(const ProofStep& step, double, detail::CertificateWriter& writer,
                   BoundCertificate::Step& written) {
  if (!step.multipliers) {
    throw InvalidArgument("ledger", "Proofs::drop", "keeps no multipliers for a certificate",
                          "use Proofs::keep");
  }
  written.data = writer.stored(step.multipliers);
  // Steps may state more once they are written than the ledger knows, by rounding.
  const PartMultipliers& all = *step.multipliers;
  const auto& data = std::get<OutsideCertificate>(all.multipliers);
  const bool integral = writer.ledger().graph().integral();
  const dual::OutsideWeights outside{dual::dummy_value(all.part.outside, integral), data.largest_value,
                                     data.largest_weight};
  for (const std::size_t place : step.tail) {
    const BoundCertificate::Step& few = writer.written(place);
    written.value =
        std::max(written.value, dual::with_few_inside(outside, few.s, few.value, step.s, integral));
  }
}

}  // namespace

constexpr ProofRule outside_proof = {.name = "outside", .write = write_outside, .check = check_outside};

constexpr BoundRule outside_rule = {
    .name = "outside",
    .statement =
        "the sdp relaxation of a core; further vertices of a fixed value stand for all that lies outside",
    .cost = "O(n^2 r) per iteration, r of some tens, some 20 iterations; 1 s for a core of 1600 vertices",
    .source = "peeling: Matula, Beck 1983; alternating directions: Oliveira, Wolkowicz, Xu 2018",
    .tier = BoundTier::strong,
    .repeatable = false,
    .compute = outside_bounds,
    .propose = propose_outside,
    .share = share_for_outside,
    .wanted = outside_wanted,
    .counts_work = true,
    .takes_values = true,
    .proofs = {&outside_proof}};

}  // namespace lode::subgraph
