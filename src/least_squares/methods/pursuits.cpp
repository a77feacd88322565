#include <optional>

#include "least_squares/methods/smooth_point.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

using hybrid::Step;

/// The `count` coordinates of largest magnitude, without zeros.
std::vector<Index> largest_magnitudes(const std::vector<double>& values, std::size_t count) {
  std::vector<Index> chosen = largest(values.size(), count, [&](Index i) { return std::abs(values[i]); });
  std::erase_if(chosen, [&](Index i) { return values[i] == 0.0; });
  return chosen;
}

/// The run of largest energy, among coordinates sorted by falling correlation, with no value below half the
/// first.
std::span<const Index> comparable_run(std::span<const Index> sorted,
                                      const std::vector<double>& correlations) {
  const auto size = [&](std::size_t i) { return std::abs(correlations[sorted[i]]); };
  std::span<const Index> best;
  double best_energy = 0.0;
  double energy = 0.0;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < sorted.size(); ++begin) {
    for (; end < sorted.size() && size(begin) <= 2.0 * size(end); ++end) energy += size(end) * size(end);
    if (energy > best_energy * (1.0 + 1e-12)) {
      best_energy = energy;
      best = sorted.subspan(begin, end - begin);
    }
    energy -= size(begin) * size(begin);
  }
  return best;
}

struct CosampOptions {
  std::uint64_t max_rounds = 100;
};

lode::detail::OptionTable<CosampOptions> cosamp_options() {
  return {
      {"max-rounds", &CosampOptions::max_rounds, "Largest number of rounds", "rounds",
       lode::detail::at_least(0)},
  };
}

/// A pursuit from x = 0.
struct Pursuit {
  Pursuit(std::string_view name, const Problem& problem_given, const RunContext& run_given)
      : problem(problem_given), run(run_given), best(problem, run, name) {
    move_to(at(std::vector<double>(problem.instance->columns(), 0.0)));
  }

  SmoothPoint at(std::vector<double> x) const { return {problem, std::move(x)}; }
  void move_to(SmoothPoint point) {
    now = std::move(point);
    correlations = problem.instance->a().multiply_transposed(now.residual);
    for (double& correlation : correlations) correlation = -correlation;
  }
  /// The least-squares fit by the columns of `support`, n values; nullopt if the run should stop before.
  std::optional<std::vector<double>> fitted(const std::vector<Index>& support) const {
    const auto values = least_squares_within(*problem.instance, support, infinity, run);
    return values ? std::optional(point_on(support, *values, now.x.size())) : std::nullopt;
  }
  /// The fit by the columns of the present support and the `count` most correlated with the residual.
  std::optional<std::vector<double>> widened(std::size_t count) const {
    std::vector<double> marked = now.x;
    for (const Index i : largest_magnitudes(correlations, count)) marked[i] = 1.0;
    return fitted(support_of(marked));
  }

  template <class MakeStep>
  Solution solve(std::uint64_t max_rounds, MakeStep&& step) {
    return best.solve_by_steps(
        max_rounds, [this](std::uint64_t rounds) { best.consider(now.x, now.objective, rounds); }, step);
  }

  const Problem& problem;
  const RunContext& run;
  BestPoint best;
  SmoothPoint now;
  std::vector<double> correlations;  ///< A'(b - Ax)
};

/// Regularised orthogonal matching pursuit.
///
/// Every round sorts the s columns most correlated with the residual by correlation. It adds the run of
/// largest energy whose largest correlation is at most twice its smallest, and fits all chosen columns. The
/// rounds end when s columns are chosen or the residual is zero. More than s columns are pruned to the s
/// largest values and refitted. Ties go to the smaller column, between runs to larger correlations.
Solution romp(const Problem& problem, const RunContext& run) {
  Pursuit pursuit("romp", problem, run);
  const std::size_t s = problem.constraint.s;
  std::vector<Index> support;
  return pursuit.solve(hybrid::no_step_limit, [&] {
    if (support.size() >= s) return Step::none;
    std::vector<double> correlations = pursuit.correlations;
    for (const Index i : support) correlations[i] = 0.0;  // zero but for rounding
    const std::vector<Index> candidates = largest_magnitudes(correlations, s);
    const std::span<const Index> chosen = comparable_run(candidates, correlations);
    if (chosen.empty()) return Step::none;
    support.insert(support.end(), chosen.begin(), chosen.end());
    auto fit = pursuit.fitted(support);
    if (fit && support.size() > s) fit = pursuit.fitted(largest_magnitudes(*fit, s));
    if (!fit) return Step::stopped;
    pursuit.move_to(pursuit.at(std::move(*fit)));
    return Step::moved;
  });
}

/// Subspace pursuit.
///
/// Begins with the s columns most correlated with b. Every round adds the s most correlated with the
/// residual, fits, keeps the s of largest values and refits, until the residual no longer decreases. Fits of
/// more columns than rows have least norm.
Solution ssp(const Problem& problem, const RunContext& run) {
  Pursuit pursuit("ssp", problem, run);
  const std::size_t s = problem.constraint.s;
  bool first = true;
  return pursuit.solve(hybrid::no_step_limit, [&] {
    const auto wide = first ? pursuit.correlations : pursuit.widened(s);
    auto fit = wide ? pursuit.fitted(largest_magnitudes(*wide, s)) : std::nullopt;
    if (!fit) return Step::stopped;
    SmoothPoint next = pursuit.at(std::move(*fit));
    if (!first && next.objective >= pursuit.now.objective) return Step::none;
    pursuit.move_to(std::move(next));
    first = false;
    return Step::moved;
  });
}

/// Compressive sampling matching pursuit.
///
/// Every round adds the 2s columns most correlated with the residual to the support, fits, and keeps the s
/// largest values without refitting. Rounds may oscillate, so the best one counts. Ends early when a round
/// changes nothing. Fits of more columns than rows have least norm.
Solution cosamp(const Problem& problem, const CosampOptions& options, const RunContext& run) {
  Pursuit pursuit("cosamp", problem, run);
  return pursuit.solve(options.max_rounds, [&] {
    auto wide = pursuit.widened(2 * std::size_t{problem.constraint.s});
    if (!wide) return Step::stopped;
    std::vector<double> next = project(problem.constraint, std::move(*wide));
    if (next == pursuit.now.x) return Step::none;
    pursuit.move_to(pursuit.at(std::move(next)));
    return Step::moved;
  });
}

/// Gradient pursuit.
///
/// Every round adds the column most correlated with the residual to the support S (it may be there already)
/// and makes the best step along the gradient on S. Ends when one more column would exceed s, when the
/// gradient vanishes, or after 10 s rounds.
Solution gp(const Problem& problem, const RunContext& run) {
  Pursuit pursuit("gp", problem, run);
  const std::size_t s = problem.constraint.s;
  std::vector<Index> support;
  return pursuit.solve(10 * std::uint64_t{s}, [&] {
    const std::vector<double>& correlations = pursuit.correlations;
    const std::vector<Index> chosen = largest_magnitudes(correlations, 1);
    if (chosen.empty()) return Step::none;
    if (std::find(support.begin(), support.end(), chosen[0]) == support.end()) {
      if (support.size() == s) return Step::none;
      support.push_back(chosen[0]);
    }
    // Along the gradient on the support, d, the best step is r'Ad / |Ad|^2 = |d|^2 / |Ad|^2.
    std::vector<double> direction(correlations.size(), 0.0);
    for (const Index i : support) direction[i] = correlations[i];
    const std::vector<double> image = problem.instance->a().multiply(direction);
    const double image_square = as_vector(image).squaredNorm();
    if (image_square == 0.0) return Step::none;
    const double length = as_vector(direction).squaredNorm() / image_square;
    std::vector<double> x = pursuit.now.x;
    as_writable(x) += length * as_vector(direction);
    pursuit.move_to(pursuit.at(std::move(x)));
    return Step::moved;
  });
}

}  // namespace

MethodRow romp_row() {
  return {.name = "romp",
          .summary =
              "Adds columns of comparable correlation together, refits and keeps s (regularised orthogonal "
              "matching pursuit)",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "None",
          .cost = "m n + m s^2 for each round",
          .source = "Needell, Vershynin, IEEE J. STSP 2010",
          .solve = lode::detail::solve_by_settings<romp>};
}

MethodRow ssp_row() {
  return {
      .name = "ssp",
      .summary = "Fits s more columns and keeps the s largest, as long as this improves (subspace pursuit)",
      .constraints = {ConstraintKind::sparse_c},
      .guarantee = "The exact fit on its support",
      .cost = "m n + m s^2 for each round",
      .source = "Dai, Milenkovic, IEEE Trans. Inform. Theory 2009",
      .monotone = true,
      .solve = lode::detail::solve_by_settings<ssp>};
}

MethodRow cosamp_row() {
  return {.name = "cosamp",
          .summary =
              "Fits 2s more columns and keeps the s largest; the best round counts (compressive sampling "
              "matching pursuit)",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "None",
          .cost = "m n + m s^2 for each round",
          .source = "Needell, Tropp, Appl. Comput. Harmon. Anal. 2009",
          .options = cosamp_options().infos(),
          .solve = lode::detail::solve_by_settings<cosamp, cosamp_options>};
}

MethodRow gp_row() {
  return {
      .name = "gp",
      .summary =
          "Adds columns one by one and takes gradient steps on them in place of refits (gradient pursuit)",
      .constraints = {ConstraintKind::sparse_c},
      .guarantee = "None",
      .cost = "m n for each of at most 10 s rounds",
      .source = "Blumensath, Davies, IEEE Trans. Signal Process. 2008",
      .monotone = true,
      .solve = lode::detail::solve_by_settings<gp>};
}

}  // namespace lode::least_squares
