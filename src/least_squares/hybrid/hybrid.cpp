#include "least_squares/hybrid/hybrid.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "core/options/option_table.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/working_set.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

lode::detail::OptionTable<HybridOptions> hybrid_options() {
  using lode::detail::at_least;
  using lode::detail::from_to;
  return {
      {"working-set", &HybridOptions::working_set,
       "How many random and how many greedy coordinates each block has", "coordinates",
       hybrid::working_set_form},
      {"theta", &HybridOptions::theta,
       "Weight of the proximal term, which makes large moves costly; only without escapes (preset paper)",
       "mean squared columns", at_least(0.0)},
      {"epsilon", &HybridOptions::epsilon,
       "A descent ends when its mean relative decrease is at most this (preset paper)", "", at_least(0.0)},
      {"window", &HybridOptions::window,
       "Number of latest blocks whose relative decrease is averaged (preset paper)", "blocks",
       from_to(1, 1e6)},
      {"idle", &HybridOptions::idle,
       "A full descent ends after so many blocks in a row without a move; 0: lode chooses", "blocks",
       at_least(0)},
      {"max-iterations", &HybridOptions::max_iterations,
       "Largest number of blocks, exchanges and flips in all; 0: no limit", "steps", at_least(0)},
      {"start-scale", &HybridOptions::start_scale,
       "Standard deviation of the random values to begin with when no start is given (preset paper)", "",
       at_least(0.0)},
      {"work", &HybridOptions::work,
       "The run ends after its escapes have touched so many matrix entries; 0: no escapes", "entries",
       at_least(0.0)},
  };
}

/// The start of the problem, or zeros, projected.
std::vector<double> start_of(const Problem& problem) {
  std::vector<double> zeros(problem.instance->columns());
  return project(problem.constraint, problem.start ? *problem.start : std::move(zeros));
}

bool is_one_block(const Problem& problem, const HybridOptions& options) {
  return options.work > 0.0 && problem.loss == Loss::squared &&
         problem.instance->columns() <= hybrid::whole_problem;
}

/// A first answer for the squared loss at the price of a few products with A, for runs that end before the
/// Gram matrix is there. The problem's start where it has one. Otherwise, sparse-c: up to 64 columns by
/// method omp; binary-c: the columns that lower F most, each taken alone; else one sweep of method msm.
void offer_first_answer(const Problem& problem, const RunContext& run, BestPoint& best) {
  const Instance& instance = *problem.instance;
  const ConstraintKind kind = problem.constraint.kind;
  const auto offer = [&](const std::vector<double>& x) { best.consider(x, objective_at(problem, x), 0); };
  if (is_sparse(kind) || problem.start) offer(start_of(problem));
  if (problem.start) return;
  if (kind == ConstraintKind::binary_c) {
    return offer(project(problem.constraint, to_std(as_vector(instance.correlations()) -
                                                    0.5 * as_vector(instance.column_squares()))));
  }
  Problem quick = problem;
  quick.refit = false;
  quick.constraint.s = std::min<Index>(64, quick.constraint.s);
  if (kind == ConstraintKind::sparse) quick.start = start_of(problem);
  const Solution found = kind == ConstraintKind::sparse_c
                             ? method("omp").solve(quick, {}, run)
                             : method("msm").solve(quick, {{"max-sweeps", "1"}}, run);
  offer(point_on(found.support, found.x, instance.columns()));
}

/// All columns in one block: the answer is optimal unless rounding hides which point is the best.
Ending solve_whole(const Problem& problem, const RunContext& run, BestPoint& best) {
  const Instance& instance = *problem.instance;
  const Constraint& constraint = problem.constraint;
  const double nothing = rounding_tolerance * instance.half_norm_b();
  std::vector<double> x = start_of(problem);
  const auto offer = [&](std::uint64_t step) { best.consider(x, objective_at(problem, x), step); };
  const auto ending = [&](bool exact) -> Ending {
    offer(1);
    if (exact || best.objective() <= nothing) return {StopReason::optimal, 1};
    return {run.should_stop() ? run.stop_reason() : StopReason::converged, 1};
  };
  offer(0);
  std::vector<Index> all(x.size());
  std::iota(all.begin(), all.end(), Index{0});
  if (!is_sparse(constraint.kind)) {
    const auto flips = best_flips(problem, x, all, 0.0, run);
    for (const Index i : flips.value_or(std::vector<Index>())) {
      x[i] = constraint.kind == ConstraintKind::binary ? -x[i] : 1.0 - x[i];
    }
    return ending(flips.has_value());
  }
  const std::size_t budget = constraint.kind == ConstraintKind::sparse ? all.size() : constraint.s;
  const auto found =
      best_subset(instance.a(), all, as_vector(instance.b()), {lambda_of(constraint), budget, nothing}, run);
  const auto fit = least_squares_within(instance, found.columns, infinity, run);
  if (!fit) return ending(false);
  if (as_vector(*fit).lpNorm<Eigen::Infinity>() <= box_of(constraint)) {
    x = point_on(found.columns, *fit, all.size());
    return ending(found.exact && objective_at(problem, x) <= found.value * (1.0 + 1e-9) + nothing);
  }
  // The box binds. A start of large values causes large rounding errors.
  if (best.objective() > instance.half_norm_b()) x.assign(x.size(), 0.0);
  PointObjective objective(problem, x);
  const hybrid::BlockMove move = solver_of(constraint).solve(objective.block(all), 0.0, run);
  if (move.decrease > 0.0) objective.apply(all, move.changes);
  x = objective.point();
  return ending(move.exact);
}

/// Scales up a point that separates the labels until its loss is almost 0; false for other points.
bool scale_up_separated(PointObjective& objective) {
  constexpr double enough = 40.0;  // log(1 + exp(-40)) is 4e-18
  const double margin = objective.least_margin();
  if (!(margin > 0.0) || std::isinf(margin)) return false;
  if (margin >= enough) return true;
  std::vector<double> x = objective.point();
  for (double& value : x) value *= enough / margin;
  if (std::ranges::all_of(x, [](double value) { return std::isfinite(value); })) objective.assign(x);
  return true;
}

/// Block descent from `start`, then from kicked copies of the best point until the work is done; without work
/// the descent alone, which ends by the rule of the paper. Accepts every loss and constraint; no other search
/// covers binary-c, sparse with a box and the logistic loss.
///
/// The infimum of the logistic loss need not be attained, and every block then lowers F a little. Its
/// descents also end where an unbounded point separates the labels, and where the mean relative decrease over
/// some rounds of blocks is at most 1e-9. Its first descent is part of the work.
Ending kicked_descent(const Problem& problem, std::vector<double> start, const HybridOptions& options,
                      const RunContext& run, BestPoint& best) {
  constexpr double least_blocks = 1000.0;        // of a first descent that need not end by itself
  constexpr std::uint64_t idle_after_kick = 20;  // most kicks fail, and soon
  const hybrid::BlockSolver solver = solver_of(problem.constraint);
  PointObjective objective(problem, std::move(start));
  const bool logistic = problem.loss == Loss::logistic;
  const bool unbounded = logistic && is_unbounded(problem.constraint);
  const bool kicks = options.work > 0.0;
  const Index n = objective.size();
  Rng rng(run.seed(), kicks ? lode::detail::fit_kick_stream : lode::detail::fit_paper_stream);
  hybrid::WorkingSets rule(solver.constraint, options.working_set,
                           kicks ? hybrid::RandomPart::balanced : hybrid::RandomPart::uniform);
  EscapeRun escape(options, run, best);
  const auto block = static_cast<std::uint64_t>(options.working_set.total());
  const double entries = step_overhead + static_cast<double>(n * block);
  const auto offer = [&](std::uint64_t iteration) {
    best.offer(objective.value(), iteration, [&] { return objective.point(); });
  };
  bool separated = false;
  const auto descend_until = [&](std::uint64_t idle, bool paper, const hybrid::DescentOptions& descent) {
    hybrid::IdleRule idle_rule(n, idle);
    hybrid::RelativeDecreaseRule relative(options.epsilon, options.window);
    hybrid::RelativeDecreaseRule creeping(1e-9, hybrid::automatic_idle_blocks(n, block));
    struct {
      std::function<bool(double, double, hybrid::WorkingSetKind, std::size_t)> record;
    } stop{[&](auto... solved) {
      if (unbounded && objective.least_margin() > 0.0) return true;
      if (logistic && creeping.record(solved...)) return true;
      return paper ? relative.record(solved...) : idle_rule.record(solved...);
    }};
    const auto result = escape.descend_by_blocks(objective, solver, rule, stop, descent, rng, offer);
    separated = unbounded && scale_up_separated(objective);
    if (separated) offer(escape.iterations);
    if (logistic || kicks) escape.work.spend(entries * static_cast<double>(result.iterations));
    return result.iterations;
  };
  hybrid::DescentOptions descent;
  descent.stop_value = best.target();
  hybrid::DescentOptions first = descent;
  first.theta = options.theta;
  // Eigen's sum over memory of others depends on its address.
  const std::span<const double> squares = problem.instance->column_squares();
  first.sigma = std::accumulate(squares.begin(), squares.end(), 0.0) / n;
  if (logistic && kicks) {
    first.max_iterations = static_cast<std::uint64_t>(std::clamp(options.work / entries, least_blocks, 1e18));
  }
  offer(0);
  std::uint64_t steps = descend_until(options.idle, !kicks, first);
  if (!logistic) escape.work.improved();
  while (!escape.done()) {
    const bool settled = separated && problem.constraint.kind == ConstraintKind::sparse_c;
    if (settled || escape.work.used_up() || steps == 0) return {StopReason::converged, escape.iterations};
    std::vector<double> x = best.point();
    hybrid::kick(solver.constraint, x, rng);
    objective.assign(std::move(x));
    steps = descend_until(idle_after_kick, false, descent);
  }
  return escape.ending();
}

/// Sparse inside a box: a point found without the box is the answer if inside; otherwise its clipped refit is
/// a start for blocks with the box.
Ending boxed_search(const Problem& problem, const HybridOptions& options, const RunContext& run,
                    BestPoint& best) {
  Problem free = problem;
  free.constraint.box = infinity;
  free.target = -infinity;
  HybridOptions half = options;
  half.work /= 2.0;
  const RunContext part = run.part(run.time_limit() / 4.0);
  BestPoint without_box(free, run, "hybrid", rounding_tolerance);
  const std::vector<Index> start = problem.start ? support_of(*problem.start) : std::vector<Index>();
  const Ending ending = walk_supports(free, start, half, part, without_box);
  std::vector<double> x = without_box.point();
  if (as_vector(x).lpNorm<Eigen::Infinity>() <= problem.constraint.box) {
    best.offer(without_box.objective(), ending.steps, [&] { return x; });
    if (ending.reason != StopReason::deadline || run.should_stop()) return ending;
  }
  const std::vector<Index> support = support_of(x);
  const RunContext fit = run.part(run.time_limit() / 4.0);
  if (const auto values = least_squares_within(*problem.instance, support, problem.constraint.box, fit)) {
    x = point_on(support, *values, x.size());
  }
  x = project(problem.constraint, std::move(x));
  const std::vector<double> given = start_of(problem);
  if (objective_at(problem, given) < objective_at(problem, x)) x = given;
  best.offer(objective_at(problem, x), ending.steps, [&] { return x; });
  if (run.should_stop()) return {run.stop_reason(), ending.steps};
  if (ending.steps >= options.max_iterations) return {StopReason::iterations, ending.steps};
  // Where the box binds, a block is many small quadratic programs: about a hundred times its entries.
  HybridOptions blocks = options;
  blocks.work /= 100.0;
  blocks.max_iterations -= std::min(blocks.max_iterations, ending.steps);
  Ending boxed = kicked_descent(problem, std::move(x), blocks, run, best);
  boxed.steps += ending.steps;
  return boxed;
}

/// Fits every support under a sparse constraint (size s under sparse-c, where a larger support is never
/// worse). Returns nullopt for more than 1024 supports.
std::optional<Ending> fit_all_supports(const Problem& problem, const RunContext& run, BestPoint& best) {
  constexpr double most_supports = 1024.0;
  const bool penalised = problem.constraint.kind == ConstraintKind::sparse;
  const auto n = static_cast<int>(std::min<Index>(problem.instance->columns(), 1 << 20));
  const auto s = static_cast<int>(std::min<Index>(problem.constraint.s, 1 << 20));
  const double supports = penalised ? std::exp2(n) : hybrid::detail::number_of_sets(n, s);
  if (!is_sparse(problem.constraint.kind) || supports > most_supports) return {};
  best.consider(start_of(problem), objective_at(problem, start_of(problem)), 0);
  std::uint64_t fits = 0;
  for (int size = penalised ? 0 : s; size <= (penalised ? n : s); ++size) {
    std::vector<double> taken(static_cast<std::size_t>(n), 0.0);
    std::fill_n(taken.begin(), size, 1.0);
    do {
      if (run.should_stop()) return Ending{run.stop_reason(), fits};
      const std::vector<Index> support = support_of(taken);
      const auto values = refit_on(problem, support, std::vector<double>(support.size(), 0.0), run);
      if (!values) continue;
      const std::vector<double> x = point_on(support, *values, taken.size());
      best.consider(x, objective_at(problem, x), ++fits);
      if (best.target_met()) return Ending{StopReason::target, fits};
    } while (std::prev_permutation(taken.begin(), taken.end()));
  }
  return Ending{StopReason::converged, fits};
}

Ending search(const Problem& problem, HybridOptions options, const RunContext& run, BestPoint& best) {
  const Constraint& constraint = problem.constraint;
  const Instance& instance = *problem.instance;
  if (options.max_iterations == 0) options.max_iterations = hybrid::no_step_limit;
  if (options.idle == 0 && options.work > 0.0) {
    // Idle blocks, each a pass over all columns, cost no more than `work`.
    const double n = instance.columns();
    const double members = constraint.kind == ConstraintKind::sparse_c ? constraint.s : 0;
    const double most = options.work / (step_overhead + n * (members + 1.0));
    options.idle =
        static_cast<std::uint64_t>(std::max(50.0, std::min(5.0 * n / options.working_set.total(), most)));
  }
  const bool signs = !is_sparse(constraint.kind);
  const bool squared = problem.loss == Loss::squared;
  if (options.work == 0.0) {
    if (squared) prepare_gram_if_worth(instance, run);
    const double scale = signs ? 1.0 : options.start_scale;
    return kicked_descent(problem, start_point(problem, scale, run.seed()), options, run, best);
  }
  if (is_one_block(problem, options)) return solve_whole(problem, run, best);
  if (squared) {
    if (instance.ready_gram().empty()) {
      offer_first_answer(problem, run, best);
      if (best.target_met()) return {StopReason::target, 0};
      if (run.should_stop()) return {run.stop_reason(), 0};
      prepare_gram_if_worth(instance, run);
    }
    if (constraint.kind == ConstraintKind::binary) {
      return walk_signs(problem, start_point(problem, 1.0, run.seed()), options, run, best);
    }
    if (!signs && std::isfinite(box_of(constraint))) return boxed_search(problem, options, run, best);
    if (!signs) {
      const auto start = problem.start ? support_of(start_of(problem)) : std::vector<Index>();
      return walk_supports(problem, start, options, run, best);
    }
  } else if (const auto ending = fit_all_supports(problem, run, best)) {
    return *ending;
  }
  // Forward steps of the blocks build a sparse point from 0.
  return kicked_descent(problem, signs ? start_point(problem, 1.0, run.seed()) : start_of(problem), options,
                        run, best);
}

}  // namespace

HybridOptions hybrid_preset(std::string_view name, ConstraintKind kind) {
  HybridOptions options;
  const bool signs = kind == ConstraintKind::binary;
  if (signs) options.working_set = {8, 8};
  options.work = signs ? 5e8 : 1.2e8;
  if (name == "fast") {
    options.work /= 8.0;
  } else if (name == "thorough") {
    options.work = signs ? 7e9 : 3e9;
  } else if (name == "paper") {
    const bool counts = kind == ConstraintKind::sparse_c;
    options.work = 0.0;
    options.working_set = counts ? hybrid::WorkingSetSize{10, 10} : hybrid::WorkingSetSize{5, 5};
    options.theta = 1e-3;
    options.max_iterations = 1000;
    if (counts) options.start_scale = 1e-7;
  } else if (name != "default") {
    throw InvalidArgument("preset", std::string(name), "is not known",
                          "use default, fast, thorough or paper");
  }
  return options;
}

Solution hybrid_search(const Problem& given, const HybridOptions& options, const RunContext& run) {
  check_problem(given);
  hybrid_options().check(options);
  if (options.work > 0.0 && options.theta > 0.0) {
    throw InvalidArgument("theta", std::to_string(options.theta), "has an effect only without escapes",
                          "set work to 0, or use preset paper");
  }
  const UnitProblem units(given);
  const Problem& problem = units.problem;
  BestPoint best(problem, run, "hybrid", is_one_block(problem, options) ? 0.0 : rounding_tolerance);
  return units.to_graph(best.finish(search(problem, options, run, best)));
}

namespace {

HybridOptions hybrid_options_from(const MethodSettings& settings, ConstraintKind kind) {
  const auto named = settings.find("preset");
  const std::string preset = named == settings.end() ? "default" : named->second;
  const HybridOptions options = hybrid_preset(preset, kind);
  const bool escapes = options.work > 0.0;
  for (const auto& [name, value] : settings) {
    const bool without_escapes =
        name == "epsilon" || name == "window" || name == "theta" || name == "start-scale";
    if (escapes ? !without_escapes : name != "idle" && name != "work") continue;
    throw InvalidArgument(name, value, "has no effect with preset " + preset,
                          escapes ? "use preset paper" : "use preset default, fast or thorough");
  }
  return hybrid_options().read(settings, options);
}

}  // namespace

MethodRow hybrid_row() {
  const std::vector<std::string_view> names = {"default", "fast", "thorough", "paper"};
  std::vector<std::pair<std::string, HybridOptions>> presets;
  for (const std::string_view name : names) {
    presets.emplace_back(name, hybrid_preset(name, ConstraintKind::sparse));
    presets.emplace_back(std::string(name) + " binary", hybrid_preset(name, ConstraintKind::binary));
  }
  presets.emplace_back("paper sparse-c", hybrid_preset("paper", ConstraintKind::sparse_c));
  return {.name = "hybrid",
          .summary =
              "Improves x by exact solutions of small blocks of coordinates; tabu walks and kicks lead to "
              "further points",
          .constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                          ConstraintKind::sparse_c},
          .guarantee =
              "Block-k stationary as its certificate says; squared loss: optimal up to 20 columns, unless "
              "columns are nearly dependent; logistic loss: up to 1024 supports are each fitted",
          .cost = "The Gram matrix, for each block k^2 s + an exact search, and the work of the escapes",
          .source = "Yuan, Shen, Zheng, arXiv 1706.06493",
          .presets = names,
          .options = hybrid_options().infos(presets.front().second, presets),
          .uses_start = true,
          .monotone = true,
          .logistic = true,
          .solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
            return hybrid_search(problem, hybrid_options_from(settings, problem.constraint.kind), run);
          }};
}

}  // namespace lode::least_squares
