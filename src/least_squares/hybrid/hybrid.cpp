#include <algorithm>
#include <cmath>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/least_squares/hybrid.hpp>
#include <lode/least_squares/registry.hpp>

#include "core/options/option_table.hpp"
#include "hybrid/block/checks.hpp"
#include "hybrid/constraint/working_set_of.hpp"
#include "hybrid/working_set_option.hpp"
#include "least_squares/hybrid/escape_run.hpp"
#include "least_squares/hybrid/flip_search.hpp"
#include "least_squares/problem/best_subset.hpp"
#include "least_squares/problem/gram_rows.hpp"
#include "least_squares/problem/matrix_view.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/point.hpp"
#include "least_squares/problem/refit.hpp"
#include "least_squares/problem/units.hpp"

namespace lode::least_squares {
namespace {

using detail::BestPoint;
using detail::Ending;
using detail::infinity;

const lode::detail::OptionTable<HybridOptions>& hybrid_options() {
  using lode::detail::at_least;
  constexpr double largest_window = 1e6;  // kept in memory
  static const lode::detail::OptionTable<HybridOptions> table = {
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
       lode::detail::from_to(1, largest_window)},
      {"idle", &HybridOptions::idle,
       "A full descent ends after so many blocks in a row without a move; 0: lode chooses", "blocks",
       at_least(0)},
      {"max-iterations", &HybridOptions::max_iterations,
       "Largest number of blocks, exchanges and flips in all; 0: no limit", "steps", at_least(0)},
      {"start-scale", &HybridOptions::start_scale,
       "Standard deviation of the random values to begin with when no start is given (preset paper)", "",
       at_least(0.0)},
      {"work", &HybridOptions::work,
       "The run ends after its escapes have touched so many matrix entries; 0: one descent without escapes",
       "entries", at_least(0.0)},
  };
  return table;
}

void check_options(const HybridOptions& options) {
  hybrid_options().check(options);
  if (options.work > 0.0 && options.theta > 0.0) {
    throw InvalidArgument("theta", std::to_string(options.theta),
                          "has an effect only in a descent without escapes, and work is not 0",
                          "set work to 0, or use preset paper");
  }
  if (options.work > 0.0 && options.stop != HybridStop::idle_blocks) {
    throw InvalidArgument("stop", "relative_decrease",
                          "is the rule of a descent without escapes, but work is not 0",
                          "set work to 0, or use preset paper");
  }
}

/// The start of the problem, or zeros, projected.
std::vector<double> start_of(const Problem& problem) {
  std::vector<double> zeros(problem.instance->columns());
  return project(problem.constraint, problem.start ? *problem.start : std::move(zeros));
}

/// Whether all columns are one block.
bool is_one_block(const Problem& problem, const HybridOptions& options) {
  return options.work > 0.0 && problem.loss == Loss::squared &&
         problem.instance->columns() <= hybrid::whole_problem;
}

/// After the block of all coordinates: moves to the best of all points of the constraint binary or binary-c
/// where the Gram matrix does not tell which that is. False: it could not be found.
bool settle_whole(const Problem& problem, SquaredObjective& objective, std::span<const Index> all,
                  const std::vector<double>& start, double most_work, const RunContext& run, bool exact) {
  constexpr double share_that_counts = 1e-9;
  if (detail::FlipSearch(problem, objective).rounding(all) <= share_that_counts * objective.value()) {
    return exact;
  }
  // Without the rounding of running sums.
  std::vector<double> x = objective.point();
  objective.assign(objective_at(problem, start) < objective_at(problem, x) ? start : std::move(x));
  detail::FlipSearch search(problem, objective);
  if (objective.value() <= search.rounding_of_value()) return true;
  const auto found = search.best(all, detail::rounding_share * objective.value(), most_work, run);
  x = objective.point();
  for (const Index i : found.flips) x[i] += search.step(i);
  objective.assign(std::move(x));
  return found.exact;
}

/// All supports of few columns, fitted from A: true if a box, where there is one, does not bind, so that
/// `ending` is that of the whole search.
bool fit_best_subset(const Problem& problem, const RunContext& run, BestPoint& best, Ending& ending) {
  const Instance& instance = *problem.instance;
  const Constraint& constraint = problem.constraint;
  std::vector<Index> all(instance.columns());
  std::iota(all.begin(), all.end(), Index{0});
  const bool penalised = constraint.kind == ConstraintKind::sparse;
  const double nothing = detail::rounding_of_zero * instance.half_norm_b();
  const detail::SubsetLimits limits = {penalised ? constraint.lambda : 0.0,
                                       penalised ? all.size() : constraint.s, nothing};
  const auto found = detail::best_subset(instance.a(), all, detail::as_vector(instance.b()), limits, run);
  const auto fit = least_squares_within(instance, found.columns, infinity, run);
  if (!fit) return false;
  const bool inside = !penalised || std::all_of(fit->begin(), fit->end(), [&](double value) {
    return std::abs(value) <= constraint.box;
  });
  if (!inside) return false;
  std::vector<double> x = detail::point_on(found.columns, *fit, all.size());
  best.offer(objective_at(problem, x), 1, [&] { return std::move(x); });
  const double value = objective_at(problem, best.point());
  const bool optimal = value <= nothing || (found.exact && value <= found.value * (1.0 + 1e-9) + nothing);
  ending = {optimal ? StopReason::optimal : run.should_stop() ? run.stop_reason() : StopReason::converged, 1};
  return true;
}

/// All columns in one block: the answer is optimal unless rounding hides which point is the best.
Ending solve_whole(const Problem& problem, double most_work, const RunContext& run, BestPoint& best) {
  std::vector<double> x = start_of(problem);
  SquaredObjective objective(problem, x);
  best.offer(objective.value(), 0, [&] { return objective.point(); });
  // Blocks at a start of large values are rounded by those.
  const bool sparse = is_sparse(problem.constraint.kind);
  Ending ending;
  if (sparse && fit_best_subset(problem, run, best, ending)) return ending;
  if (sparse && objective.value() > problem.instance->half_norm_b()) {
    objective.assign(std::vector<double>(x.size(), 0.0));
  }
  std::vector<Index> all(problem.instance->columns());
  std::iota(all.begin(), all.end(), Index{0});
  const hybrid::BlockMove move = detail::with_constraint(
      problem, [&](const auto& constraint) { return constraint.solve(objective.block(all), 0.0, run); });
  if (move.decrease > 0.0) objective.apply(all, move.changes);
  const bool exact =
      sparse ? move.exact : settle_whole(problem, objective, all, x, most_work, run, move.exact);
  const double next_to_nothing = detail::rounding_of_zero * problem.instance->half_norm_b();
  // Running sums have lost what F is then.
  if (objective.value() <= next_to_nothing) objective.assign(std::vector<double>(objective.point()));
  best.offer(objective.value(), 1, [&] { return objective.point(); });
  if (exact || objective_at(problem, best.point()) <= next_to_nothing) return {StopReason::optimal, 1};
  return {run.should_stop() ? run.stop_reason() : StopReason::converged, 1};
}

/// Sparse inside a box: what is found without the box is the answer when it lies inside; otherwise its
/// clipped refit is a start for blocks that know the box.
Ending boxed_search(const Problem& problem, const HybridOptions& options, const RunContext& run,
                    BestPoint& best) {
  Problem free = problem;
  free.constraint.box = infinity;
  free.target = -infinity;
  HybridOptions half = options;
  half.work /= 2.0;
  const RunContext part = run.part(run.time_limit() / 4.0);
  BestPoint without_box(free, run, "hybrid", detail::beyond_rounding);
  const std::vector<Index> start = problem.start ? detail::support_of(*problem.start) : std::vector<Index>();
  const Ending ending = walk_supports(free, start, half, part, without_box);
  const std::vector<Index> support = detail::support_of(without_box.point());
  std::vector<double> x = without_box.point();
  const RunContext fit = run.part(run.time_limit() / 4.0);
  if (const auto values = least_squares_within(*problem.instance, support, problem.constraint.box, fit)) {
    for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = (*values)[i];
  }
  x = project(problem.constraint, std::move(x));
  if (problem.start) {
    std::vector<double> given = project(problem.constraint, *problem.start);
    if (objective_at(problem, given) < objective_at(problem, x)) x = std::move(given);
  }
  const auto inside = [&](double value) { return std::abs(value) <= problem.constraint.box; };
  if (std::all_of(without_box.point().begin(), without_box.point().end(), inside)) {
    best.offer(without_box.objective(), ending.steps, [&] { return without_box.point(); });
    if (ending.reason != StopReason::deadline || run.should_stop()) return ending;
  }
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

/// Supports of a sparse constraint that are each fitted where there are no more of them.
constexpr double few_supports = 1024.0;

double number_of_supports(const Problem& problem) {
  const auto n = static_cast<int>(std::min<std::size_t>(problem.instance->columns(), 1 << 20));
  if (problem.constraint.kind == ConstraintKind::sparse) return std::exp2(n);
  return hybrid::detail::number_of_sets(n, static_cast<int>(std::min<Index>(problem.constraint.s, 1 << 20)));
}

/// Fits every support: all of size s under sparse-c, where a larger one is never worse.
Ending fit_all_supports(const Problem& problem, const RunContext& run, BestPoint& best) {
  const std::size_t n = problem.instance->columns();
  const bool penalised = problem.constraint.kind == ConstraintKind::sparse;
  std::uint64_t fits = 0;
  for (std::size_t size = penalised ? 0 : problem.constraint.s;
       size <= (penalised ? n : problem.constraint.s); ++size) {
    std::vector<char> taken(n, 0);
    std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(size), char{1});
    do {
      if (run.should_stop()) return {run.stop_reason(), fits};
      std::vector<Index> support;
      for (std::size_t j = 0; j < n; ++j) {
        if (taken[j] != 0) support.push_back(static_cast<Index>(j));
      }
      const auto values = refit_on(problem, support, std::vector<double>(size, 0.0), run);
      if (!values) continue;
      std::vector<double> x = detail::point_on(support, *values, n);
      best.offer(objective_at(problem, x), ++fits, [&] { return std::move(x); });
      if (best.target_met()) return {StopReason::target, fits};
    } while (std::prev_permutation(taken.begin(), taken.end()));
  }
  return {StopReason::converged, fits};
}

Ending search(const Problem& problem, HybridOptions options, const RunContext& run, BestPoint& best) {
  const Constraint& constraint = problem.constraint;
  const Instance& instance = *problem.instance;
  if (options.max_iterations == 0) options.max_iterations = hybrid::no_step_limit;
  if (options.idle == 0 && options.work > 0.0) {
    // Idle blocks, each a pass over all columns, cost no more than `work`.
    const double n = instance.columns();
    const double members = constraint.kind == ConstraintKind::sparse_c ? constraint.s : 0;
    const double most = options.work / (detail::step_overhead + n * (members + 1.0));
    options.idle =
        static_cast<std::uint64_t>(std::max(50.0, std::min(5.0 * n / options.working_set.total(), most)));
  }
  const bool signs = !is_sparse(constraint.kind);
  if (options.work == 0.0) {
    if (problem.loss == Loss::squared) detail::prepare_gram_if_worth(instance, run);
    const double scale = signs ? 1.0 : options.start_scale;
    return kicked_descent(problem, start_point(problem, scale, run.seed()), options, run, best);
  }
  if (problem.loss == Loss::squared) {
    if (is_one_block(problem, options)) return solve_whole(problem, options.work, run, best);
    if (!instance.gram_ready()) {
      detail::offer_first_answer(problem, run, best);
      if (best.target_met()) return {StopReason::target, 0};
      if (run.should_stop()) return {run.stop_reason(), 0};
      detail::prepare_gram_if_worth(instance, run);
    }
    if (constraint.kind == ConstraintKind::binary) {
      return detail::walk_signs(problem, start_point(problem, 1.0, run.seed()), options, run, best);
    }
    if (constraint.kind == ConstraintKind::sparse && std::isfinite(constraint.box)) {
      return boxed_search(problem, options, run, best);
    }
    if (!signs) {
      std::vector<Index> start;
      if (problem.start) start = detail::support_of(project(constraint, *problem.start));
      return detail::walk_supports(problem, start, options, run, best);
    }
  }
  if (problem.loss == Loss::logistic && !signs && number_of_supports(problem) <= few_supports) {
    best.offer(objective_at(problem, start_of(problem)), 0, [&] { return start_of(problem); });
    return fit_all_supports(problem, run, best);
  }
  // Forward steps of the blocks themselves build a sparse point from nothing.
  std::vector<double> start = problem.start || signs ? start_point(problem, 1.0, run.seed())
                                                     : std::vector<double>(instance.columns(), 0.0);
  return kicked_descent(problem, std::move(start), options, run, best);
}

}  // namespace

const std::vector<std::string_view>& hybrid_presets() {
  static const std::vector<std::string_view> names = {"default", "fast", "thorough", "paper"};
  return names;
}

HybridOptions hybrid_preset(std::string_view name, ConstraintKind kind) {
  HybridOptions options;
  const bool signs = kind == ConstraintKind::binary;
  if (signs) options.working_set = {8, 8};
  options.work = signs ? 5e8 : 4e7;
  if (name == "default") return options;
  if (name == "fast") {
    options.work /= 8.0;
    return options;
  }
  if (name == "thorough") {
    options.work = signs ? 7e9 : 3e9;
    return options;
  }
  if (name == "paper") {
    options.work = 0.0;
    options.working_set = {5, 5};
    options.theta = 1e-3;
    options.stop = HybridStop::relative_decrease;
    options.max_iterations = 1000;
    if (kind == ConstraintKind::sparse_c) {
      options.working_set = {10, 10};
      options.start_scale = 1e-7;
    }
    return options;
  }
  throw InvalidArgument("preset", std::string(name), "is not known", "use default, fast, thorough or paper");
}

Solution hybrid_search(const Problem& given, const HybridOptions& options, const RunContext& run) {
  check_problem(given);
  check_options(options);
  const detail::UnitProblem units(given);
  const Problem& problem = units.problem();
  BestPoint best(problem, run, "hybrid", is_one_block(problem, options) ? 0.0 : detail::beyond_rounding);
  return units.outward(best.finish(search(problem, options, run, best)));
}

namespace detail {
namespace {

HybridOptions hybrid_options_from(const MethodSettings& settings, ConstraintKind kind) {
  const auto named = settings.find("preset");
  const std::string preset = named == settings.end() ? "default" : named->second;
  const HybridOptions options = hybrid_preset(preset, kind);
  const bool escapes = options.work > 0.0;
  const std::string other_rule = "belongs to another stop rule than that of preset " + preset;
  struct Refused {
    const char* setting;
    bool with_escapes;  ///< the presets that have no use for it
    std::string problem;
    const char* remedy;
  };
  const Refused refused[] = {
      {"epsilon", true, other_rule, "use idle, or preset paper"},
      {"window", true, other_rule, "use idle, or preset paper"},
      {"theta", true, "belongs to a descent without escapes, which preset " + preset + " has",
       "use preset paper"},
      {"start-scale", true, "scales random starts, and preset " + preset + " has none that it would change",
       "use preset paper, or a start"},
      {"idle", false, other_rule, "use epsilon"},
      {"work", false, "limits escapes, which preset " + preset + " does not have",
       "use preset default, fast or thorough"}};
  for (const Refused& each : refused) {
    const auto found = settings.find(each.setting);
    if (found == settings.end() || each.with_escapes != escapes) continue;
    throw InvalidArgument(each.setting, found->second, each.problem, each.remedy);
  }
  return hybrid_options().read(settings, options);
}

}  // namespace

MethodRow hybrid_row() {
  MethodRow row;
  row.name = "hybrid";
  row.summary =
      "Improves x by exact solutions of small blocks of coordinates; tabu walks and kicks lead to further "
      "points";
  row.constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                     ConstraintKind::sparse_c};
  row.guarantee =
      "Block-k stationary as its certificate says; squared loss: optimal up to 20 columns, unless columns "
      "are "
      "nearly dependent; logistic loss: up to 1024 supports are each fitted";
  row.cost = "The Gram matrix, for each block k^2 s + an exact search, and the work of the escapes";
  row.source = "Yuan, Shen, Zheng, arXiv 1706.06493";
  row.presets.assign(hybrid_presets().begin(), hybrid_presets().end());
  std::vector<std::pair<std::string, HybridOptions>> presets;
  for (const std::string_view name : hybrid_presets()) {
    presets.emplace_back(name, hybrid_preset(name, ConstraintKind::sparse));
    presets.emplace_back(std::string(name) + " binary", hybrid_preset(name, ConstraintKind::binary));
  }
  presets.emplace_back("paper sparse-c", hybrid_preset("paper", ConstraintKind::sparse_c));
  row.options = hybrid_options().infos(presets.front().second, presets);
  row.uses_start = true;
  row.monotone = true;
  row.logistic = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return hybrid_search(problem, hybrid_options_from(settings, problem.constraint.kind), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::least_squares
