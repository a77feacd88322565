#include "subgraph/bounds/rules/sdp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/chain.hpp"
#include "subgraph/bounds/rules/multipliers.hpp"
#include "subgraph/bounds/rules/sdp_plan.hpp"
#include "subgraph/bounds/rules/sdp_sparse.hpp"
#include "subgraph/bounds/rules/search.hpp"
#include "subgraph/bounds/sdp/sdp_proof.hpp"

namespace lode::subgraph {
namespace {

/// A part of this many vertices makes good use of this many seconds of sdp; the time of a run grows with
/// about the second power of its vertices.
constexpr double sdp_reference_size = 800.0;
constexpr double sdp_reference_seconds = 5.0;
constexpr double sdp_smallest = 60.0;
constexpr double sdp_largest = 5000.0;
/// A part fits the time if the bound that it promises exceeds what is known by this at most, relative.
constexpr double sdp_fitting_gap = 0.02;
/// What exhaustive search of all small sizes gets of what there is.
constexpr double small_sizes_share = 0.15;
/// Iterations after which the bounds of all sizes are looked at; twice as many every time.
constexpr std::uint64_t first_slice = 40;
/// Of the time left: where the part fits, and where a search may do more.
constexpr double sdp_share = 0.8;
constexpr double sdp_cut_share = 0.4;
/// Of small sizes, within limited work and where the part does not fit: exhaustive search does more with it.
constexpr double sdp_small_share = 0.2;
/// Seconds per size on its own.
constexpr double sdp_seconds_alone = 10.0;
/// Price of an iteration, per entry of the matrix: 45 to 80 measured for 300 to 800 vertices.
constexpr double sdp_entry_price = 60.0;
/// Within limited work a part is so large that this many iterations are left: after those the bound is above
/// where it ends by some percent, less than a smaller part costs.
constexpr double limited_iterations = 30.0;

struct SdpProgress {
  double below =
      std::numeric_limits<double>::infinity();  ///< parts with more outside have given all they have
  bool ended = false;                           ///< so has the whole graph
};
using SdpProgressBySize = std::map<Vertex, SdpProgress>;

struct SmallSizes {
  bool searched = false;
};

/// The part that is worked on, what is proven inside, by size, and what runs may go on with.
struct SdpPartWork {
  CoreParts::Cut cut;
  CorePart part;
  std::map<Vertex, std::shared_ptr<SdpSession>> sessions;  ///< two at most
  SdpStart start;                                          ///< of runs on the part
  std::vector<double> rated;                               ///< what is expected to be proven inside, by size
  std::vector<double> inside;                              ///< what is
  std::vector<std::shared_ptr<const PartMultipliers>> proofs;
};

/// The vertices that sdp can serve for a part of a request with so many seconds left.
Vertex sdp_vertices(const BoundRequest& request, double share, double seconds) {
  const double by_time = sdp_reference_size * std::sqrt(std::max(0.0, seconds) / sdp_reference_seconds);
  const double by_work = std::sqrt(share * request.work / (sdp_entry_price * limited_iterations));
  const double size = std::min(by_time, by_work);
  return static_cast<Vertex>(std::clamp(size, sdp_smallest, sdp_largest));
}

/// What is to be done for a size; nothing where it would not lower the bound.
std::optional<SdpPlan> plan_of(BoundLedger& ledger, const BoundRequest& request, Vertex affordable,
                               Vertex settled, const RunContext& run) {
  const SdpProgress& progress = ledger.memory<SdpProgressBySize>()[request.s];
  if (progress.ended) return std::nullopt;
  std::optional<SdpPlan> plan = sdp_plan(ledger, request, affordable, progress.below, settled, run);
  if (!plan || plan->goal >= ledger.value(request.s)) return std::nullopt;
  return plan;
}

/// Whether the plan promises a bound near what is known.
bool promises(BoundLedger& ledger, const BoundRequest& request, const std::optional<SdpPlan>& plan,
              const RunContext& run) {
  const Vertex s = request.s;
  if (std::isfinite(request.work) || request.incumbent <= 0.0) return plan.has_value();
  return plan && plan->expected <= (1.0 + sdp_fitting_gap) * known_weights(ledger, s, run)[s];
}

/// A start among vertices of one part as one among those of another, both within the whole graph.
SdpStart moved_start(const SdpStart& start, const VertexSet& from, const VertexSet& to) {
  SdpStart moved;
  moved.penalty = start.penalty;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < start.vertices.size(); ++i) {
    const Vertex v = from[start.vertices[i]];
    const auto place = std::lower_bound(to.begin(), to.end(), v);
    if (place == to.end() || *place != v) continue;
    kept.push_back(i);
    moved.vertices.push_back(static_cast<Vertex>(place - to.begin()));
  }
  moved.eigenspace = start.eigenspace;
  moved.eigenspace.restrict_to(start.vertices.size(), kept);
  for (const std::size_t i : kept) {
    for (const std::size_t j : kept) {
      moved.multipliers.push_back(start.multipliers[i * start.vertices.size() + j]);
      moved.primal.push_back(start.primal[i * start.vertices.size() + j]);
    }
  }
  return moved;
}

/// The work on a part of the cores that were peeled for the plan, begun with what there is of another part.
SdpPartWork& work_on(BoundLedger& ledger, const CoreParts::Cut& cut, Vertex s) {
  auto& memory = ledger.memory<std::shared_ptr<SdpPartWork>>();
  const bool same = memory && memory->cut.begin == cut.begin && memory->part.vertices.size() == cut.size;
  if (!same) {
    auto next = std::make_shared<SdpPartWork>();
    next->cut = cut;
    next->part = (*ledger.remembered<std::optional<CoreParts>>())->part(cut);
    if (memory) {
      const SdpStart last =
          memory->sessions.empty() ? std::move(memory->start) : memory->sessions.rbegin()->second->state();
      next->start = moved_start(last, memory->part.vertices, next->part.vertices);
    }
    memory = std::move(next);
  }
  if (memory->inside.size() <= s) {
    memory->inside.resize(s + std::size_t{1}, std::numeric_limits<double>::infinity());
    memory->rated.resize(s + std::size_t{1}, std::numeric_limits<double>::infinity());
    memory->proofs.resize(s + std::size_t{1});
  }
  return *memory;
}

/// The run for t vertices that heads for `goal`: the one there is, or one begun with another.
SdpSession& session_of(SdpPartWork& work, Vertex t, Vertex s, double goal, const RunContext& run) {
  auto& sessions = work.sessions;
  if (const auto found = sessions.find(t); found != sessions.end() && found->second->incumbent() <= goal) {
    return *found->second;
  }
  SdpStart start;
  if (sessions.empty()) {
    start = std::move(work.start);
  } else {
    const auto next = sessions.lower_bound(t);
    start = (next == sessions.end() ? sessions.rbegin()->second : next->second)->state();
  }
  work.start = {};
  std::erase_if(sessions, [&](const auto& of) { return of.first == t || of.first != s; });
  const SdpOptions options = {.incumbent = goal,
                              .values = work.part.values,
                              .max_vertices = work.part.graph.num_vertices(),
                              .certificate = true};
  run.parallel([&] { sessions[t] = std::make_shared<SdpSession>(work.part.graph, t, options, start); });
  return *sessions[t];
}

/// Notes that the certificate proves `inside` for t vertices of the part.
void note_inside(SdpPartWork& work, Vertex t, double inside,
                 const std::shared_ptr<const PartMultipliers>& proof) {
  if (!(inside < work.inside[t])) return;
  work.inside[t] = inside;
  work.proofs[t] = proof;
}

/// Notes what a run for t vertices has proven: its first multipliers, those on the whole part, bound smaller
/// sizes too.
void note_result(BoundLedger& ledger, SdpPartWork& work, Vertex t, SdpResult result, const RunContext& run) {
  const SdpStage& stage = result.certificate.stages.front();
  std::vector<double> inside;
  run.parallel([&] {
    const std::vector<double> weights = detail::dense_weights(work.part.graph, work.part.values);
    inside = detail::proven_sdp_bounds({work.part.graph.num_vertices(), weights, stage.multipliers}, t,
                                       stage.eigenvalue);
  });
  const auto proof_of = [&](SdpCertificate certificate) {
    if (!ledger.keeps_multipliers()) certificate = {};
    return std::make_shared<const PartMultipliers>(PartMultipliers{work.part, std::move(certificate)});
  };
  const auto first = proof_of({.s = t, .incumbent = 0.0, .stages = {stage}});
  for (Vertex j = 1; j <= t; ++j) {
    note_inside(work, j, ledger.graph().integral() ? std::floor(inside[j]) : inside[j], first);
  }
  if (result.certificate.stages.size() > 1) {
    note_inside(work, t, result.upper_bound, proof_of(std::move(result.certificate)));
  }
}

/// Bounds of the whole graph by what is proven inside the part, from small sizes to large ones.
void take_inside(BoundLedger& ledger, const SdpPartWork& work, Vertex s) {
  for (Vertex t = 1; t <= s; ++t) {
    if (work.proofs[t]) take_multipliers(ledger, work.proofs[t], "sdp", t, work.inside[t]);
  }
}

/// Keeps what a search may go on with.
void remember_rest(BoundLedger& ledger, const CorePart& part, Vertex s, double incumbent,
                   const SdpResult& result) {
  SdpRemainder rest{part, {}, result.survivors, incumbent};
  if (ledger.keeps_multipliers()) {
    rest.stages.assign(result.certificate.stages.begin(), result.certificate.stages.end() - 1);
  }
  ledger.memory<SdpRemainders>()[s] = std::move(rest);
}

/// The size whose bound inside the part exceeds its goal most, of those that decide; 0 if none does.
Vertex deciding_size(const BoundLedger& ledger, const SdpPartWork& work, const SdpPlan& plan) {
  std::vector<double> expected(plan.s + std::size_t{1}, 0.0);
  for (Vertex t = 1; t <= plan.s; ++t) {
    const double outside = plan.cut.outside > 0.0 ? expected[t - 1] + plan.cut.outside : 0.0;
    expected[t] = std::min(ledger.value(t), std::max(work.rated[t], outside));
  }
  Vertex deciding = 0;
  double most = 0.0;
  for (Vertex t = plan.s; t > 0 && expected[t] > plan.goal_of(t); --t) {
    const double excess = std::min(work.rated[t], ledger.value(t)) - plan.goal_of(t);
    if (work.rated[t] > plan.goal_of(t) && excess > most) {
      most = excess;
      deciding = t;
    }
  }
  return deciding;
}

/// Notes what the run for t vertices should prove.
void rate_run(BoundLedger& ledger, SdpPartWork& work, Vertex t, const RunContext& run) {
  const std::vector<double> rated = work.sessions.at(t)->rated_bounds(run);
  for (Vertex j = 1; j <= t; ++j) {
    const double value = ledger.graph().integral() ? std::floor(rated[j]) : rated[j];
    work.rated[j] = std::min(work.rated[j], value);
  }
}

/// Proves what the run for t vertices has found.
void settle_run(BoundLedger& ledger, const BoundRequest& request, const SdpPlan& plan, SdpPartWork& work,
                Vertex t, const RunContext& run) {
  SdpResult result = work.sessions.at(t)->result(run);
  if (run.interrupted()) return;  // who asks for an end does not wait for proofs
  if (t == plan.s && plan.goal <= request.incumbent) {
    remember_rest(ledger, work.part, t, plan.goal, result);
  }
  note_result(ledger, work, t, std::move(result), run);
  take_inside(ledger, work, plan.s);
}

/// Iterations of a run on so many vertices within work that ends there, at most `slice`; 0: none.
std::uint64_t iterations_within(const BoundLedger& ledger, Vertex left, double end_of_work,
                                std::uint64_t slice) {
  const double price = sdp_entry_price * left * left;
  const double work = end_of_work - ledger.spent();
  if (work < price) return 0;
  const std::uint64_t most = steps_within({.work = work}, price);
  return most == 0 ? slice : std::min(slice, most);
}

/// Lowers the bounds inside a part, of one size after the other, until the goal of the plan is reached or a
/// size that decides does not get better: true then, false if work or time ended before.
bool follow_plan(BoundLedger& ledger, const BoundRequest& request, const SdpPlan& plan, double end_of_work,
                 const RunContext& run) {
  SdpPartWork& work = work_on(ledger, plan.cut, plan.s);
  if (!squares_fit(work.part.graph, work.part.values)) return true;
  std::uint64_t slice = first_slice;
  for (Vertex t = plan.s;;) {
    const double goal = std::max(0.0, plan.goal_of(t));
    SdpSession& session = session_of(work, t, plan.s, goal, run);
    const Vertex left = session.vertices_left();
    const std::uint64_t before = session.iterations();
    const std::uint64_t more = iterations_within(ledger, left, end_of_work, slice);
    const StopReason reason = more == 0 ? StopReason::deadline : session.go_on(goal, more, run);
    ledger.spend(static_cast<double>(session.iterations() - before) * sdp_entry_price * left * left);
    rate_run(ledger, work, t, run);
    const bool stopped = reason == StopReason::deadline || run.should_stop();
    const Vertex next = stopped ? 0 : deciding_size(ledger, work, plan);
    const bool ends = next == 0 || (next == t && reason != StopReason::iterations);
    if (next != t || ends) settle_run(ledger, request, plan, work, t, run);
    if (ends) return !stopped;
    slice = next == t ? 2 * slice : first_slice;
    t = next;
  }
}

/// Where cheap bounds of small sizes let no plan promise much, those are searched once: they carry the
/// others.
void settle_small_sizes(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  if (request.s <= small_size || std::isfinite(request.work) || !ledger.vertex_values().empty()) return;
  if (std::exchange(ledger.memory<SmallSizes>().searched, true)) return;
  if (ledger.value(small_size) <= known_weights(ledger, request.s, run)[small_size]) return;
  const RunContext part = run.part(small_sizes_share * run.time_left());
  exact_rule.propose(ledger, {.s = small_size, .work = small_sizes_share * request.work}, part);
}

/// Whether what is expected inside the part is no lower than what is proven: a larger part then is of no use.
bool gives_nothing(BoundLedger& ledger, const SdpPlan& plan) {
  return work_on(ledger, plan.cut, plan.s).rated[plan.s] >= ledger.value(plan.s);
}

/// Doubly non-negative bounds of cores that fit the time limit of the run, with those of the smaller sizes
/// that the vertices outside ask for; of a larger core where that is not enough.
void propose_sdp(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  const double start = run.elapsed();
  const double end_of_work = ledger.spent() + request.work;
  while (!run.should_stop() && !proves_optimal(ledger.graph(), ledger.value(s), request.incumbent)) {
    BoundRequest left = request;
    left.work = end_of_work - ledger.spent();
    if (left.work <= 0.0) break;
    const Vertex affordable = sdp_vertices(left, 1.0, run.time_left());
    if (!promises(ledger, left, plan_of(ledger, left, affordable, 0, run), run))
      settle_small_sizes(ledger, left, run);
    const auto plan = plan_of(ledger, left, affordable, 0, run);
    if (!plan || !follow_plan(ledger, request, *plan, end_of_work, run)) break;
    if (gives_nothing(ledger, *plan)) break;
    SdpProgress& progress = ledger.memory<SdpProgressBySize>()[s];
    progress.below = plan->cut.outside;
    progress.ended = plan->cut.outside == 0.0;
  }
  ledger.record(s, "sdp", ledger.value(s), run.elapsed() - start);
  close_chain(ledger, run);
}

double share_for_sdp(BoundLedger& ledger, const BoundRequest& request, double seconds,
                     const RunContext& run) {
  if (search_takes_graph(ledger)) return 0.0;
  if (std::isfinite(request.work) && request.s <= small_size) return sdp_small_share;
  if (sdp_fits(ledger, request, seconds, run)) return sdp_share;
  if (request.s <= small_size) return sdp_small_share;
  return sdp_sparse_wanted(ledger, request, seconds, run) ? 0.0 : sdp_cut_share;
}

std::vector<Bound> sdp_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return bounds_by_ledger("sdp", graph, sizes, run, sdp_seconds_alone);
}

}  // namespace

bool squares_fit(const Graph& graph, std::span<const Weight> values) {
  const Weight weight = std::accumulate(values.begin(), values.end(), graph.total_weight());
  return std::isfinite(weight * weight * graph.num_vertices());
}

bool sdp_fits(BoundLedger& ledger, const BoundRequest& request, double seconds, const RunContext& run) {
  const Vertex affordable = sdp_vertices(request, sdp_share, sdp_share * seconds);
  const Vertex settled = ledger.memory<SmallSizes>().searched ? 0 : small_size;
  return promises(ledger, request, plan_of(ledger, request, affordable, settled, run), run);
}

constexpr BoundRule sdp_rule = {
    .name = "sdp",
    .statement =
        "doubly non-negative relaxation: X semidefinite, 0 <= X_ij <= X_ii, row sums s X_ii, trace s",
    .cost =
        "O(n^2 r) per iteration, r of some tens, hundreds of iterations per size; on cores of up to "
        "5000 vertices",
    .source = "alternating directions: Oliveira, Wolkowicz, Xu 2018; safe: Jansson, Chaykin, Keil 2007",
    .tier = BoundTier::strong,
    .repeatable = false,
    .compute = sdp_bounds,
    .propose = propose_sdp,
    .share = share_for_sdp,
    .counts_work = true,
    .takes_values = true,
    .proofs = {&multipliers_proof}};

}  // namespace lode::subgraph
