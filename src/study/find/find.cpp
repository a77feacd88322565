#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/study/find.hpp>

#include "bounds/plan.hpp"
#include "study/find/bound_guard.hpp"
#include "study/find/core_search.hpp"
#include "study/find/judgement.hpp"
#include "study/find/proof_search.hpp"
#include "study/find/search_work.hpp"
#include "subgraph/diverse/several.hpp"
#include "subgraph/part/core_order.hpp"
#include "subgraph/part/dense_part.hpp"
#include "subgraph/problem/exclusion.hpp"

namespace lode {
namespace {

/// With strong bounds the search gets this part of what the cheap ones leave, or so many seconds per size if
/// that is more, but never more than with the effort left to lode.
constexpr double search_share = 0.5;
constexpr double strong_search_seconds = 3.0;
/// With the effort left to lode, a search that takes all of its time leaves this part of it, at most so many
/// seconds per size, for bounds.
constexpr double auto_share = 0.5;
constexpr double worked_sizes_of_curve = 8.0;
constexpr double auto_seconds = subgraph::most_auto_work / subgraph::work_per_second;

/// Whether sizes, increasing, are so close that the answer of one is nearly that of the next. Further apart,
/// searches of their own with hints of their own find more in the same time: on ca-GrQc 100:1000:100 at 0.2 s
/// each, better sets of 6 of the 10 sizes, of none a worse one.
bool is_curve(std::span<const Vertex> sizes) {
  constexpr Vertex mean_step = 2;
  return sizes.size() > 1 && sizes.back() - sizes.front() <= mean_step * (sizes.size() - 1);
}

class Finder {
 public:
  Finder(const Graph& graph, const FindRequest& request, const RunContext& run, const FindEvents& events)
      : graph_(graph),
        request_(request),
        whole_(run.for_call()),
        events_(events),
        row_(subgraph::method(request.method)) {
    check();
    reduced_ = subgraph::without_excluded(demanded());
    check_included();
  }

  FindResult find() {
    add_bounds();
    FindResult result;
    result.answers = request_.top ? several_of_each() : one_of_each();
    result.defect = guard_.defect();
    for (FindAnswer& answer : result.answers) {
      if (!guard_.holds()) withdraw_bound(answer);
      answer.include = named_vertices(graph_, request_.include);
      answer.exclude = named_vertices(graph_, request_.exclude);
      answer.connected = request_.connected;
    }
    result.ledger = plan_->shared_ledger();
    result.seconds = whole_.elapsed();
    return result;
  }

 private:
  void check() const {
    if (request_.sizes.empty()) throw InvalidArgument("sizes", "empty", "there is no size to look for");
    std::vector<Vertex> sorted = request_.sizes;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.front() < 1 || sorted.back() > graph_.num_vertices()) {
      throw InvalidArgument(
          "sizes", std::to_string(sorted.front() < 1 ? sorted.front() : sorted.back()),
          fmt::format("must be between 1 and {}", graph_.num_vertices()),
          request_.core_of ? "cut a smaller core: sets of more vertices reach outside of this one" : "");
    }
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) throw InvalidArgument("sizes", std::to_string(*twice), "is given twice");
    const std::uint64_t listed = std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{0});
    if (sorted.size() > 1 && listed > most_listed_vertices) {
      throw InvalidArgument(
          "sizes", fmt::format("{} of them", sorted.size()),
          fmt::format("sets hold {} vertices in all, more than the {} that are kept at once", listed,
                      most_listed_vertices),
          "ask for fewer sizes");
    }
    if (!request_.known.empty()) check_known(sorted);
  }

  /// `sizes`: those of the request, increasing.
  void check_known(const std::vector<Vertex>& sizes) const {
    const auto refuse = [&](const char* problem, const char* remedy) {
      throw InvalidArgument("known", fmt::format("{} sizes", request_.known.size()), problem, remedy);
    };
    if (request_.effort != subgraph::Effort::none) refuse("is in place of other bounds", "use effort none");
    if (!request_.exclude.empty()) refuse("is of the whole graph", "exclude no vertices");
    if (request_.core_of) refuse("is of the graph itself", "declare no core");
    std::vector<Vertex> known;
    for (const KnownSize& size : request_.known) known.push_back(size.bound.s);
    std::sort(known.begin(), known.end());
    if (known != sizes) refuse("must be of the sizes asked for", "give one entry for each of them");
  }

  subgraph::BoundLedger& ledger() const { return plan_->ledger(); }

  const KnownSize* known(Vertex s) const {
    const auto at = std::find_if(request_.known.begin(), request_.known.end(),
                                 [&](const KnownSize& size) { return size.bound.s == s; });
    return at == request_.known.end() ? nullptr : &*at;
  }

  /// The least bound of a size that is known by now.
  subgraph::Bound bound(Vertex s) const {
    const subgraph::Bound found = ledger().best(s);
    const KnownSize* size = known(s);
    return size && size->bound.value <= found.value ? size->bound : found;
  }

  /// The same for the sets that are searched, those inside a declared core; nothing where it may rest on what
  /// the input states, which a search may refute.
  double bound_inside(Vertex s) const {
    if (!guard_.holds()) return std::numeric_limits<double>::infinity();
    if (!request_.core_of) return bound(s).value;
    return request_.core_of->bounds.empty() ? ledger().best_inside(s).value
                                            : std::numeric_limits<double>::infinity();
  }

  /// What an exhaustive search has shown of the sets inside a declared core goes to the bounds there; nothing
  /// of it is about the larger graph by itself.
  void take_search(subgraph::Solution& solution) const {
    if (!request_.core_of || !solution.upper_bound) return;
    if (!request_.connected) {
      ledger().take_search(static_cast<Vertex>(solution.vertices.size()), row_.name, *solution.upper_bound);
    }
    solution.upper_bound.reset();
  }

  /// Runs a search that is told what bounds are known. Bounds that the request states are the caller's.
  template <class Search>
  auto guarded(Search&& search) {
    return request_.known.empty() ? guard_.search(search) : search();
  }

  /// Leaves an answer with a bound that follows from the graph alone, since one of the run is false.
  void withdraw_bound(FindAnswer& answer) const {
    const Vertex sizes[] = {answer.s};
    answer.bound = subgraph::bound_row("trivial").compute(graph_, sizes, whole_).front();
    if (request_.core_of) {
      answer.bound.value = graph_.weighted() ? std::numeric_limits<double>::max()
                                             : static_cast<double>(possible_edges(answer.s));
    }
    const detail::Judgement judgement(graph_, answer.bound.value, answer.solution.weight);
    answer.gap = judgement.gap;
    answer.proven_optimal = judgement.proven_optimal;
    answer.optimality_tolerance = judgement.tolerance;
    answer.earlier = {};
  }

  void check_stated_bounds(const subgraph::Solution& solution, const subgraph::Bound& bound) const {
    if (!request_.core_of || request_.core_of->bounds.empty()) return;
    if (least_meeting(solution.weight, sums_of(graph_.integral())) <= bound.value) return;
    throw InputError(
        {"the declared core"},
        fmt::format("stated bounds allow sets of {} vertices a weight of {}, and one of {} was found",
                    bound.s, format_exact(bound.value), format_exact(solution.weight)),
        "state no bounds that are not proven");
  }

  /// Whether the smallest sets can hold all that they should.
  void check_included() const {
    if (request_.include.empty()) return;
    subgraph::Problem smallest = reduced_.problem;
    smallest.s = *std::min_element(request_.sizes.begin(), request_.sizes.end());
    smallest.connected = false;
    subgraph::check_problem(smallest, subgraph::Anchors::kept);
  }

  /// The problem over the whole graph, for the largest size.
  subgraph::Problem demanded() const {
    subgraph::Problem problem;
    problem.graph = graph_;
    problem.s = *std::max_element(request_.sizes.begin(), request_.sizes.end());
    problem.start = request_.start;
    problem.given = request_.given;
    problem.include = request_.include;
    problem.exclude = request_.exclude;
    problem.connected = request_.connected;
    problem.target = request_.target;
    return problem;
  }

  void add_bounds() {
    const auto [smallest, largest] = std::minmax_element(request_.sizes.begin(), request_.sizes.end());
    // A search without bounds before it looks for its dense part itself, if it wants one, in its own time.
    const bool shared = request_.effort != subgraph::Effort::none || request_.sizes.size() > 1;
    if (shared) {
      reduced_.problem.dense_part =
          subgraph::find_dense_part(reduced_.problem.graph, *smallest, *largest, whole_);
    }
    const RunContext run = whole_.part(subgraph::cheap_bounds_share * whole_.time_left());
    plan_.emplace(graph_,
                  subgraph::SetFamily{
                      .include = request_.include, .exclude = request_.exclude, .core_of = request_.core_of},
                  request_.sizes, run,
                  request_.keep_proofs ? subgraph::Proofs::keep : subgraph::Proofs::drop);
    plan_->limit_memory(memory_of_bounds());
    if (request_.effort == subgraph::Effort::none) return;
    plan_->add_cheap(request_.keep_proofs ? nullptr : dense_part_for_bounds(run),
                     subgraph::cheap_bounds_work(request_.effort, run), run);
  }

  /// The rows of the graph may take half of the memory that is given.
  double memory_of_bounds() const {
    return request_.memory ? 0.5 * static_cast<double>(*request_.memory)
                           : std::numeric_limits<double>::infinity();
  }

  /// A dense part of the graph that the bounds are about, which lacks what is included.
  std::shared_ptr<const subgraph::DensePart> dense_part_for_bounds(const RunContext& run) const {
    if (request_.include.empty()) return reduced_.problem.dense_part;
    const std::span<const Vertex> sizes = ledger().sizes();
    if (sizes.empty()) return nullptr;
    return subgraph::find_dense_part(ledger().graph(), sizes.front(), sizes.back(), run);
  }

  /// Dense sets that the bounds came across, in numbers of the graph without the vertices to exclude.
  std::vector<VertexSet> hints(Vertex s) const {
    if (request_.hints == Hints::ignore) return {};
    if (const KnownSize* size = known(s)) return size->dense_sets;
    std::vector<VertexSet> sets = plan_->dense_sets(s);
    for (VertexSet& set : sets) set = reduced_.part.inward(set);
    return sets;
  }

  /// In the order asked for; after an interruption perhaps only the first.
  std::vector<FindAnswer> one_of_each() {
    std::vector<std::size_t> order(request_.sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return request_.sizes[a] < request_.sizes[b]; });
    std::vector<Vertex> sizes;
    for (const std::size_t i : order) sizes.push_back(request_.sizes[i]);
    const RunContext run = whole_.part(search_seconds(whole_.time_left(), sizes.size()));
    std::vector<subgraph::Solution> solutions = guarded([&] {
      std::vector<double> upper_bounds;
      for (const Vertex s : sizes) upper_bounds.push_back(bound_inside(s));
      return is_curve(sizes) ? subgraph::solve_sizes(request_.method, reduced_.problem, sizes, upper_bounds,
                                                     first_settings(), run.on_parts())
                             : one_by_one(sizes, upper_bounds, run);
    });
    for (subgraph::Solution& solution : solutions) take_search(solution);
    spend_auto(solutions, whole_);
    bound_whole_graph(solutions);
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      RunContext part = whole_.part(whole_.time_left() / static_cast<double>(solutions.size() - i));
      improve_bound(reduced_.problem, solutions[i], part);
      prefer_checkable(solutions[i]);
    }
    std::vector<std::optional<FindAnswer>> by_place(order.size());
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      by_place[order[i]] = answer(reduced_.problem, std::move(solutions[i]), bound(sizes[i]), run);
    }
    std::vector<FindAnswer> answers;
    for (auto& found : by_place) {
      if (found) answers.push_back(*std::move(found));
    }
    return answers;
  }

  /// Every size with hints of its own; sizes not begun when the run is cancelled are left out.
  std::vector<subgraph::Solution> one_by_one(const std::vector<Vertex>& sizes,
                                             const std::vector<double>& upper_bounds, const RunContext& run) {
    std::vector<subgraph::Solution> solutions;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i > 0 && run.interrupted()) break;
      subgraph::Problem one = reduced_.problem;
      one.s = sizes[i];
      one.upper_bound = upper_bounds[i];
      one.hints = hints(sizes[i]);
      if (std::optional<subgraph::Solution> left = i > 0 ? left_by_peeling(one, run) : std::nullopt) {
        solutions.push_back(*std::move(left));
        continue;
      }
      const RunContext part = run.part(run.time_left() / static_cast<double>(sizes.size() - i));
      solutions.push_back(subgraph::solve(request_.method, one, first_settings(),
                                          subgraph::told_about(ledger(), sizes[i], {}, part)));
    }
    return solutions;
  }

  /// Where the time left is less than a search takes to begin, the set that peeling leaves, or else the
  /// vertices of largest degree: one order for all sizes. Nothing where there is time, and where more is
  /// asked of sets.
  std::optional<subgraph::Solution> left_by_peeling(const subgraph::Problem& problem, const RunContext& run) {
    const bool plain = request_.include.empty() && request_.exclude.empty() && !request_.connected &&
                       !problem.start && !request_.core_of;
    if (!plain || detail::begins_in_time(reduced_.problem.graph, run)) return std::nullopt;
    std::optional<VertexSet> set = plan_->last_peeled(problem.s);
    if (!set) {
      if (by_degree_.empty()) by_degree_ = subgraph::detail::degree_order(problem.graph);
      set = subgraph::detail::last_of(by_degree_, problem.s);
    }
    return subgraph::finish_solution(problem, *std::move(set), {}, StopReason::deadline, 0, run);
  }

  /// Several of every size, size by size.
  std::vector<FindAnswer> several_of_each() {
    std::vector<FindAnswer> answers;
    const std::vector<Vertex>& sizes = request_.sizes;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i > 0 && whole_.interrupted()) break;
      subgraph::Problem one = reduced_.problem;
      one.s = sizes[i];
      const RunContext both = whole_.part(whole_.time_left() / static_cast<double>(sizes.size() - i));
      RunContext run =
          subgraph::told_about(ledger(), sizes[i], {}, both.part(search_seconds(both.time_limit(), 1)));
      const auto count = static_cast<std::size_t>(std::max(0, *request_.top));
      std::vector<subgraph::Solution> solutions = guarded([&] {
        one.upper_bound = bound_inside(sizes[i]);
        return subgraph::solve_several(request_.method, one, first_settings(), count, request_.max_overlap,
                                       run);
      });
      take_search(solutions.front());
      if (solutions.size() < count && events_.note) events_.note(solutions.back().note);
      const bool each = bounds_each(sizes[i]);
      const auto share = [&](std::size_t left) {
        return both.part(both.time_left() / static_cast<double>(each ? left : 1));
      };
      const RunContext part = share(solutions.size());
      spend_auto({&solutions.front(), 1}, part);
      bound_whole_graph({&solutions.front(), 1});
      improve_bound(one, solutions.front(), part);
      prefer_checkable(solutions.front());
      VertexSet earlier;
      subgraph::Bound of_all = bound(sizes[i]);
      for (std::size_t rank = 0; rank < solutions.size(); ++rank) {
        subgraph::Bound least = of_all;
        if (rank > 0 && !each) solutions[rank].upper_bound.reset();
        if (rank > 0 && each) {
          const subgraph::Bound without =
              bound_without(earlier, solutions[rank], share(solutions.size() - rank));
          if (without.value < least.value) least = without;
        }
        answers.push_back(answer(one, std::move(solutions[rank]), least, run));
        answers.back().rank = static_cast<int>(rank) + 1;
        if (rank == 0) of_all = answers.back().bound;  // the method may have proven less
        if (rank > 0 && each) answers.back().earlier = named_vertices(graph_, earlier);
        const VertexSet& found = answers.back().solution.vertices;
        earlier.insert(earlier.end(), found.begin(), found.end());
      }
    }
    return answers;
  }

  /// Whether a later answer has a bound of its own, on the sets without the vertices of earlier ones: where
  /// none may be shared, and nothing is said of bounds that is about all sets of the graph.
  bool bounds_each(Vertex s) const {
    return subgraph::most_shared(request_.max_overlap, s) == 0 && !request_.keep_proofs && !request_.core_of;
  }

  /// That bound, for which as much is spent as for that of a first answer.
  subgraph::Bound bound_without(const VertexSet& earlier, const subgraph::Solution& solution,
                                const RunContext& run) {
    const auto s = static_cast<Vertex>(solution.vertices.size());
    if (request_.effort == subgraph::Effort::none || run.should_stop()) return bound(s);
    subgraph::SetFamily family{.exclude = request_.exclude};
    family.exclude.insert(family.exclude.end(), earlier.begin(), earlier.end());
    subgraph::BoundPlan plan(graph_, family, std::span(&s, 1), run, subgraph::Proofs::drop);
    plan.limit_memory(memory_of_bounds());
    plan.add_cheap(nullptr, subgraph::cheap_bounds_work(request_.effort, run), run.on_parts());
    if (request_.effort == subgraph::Effort::automatic || goes_beyond_auto()) {
      const double work = detail::search_work(row_, settings(), reduced_.problem.graph, solution);
      const subgraph::SearchedSize size{s, solution.weight, work};
      plan.spend_on(std::span(&size, 1), run.on_parts());
    }
    if (goes_beyond_auto()) {
      const double seconds = std::min(subgraph::strong_seconds, run.time_left());
      plan.tighten(s, solution.weight, run.on_parts().part(seconds));
    }
    return plan.ledger().best(s);
  }

  FindAnswer answer(const subgraph::Problem& problem, subgraph::Solution solution,
                    const subgraph::Bound& least, const RunContext& run) {
    const auto s = static_cast<Vertex>(solution.vertices.size());
    if (request_.core_of) solution.upper_bound.reset();
    check_stated_bounds(solution, least);
    if (request_.known.empty()) guard_.compare(least, solution.weight, sums_of(graph_.integral()));
    FindAnswer found =
        make_find_answer(problem.graph, request_.method, preset_name(), std::move(solution), least, run);
    if (request_.keep_proofs) {
      const double checked = least_meeting(ledger().best(s).value, sums_of(graph_.integral()));
      found.checkable = ledger().checkable(s) && checked <= found.bound.value;
    }
    found.solution.vertices = reduced_.part.outward(found.solution.vertices);
    found.effort = request_.effort;
    if (found.proven_optimal) return found;
    found.better_core = plan_->core_of_better(s, found.solution.weight);
    if (goes_beyond_auto()) return found;
    if (const auto estimate = plan_->estimate(s, found.solution.weight, run)) {
      const double bound = ledger().family().outward_bound(ledger().family().inward(s), estimate->bound);
      const double gap = subgraph::relative_gap(bound, found.solution.weight);
      found.forecast = {static_cast<Vertex>(estimate->rows), estimate->seconds, std::min(found.gap, gap)};
    }
    return found;
  }

  /// Spends what the effort asks for on the bound of one answer, and with `proof` on the answer too, in the
  /// time of `run`.
  void improve_bound(const subgraph::Problem& problem, subgraph::Solution& solution, const RunContext& run) {
    const auto s = static_cast<Vertex>(solution.vertices.size());
    const subgraph::Effort effort = request_.effort;
    const bool wanted = effort == subgraph::Effort::strong || effort == subgraph::Effort::proof;
    if (!wanted || !guard_.holds() || whole_.interrupted()) return;
    const RunContext about = subgraph::told_about(ledger(), s, solution.weight, run);
    const double begun = whole_.elapsed();  // the answer began before the proof did
    const bool proves = effort == subgraph::Effort::proof && !request_.top;
    const subgraph::Bound first = ledger().best(s);
    const auto log = [&](ProofEvent event, double seconds) {
      event.seconds = seconds;
      if (events_.proof) events_.proof(event);
    };
    if (proves && events_.proof_begins) events_.proof_begins(s);
    if (proves) {
      const double gap = subgraph::relative_gap(first.value, solution.weight);
      log({0.0, solution.weight, first.value, gap, first.name}, begun);
    }
    const double most = effort == subgraph::Effort::strong || proves
                            ? subgraph::strong_seconds
                            : std::numeric_limits<double>::infinity();
    plan_->tighten(s, solution.weight, about.part(std::min(most, run.time_limit())));
    if (!proves) return;
    const bool fell = ledger().best(s).value < first.value;
    subgraph::Problem one = problem;
    one.s = s;
    bool is_first = true;
    const auto log_changes = [&](const ProofEvent& event) {
      if (!is_first || fell) log(event, whole_.elapsed());
      is_first = false;
    };
    guarded([&] {
      if (!guard_.holds()) return;
      search_proof(one, {request_.method, settings(), log_changes}, *plan_, solution, about);
    });
    take_search(solution);
  }

  /// Proofs are kept to be checked.
  void prefer_checkable(const subgraph::Solution& solution) {
    constexpr double nothing = std::numeric_limits<double>::infinity();
    const double proven = request_.connected ? nothing : solution.upper_bound.value_or(nothing);
    plan_->prefer_checkable(static_cast<Vertex>(solution.vertices.size()), proven, whole_);
  }

  /// What the searches of some sizes get of the seconds left, before the bounds that the effort asks for.
  double search_seconds(double left, std::size_t count) const {
    if (!std::isfinite(left)) return left;
    const auto sizes = static_cast<double>(count);
    const double of_auto = left - std::min(auto_seconds * sizes, auto_share * left);
    if (goes_beyond_auto()) {
      return std::min(of_auto, std::max(search_share * left, strong_search_seconds * sizes));
    }
    return request_.effort == subgraph::Effort::automatic && spends() ? of_auto : left;
  }

  bool goes_beyond_auto() const {
    return request_.effort == subgraph::Effort::strong || request_.effort == subgraph::Effort::proof;
  }

  /// Bounds by as much work as the searches took. Larger efforts begin with them, too: what they add comes
  /// after.
  void spend_auto(std::span<const subgraph::Solution> solutions, const RunContext& run) {
    if (request_.effort != subgraph::Effort::automatic && !goes_beyond_auto()) return;
    if (whole_.interrupted()) return;
    // Sizes solved together share the work of a few (hybrid_curve.cpp).
    const bool together = solutions.size() > 1 && row_.solve_curve && is_curve(ledger().sizes());
    const double share_of_each =
        together ? std::min(1.0, worked_sizes_of_curve / static_cast<double>(solutions.size())) : 1.0;
    std::vector<subgraph::SearchedSize> sizes;
    for (const subgraph::Solution& solution : solutions) {
      const double work = detail::search_work(row_, settings(), reduced_.problem.graph, solution);
      sizes.push_back({static_cast<Vertex>(solution.vertices.size()), solution.weight, work * share_of_each});
    }
    plan_->spend_on(sizes, run);
  }

  /// The cheap bounds of the whole graph, where those of its dense part leave a gap, for larger efforts.
  void bound_whole_graph(std::span<const subgraph::Solution> solutions) {
    if (!goes_beyond_auto() || request_.keep_proofs || !reduced_.problem.dense_part) return;
    for (const subgraph::Solution& solution : solutions) {
      const auto s = static_cast<Vertex>(solution.vertices.size());
      if (subgraph::proves_optimal(graph_, ledger().best(s).value, solution.weight)) continue;
      const RunContext part = whole_.part(subgraph::cheap_bounds_share * whole_.time_left());
      return plan_->add_cheap(nullptr, subgraph::cheap_bounds_work(request_.effort, part), part);
    }
  }

  /// Of the search before the bounds that the effort asks for: a proof gives the answer more time later,
  /// where the bound leaves hope.
  subgraph::MethodSettings first_settings() const {
    return request_.effort == subgraph::Effort::proof ? request_.settings : settings();
  }

  subgraph::MethodSettings settings() const {
    subgraph::MethodSettings all = request_.settings;
    const bool takes_work = !row_.exhaustive && row_.takes("work");
    const std::string preset = preset_name();
    if (takes_work && preset != "paper" && preset != "descent" && spends()) {
      all.try_emplace("work", std::to_string(std::numeric_limits<std::int64_t>::max()));
    }
    return all;
  }

  bool spends() const { return request_.time_use == TimeUse::spend && std::isfinite(whole_.time_limit()); }

  std::string preset_name() const {
    const auto preset = request_.settings.find("preset");
    if (preset != request_.settings.end()) return preset->second;
    return row_.presets.empty() ? std::string() : std::string(row_.presets.front());
  }

  const Graph& graph_;
  const FindRequest& request_;
  RunContext whole_;  ///< one budget and one clock for bounds and searches
  const FindEvents& events_;
  const subgraph::MethodRow& row_;
  subgraph::ReducedProblem reduced_;  ///< without the vertices to exclude
  std::optional<subgraph::BoundPlan> plan_;
  detail::BoundGuard guard_;
  std::vector<Vertex>
      by_degree_;  ///< the order of degrees, for sizes that the time does not suffice for; or empty
};

}  // namespace

FindResult find(const Graph& graph, const FindRequest& request, const RunContext& run) {
  return find(graph, request, FindEvents(), run);
}

FindResult find(const Graph& graph, const FindRequest& request, const FindEvents& events,
                const RunContext& run) {
  if (detail::exceeds_memory(graph, request)) return detail::find_in_core(graph, request, run, events);
  return Finder(graph, request, run, events).find();
}

}  // namespace lode
