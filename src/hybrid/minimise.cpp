#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/hybrid/minimise.hpp>

#include "core/linalg/stoppable_solvers.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/objective/quadratic.hpp"
#include "hybrid/stationarity.hpp"
#include "hybrid/working_set.hpp"

namespace lode::hybrid {
namespace {

/// A descent from a kicked point ends after this many blocks without progress: most kicks fail early.
constexpr std::uint64_t idle_after_kick = 20;

void check_call(const AnyConstraint& constraint, const MinimiseOptions& options, std::size_t n) {
  if (n == 0) throw InvalidArgument("number of values of p", "0", "must be at least 1");
  if (n > std::size_t{std::numeric_limits<int>::max()}) {
    throw InvalidArgument("number of values of p", std::to_string(n), "must be below 2^31");
  }
  const auto check_size = [n](Coordinate s) {
    if (s < 1 || s > n) throw InvalidArgument("s", std::to_string(s), "must be 1 to " + std::to_string(n));
  };
  if (const auto* const ones = std::get_if<BinaryC>(&constraint)) check_size(ones->s);
  if (const auto* const nonzeros = std::get_if<SparseC>(&constraint)) check_size(nonzeros->s);
  if (const auto* const sparse = std::get_if<Sparse>(&constraint)) {
    for (const auto& [name, value] : {std::pair("lambda", sparse->lambda), std::pair("box", sparse->box)}) {
      if (!(value >= 0.0)) throw InvalidArgument(name, std::to_string(value), "must be a number >= 0");
    }
    if (std::isinf(sparse->lambda)) throw InvalidArgument("lambda", "infinite", "must be finite");
  }
  check_working_set(options.working_set);
  if (std::isnan(options.target)) throw InvalidArgument("target", "nan", "must be a number");
}

bool is_feasible(const AnyConstraint& constraint, const std::vector<double>& x) {
  const auto all = [&](auto&& test) { return std::ranges::all_of(x, test); };
  const auto nonzeros = static_cast<std::size_t>(std::ranges::count_if(x, [](double v) { return v != 0.0; }));
  if (const auto* const sparse = std::get_if<Sparse>(&constraint)) {
    return all([&](double value) { return std::abs(value) <= sparse->box; });
  }
  if (const auto* const limit = std::get_if<SparseC>(&constraint)) return nonzeros <= limit->s;
  const auto* const ones = std::get_if<BinaryC>(&constraint);
  if (ones) return nonzeros == ones->s && all([](double value) { return value == 0.0 || value == 1.0; });
  return all([](double value) { return std::abs(value) == 1.0; });
}

/// A feasible point at which the search begins.
std::vector<double> any_point(const AnyConstraint& constraint, Coordinate n, Rng& rng) {
  std::vector<double> x(n, 0.0);
  if (std::holds_alternative<Binary>(constraint)) {
    for (double& value : x) value = rng.below(2) == 0 ? 1.0 : -1.0;
  } else if (const auto* const limit = std::get_if<BinaryC>(&constraint)) {
    std::vector<Coordinate> all(n);
    std::iota(all.begin(), all.end(), Coordinate{0});
    std::vector<Coordinate> ones;
    sample_without_replacement(all, static_cast<int>(limit->s), rng, ones);
    for (const Coordinate i : ones) x[i] = 1.0;
  }
  return x;
}

class Minimiser {
 public:
  Minimiser(SymmetricMatrix form, std::vector<double> p, const AnyConstraint& constraint,
            const MinimiseOptions& options, const RunContext& run)
      : solver_{constraint},
        options_(options),
        run_(run),
        rng_(run.seed(), lode::detail::minimise_stream),
        objective_(std::move(form), std::vector<double>(p), start(static_cast<Coordinate>(p.size())),
                   std::holds_alternative<Sparse>(constraint) ? std::get<Sparse>(constraint).lambda : 0.0),
        rule_(constraint, options.working_set) {}

  Minimum minimum() {
    offer();
    if (objective_.size() <= whole_problem) {
      if (!done()) solve_whole();
    } else {
      search();
    }
    objective_.assign(std::move(best_.x));
    best_.x = objective_.point();
    best_.value = objective_.value();
    if (target_met()) best_.stop_reason = StopReason::target;
    return std::move(best_);
  }

 private:
  struct Observer {
    Minimiser& owner;
    void improved(std::uint64_t) { owner.offer(); }
    void tick(std::uint64_t) {}
  };

  std::vector<double> start(Coordinate n) {
    if (options_.start.empty()) return any_point(solver_.constraint, n, rng_);
    if (options_.start.size() != n || !is_feasible(solver_.constraint, options_.start)) {
      throw InvalidArgument("start", std::to_string(options_.start.size()) + " values",
                            "is not a feasible point of " + std::to_string(n));
    }
    return options_.start;
  }

  bool target_met() const { return best_.value <= options_.target; }
  bool used_up() const { return options_.max_iterations > 0 && best_.iterations >= options_.max_iterations; }
  bool done() const { return target_met() || used_up() || run_.should_stop(); }

  /// Keeps the present point if it is the best so far, by more than the rounding of running sums.
  bool offer() { return offer(least_decrease(best_.value)); }
  bool offer(double least) {
    const double value = objective_.value();
    if (!best_.x.empty() && value >= best_.value - least) return false;
    best_.x = objective_.point();
    best_.value = value;
    run_.report("minimise", value, best_.iterations);
    return true;
  }

  void solve_whole() {
    std::vector<Coordinate> all(objective_.size());
    std::iota(all.begin(), all.end(), Coordinate{0});
    const BlockMove move = solver_.solve(objective_.block(all), 0.0, run_);
    best_.iterations = 1;
    if (move.decrease > 0.0) objective_.apply(all, move.changes);
    offer(0.0);
    if (move.exact) {
      best_.stop_reason = StopReason::optimal;
    } else if (run_.should_stop()) {
      best_.stop_reason = run_.stop_reason();
    }
    best_.stationarity.mode = StationarityMode::exhaustive;
    best_.stationarity.blocks = 1;
    best_.stationarity.complete = move.exact;
  }

  void descend_by_blocks(std::uint64_t idle) {
    IdleRule stop(objective_.size(), idle);
    DescentOptions options;
    options.stop_value = options_.target;
    if (options_.max_iterations > 0) options.max_iterations = options_.max_iterations - best_.iterations;
    best_.iterations +=
        descend(objective_, solver_, rule_, stop, options, rng_, run_, Observer{*this}).iterations;
  }

  void search() {
    descend_by_blocks(0);
    for (std::uint64_t idle = 0; idle < options_.kicks && !done();) {
      const double before = best_.value;
      std::vector<double> x = best_.x;
      kick(solver_.constraint, x, rng_);
      objective_.assign(std::move(x));
      descend_by_blocks(idle_after_kick);
      idle = best_.value < before ? 0 : idle + 1;
    }
    settle();
    if (used_up()) best_.stop_reason = StopReason::iterations;
    if (!target_met() && run_.should_stop()) best_.stop_reason = run_.stop_reason();
  }

  /// Descends from the best point until a sample of blocks finds nothing better.
  void settle() {
    best_.stationarity.complete = false;
    Rng rng(run_.seed(), lode::detail::minimise_check_stream);
    while (!done()) {
      objective_.assign(best_.x);
      best_.value = objective_.value();  // without the rounding of running sums
      descend_by_blocks(0);
      if (done()) return;
      best_.stationarity =
          sample_stationarity(objective_, solver_, rule_, options_.checked_blocks, rng, run_);
      if (best_.stationarity.holds) return;
      objective_.apply(best_.stationarity.set, best_.stationarity.changes);
      if (!offer()) return;  // better by rounding errors only
    }
  }

  const BlockSolver solver_;
  const MinimiseOptions& options_;
  const RunContext& run_;
  Rng rng_;
  QuadraticForm objective_;
  WorkingSets rule_;
  Minimum best_;
};

/// False if a matrix has no Cholesky factorisation, which may end with the run where all its values are
/// stored. Rows and columns of other matrices are in the order of approximate minimum degree, and the cost is
/// that of the fill.
bool may_be_definite(const SymmetricMatrix& q, const RunContext& run) {
  if (q.nonZeros() < q.rows() * q.cols()) {
    return Eigen::SimplicialLLT<SymmetricMatrix, Eigen::Lower>(q).info() == Eigen::Success;
  }
  Eigen::MatrixXd copy(q);
  return lode::detail::factorise_cholesky(copy, [&] { return run.should_stop(); }) !=
         lode::detail::CholeskyOutcome::not_definite;
}

/// Q is n x n values or compressed rows.
Minimum minimise_form(const auto& q, std::span<const double> p, const AnyConstraint& constraint,
                      const MinimiseOptions& options, const RunContext& context) {
  const RunContext run = context.for_call();
  check_call(constraint, options, p.size());
  SymmetricMatrix form = symmetric_matrix(q, p.size());
  const bool real_values =
      std::holds_alternative<Sparse>(constraint) || std::holds_alternative<SparseC>(constraint);
  if (real_values && !may_be_definite(form, run)) {
    throw InvalidArgument("Q", "", "is not positive definite", "add a multiple of the identity");
  }
  return Minimiser(std::move(form), {p.begin(), p.end()}, constraint, options, run).minimum();
}

}  // namespace

Minimum minimise(std::span<const double> q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options, const RunContext& run) {
  return minimise_form(q, p, constraint, options, run);
}

Minimum minimise(const CompressedRows& q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options, const RunContext& run) {
  return minimise_form(q, p, constraint, options, run);
}

}  // namespace lode::hybrid
