#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/minimise.hpp>

#include "core/linalg/stoppable_solvers.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/constraint/working_set_of.hpp"
#include "hybrid/objective/quadratic.hpp"
#include "hybrid/stationarity.hpp"

namespace lode::hybrid {
namespace {

/// A descent from a kicked point ends after this many blocks without progress: most kicks fail early.
constexpr std::uint64_t idle_after_kick = 20;

double lambda_of(const AnyConstraint& constraint) {
  const auto* const sparse = std::get_if<Sparse>(&constraint);
  return sparse ? sparse->lambda : 0.0;
}

bool takes_real_values(const AnyConstraint& constraint) {
  return std::holds_alternative<Sparse>(constraint) || std::holds_alternative<SparseC>(constraint);
}

void check_values_at_least_zero(const char* name, double value) {
  if (!(value >= 0.0)) throw InvalidArgument(name, std::to_string(value), "must be a number >= 0");
}

void check_sparsity(Coordinate s, std::size_t n) {
  if (s < 1 || s > n) throw InvalidArgument("s", std::to_string(s), "must be 1 to " + std::to_string(n));
}

void check_range(const Binary&, std::size_t) {}
void check_range(const BinaryC& constraint, std::size_t n) { check_sparsity(constraint.s, n); }
void check_range(const SparseC& constraint, std::size_t n) { check_sparsity(constraint.s, n); }
void check_range(const Sparse& constraint, std::size_t) {
  check_values_at_least_zero("lambda", constraint.lambda);
  if (std::isinf(constraint.lambda)) throw InvalidArgument("lambda", "infinite", "must be finite");
  check_values_at_least_zero("box", constraint.box);
}

void check_call(const AnyConstraint& constraint, const MinimiseOptions& options, std::size_t n) {
  if (n == 0) throw InvalidArgument("number of values of p", "0", "must be at least 1");
  if (n > std::size_t{std::numeric_limits<int>::max()}) {
    throw InvalidArgument("number of values of p", std::to_string(n), "must be below 2^31");
  }
  std::visit([n](const auto& con) { check_range(con, n); }, constraint);
  check_working_set(options.working_set);
  if (std::isnan(options.target)) throw InvalidArgument("target", "nan", "must be a number");
}

template <class Test>
Coordinate count_where(const std::vector<double>& x, Test&& test) {
  return static_cast<Coordinate>(std::count_if(x.begin(), x.end(), test));
}

bool is_feasible(const Binary&, const std::vector<double>& x) {
  return count_where(x, [](double value) { return std::abs(value) == 1.0; }) == x.size();
}
bool is_feasible(const BinaryC& constraint, const std::vector<double>& x) {
  return count_where(x, [](double value) { return value == 1.0; }) == constraint.s &&
         count_where(x, [](double value) { return value == 0.0; }) == x.size() - constraint.s;
}
bool is_feasible(const Sparse& constraint, const std::vector<double>& x) {
  return count_where(x, [&](double value) { return std::abs(value) <= constraint.box; }) == x.size();
}
bool is_feasible(const SparseC& constraint, const std::vector<double>& x) {
  return count_where(x, [](double value) { return value != 0.0; }) <= constraint.s;
}

/// A feasible point at which the search begins.
template <class Con>
std::vector<double> any_point(const Con& constraint, Coordinate n, Rng& rng) {
  std::vector<double> x(n, 0.0);
  if constexpr (std::is_same_v<Con, Binary>) {
    for (double& value : x) value = rng.below(2) == 0 ? 1.0 : -1.0;
  } else if constexpr (std::is_same_v<Con, BinaryC>) {
    std::vector<Coordinate> all(n);
    std::iota(all.begin(), all.end(), Coordinate{0});
    std::vector<Coordinate> ones;
    sample_without_replacement(all, static_cast<int>(constraint.s), rng, ones);
    for (const Coordinate i : ones) x[i] = 1.0;
  }
  return x;
}

template <class Con>
class Minimiser {
 public:
  Minimiser(SymmetricRows form, std::vector<double> p, const Con& constraint, double lambda,
            const MinimiseOptions& options, const RunContext& run)
      : constraint_(constraint),
        options_(options),
        run_(run),
        rng_(run.seed(), lode::detail::minimise_stream),
        objective_(std::move(form), std::vector<double>(p), start(static_cast<Coordinate>(p.size())), lambda),
        rule_(working_set_of(constraint, options.working_set, objective_.size(), RandomPart::balanced)) {}

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
    if (options_.start.empty()) return any_point(constraint_, n, rng_);
    if (options_.start.size() != n || !is_feasible(constraint_, options_.start)) {
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
    const BlockMove move = constraint_.solve(objective_.block(all), 0.0, run_);
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
        descend(objective_, constraint_, rule_, stop, options, rng_, run_, Observer{*this}).iterations;
  }

  void search() {
    descend_by_blocks(0);
    for (std::uint64_t idle = 0; idle < options_.kicks && !done();) {
      const double before = best_.value;
      std::vector<double> x = best_.x;
      kick(kick_of(constraint_), x, rng_);
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
          sample_stationarity(objective_, constraint_, rule_, options_.checked_blocks, rng, run_);
      if (best_.stationarity.holds) return;
      objective_.apply(best_.stationarity.set, best_.stationarity.changes);
      if (!offer()) return;  // better by rounding errors only
    }
  }

  const Con& constraint_;
  const MinimiseOptions& options_;
  const RunContext& run_;
  Rng rng_;
  QuadraticForm objective_;
  decltype(working_set_of(std::declval<Con>(), {}, 0, RandomPart::balanced)) rule_;
  Minimum best_;
};

/// True if a matrix has a Cholesky factorisation, rows and columns in the order of approximate minimum
/// degree. Cost: that of the fill, which depends on the pattern alone.
bool is_definite(const CompressedRows& q) {
  using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int64_t>;
  const auto n = static_cast<Eigen::Index>(q.offsets.size()) - 1;
  std::vector<Eigen::Triplet<double, std::int64_t>> lower;
  for (std::size_t i = 0; i + 1 < q.offsets.size(); ++i) {
    for (std::uint64_t k = q.offsets[i]; k < q.offsets[i + 1] && q.columns[k] <= i; ++k) {
      lower.emplace_back(static_cast<std::int64_t>(i), q.columns[k], q.values[k]);
    }
  }
  Columns matrix(n, n);
  matrix.setFromTriplets(lower.begin(), lower.end());
  return Eigen::SimplicialLLT<Columns, Eigen::Lower>(matrix).info() == Eigen::Success;
}

/// `known_definite` says whether Q is positive definite. It is empty when the run stopped before that was
/// known.
template <class IsDefinite>
Minimum minimise_form(SymmetricRows form, std::span<const double> p, const AnyConstraint& constraint,
                      const MinimiseOptions& options, const RunContext& context,
                      IsDefinite&& known_definite) {
  const RunContext run = context.for_call();
  check_call(constraint, options, p.size());
  form.check(p.size());
  if (takes_real_values(constraint) && known_definite(run) == false) {
    throw InvalidArgument("Q", "", "is not positive definite", "add a multiple of the identity");
  }
  return std::visit(
      [&](const auto& con) {
        return Minimiser(std::move(form), {p.begin(), p.end()}, con, lambda_of(constraint), options, run)
            .minimum();
      },
      constraint);
}

}  // namespace

Minimum minimise(std::span<const double> q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options, const RunContext& run) {
  return minimise_form(SymmetricRows::dense(q, p.size()), p, constraint, options, run,
                       [&](const RunContext& call) -> std::optional<bool> {
                         using lode::detail::CholeskyOutcome;
                         const auto n = static_cast<Eigen::Index>(p.size());
                         Eigen::MatrixXd copy = Eigen::Map<const Eigen::MatrixXd>(q.data(), n, n);
                         const CholeskyOutcome outcome =
                             lode::detail::factorise_cholesky(copy, [&] { return call.should_stop(); });
                         if (outcome == CholeskyOutcome::stopped) return std::nullopt;
                         return outcome == CholeskyOutcome::done;
                       });
}

Minimum minimise(const CompressedRows& q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options, const RunContext& run) {
  return minimise_form(SymmetricRows{{q.offsets.begin(), q.offsets.end()},
                                     {q.columns.begin(), q.columns.end()},
                                     {q.values.begin(), q.values.end()}},
                       p, constraint, options, run,
                       [&](const RunContext&) { return std::optional(is_definite(q)); });
}

}  // namespace lode::hybrid
