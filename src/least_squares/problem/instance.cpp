#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>
#include <lode/least_squares/problem.hpp>

#include "core/linalg/lanczos.hpp"
#include "least_squares/problem/gram_rows.hpp"

namespace lode::least_squares {
namespace {

/// Thrown through the eigenvalue iteration.
struct Stopped {};

/// The largest eigenvalue of A'A by the implicitly restarted Lanczos method, `trace` when it fails; nothing
/// when it is stopped.
std::optional<double> estimate_largest_eigenvalue(const Matrix& a, double trace, const RunContext& run) {
  const auto n = static_cast<Eigen::Index>(a.columns());
  if (n < 2 || trace == 0.0) return trace;
  const double factor = 1.0 / trace;
  const auto multiply = [&](const double* x, double* y) {
    if (run.should_stop()) throw Stopped{};
    const std::vector<double> product = a.multiply_transposed(a.multiply({x, a.columns()}));
    for (std::size_t i = 0; i < product.size(); ++i) y[i] = factor * product[i];
  };
  try {
    using lode::detail::SpectrumEnd;
    const auto share = lode::detail::extreme_ritz_value(n, multiply, SpectrumEnd::largest, {20, 1e-6, 200});
    return share ? std::min(trace, *share * trace) : trace;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

/// Columns [first, last) of A'A for a dense A, down to row last - 1.
void dense_gram_panel(const Matrix& a, std::size_t first, std::size_t last, std::span<double> gram) {
  const auto n = static_cast<Eigen::Index>(a.columns());
  const auto begin = static_cast<Eigen::Index>(first);
  const auto end = static_cast<Eigen::Index>(last);
  const Eigen::Map<const Eigen::MatrixXd> whole(a.dense_values().data(), static_cast<Eigen::Index>(a.rows()),
                                                n);
  Eigen::Map<Eigen::MatrixXd>(gram.data(), n, n).block(0, begin, end, end - begin).noalias() =
      whole.leftCols(end).transpose() * whole.middleCols(begin, end - begin);
}

/// Columns [first, last) of A'A for a sparse A, down to row last - 1: every column is spread over the rows of
/// A once, then multiplied with the others.
void sparse_gram_panel(const Matrix& a, std::size_t first, std::size_t last, std::span<double> gram) {
  const std::size_t n = a.columns();
  std::vector<double> spread(a.rows(), 0.0);
  for (std::size_t j = first; j < last; ++j) {
    const auto column = static_cast<Index>(j);
    a.add_column(column, 1.0, spread);
    for (std::size_t i = 0; i < last; ++i) gram[j * n + i] = a.dot(static_cast<Index>(i), spread);
    for (const std::uint32_t row : a.entry_rows(column)) spread[row] = 0.0;
  }
}

/// Copies what columns [first, last) hold above the diagonal to below it, tile by tile.
void mirror_panel(std::span<double> gram, std::size_t n, std::size_t first, std::size_t last) {
  constexpr std::size_t tile = 32;
  for (std::size_t top = 0; top < last; top += tile) {
    const std::size_t bottom = std::min(top + tile, last);
    for (std::size_t j = first; j < last; ++j) {
      for (std::size_t i = top; i < std::min(bottom, j); ++i) gram[i * n + j] = gram[j * n + i];
    }
  }
}

}  // namespace

struct Instance::State {
  Matrix a;
  std::vector<double> b;
  std::size_t gram_limit = 0;
  double half_norm_b = 0.0;
  std::vector<double> correlations;
  std::vector<double> column_squares;

  std::mutex gram_mutex;
  std::atomic<bool> gram_ready = false;
  std::unique_ptr<double[]> gram;
  std::mutex eigenvalue_mutex;
  std::optional<double> largest_eigenvalue;
};

Instance::Instance(Matrix a, std::vector<double> b, std::size_t gram_limit)
    : state_(std::make_unique<State>()) {
  if (b.size() != a.rows()) {
    throw InvalidArgument("values in b", std::to_string(b.size()),
                          "are not as many as A has rows, " + std::to_string(a.rows()));
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (in_domain(b[i])) continue;
    throw InvalidArgument("b(" + std::to_string(i + 1) + ")", fmt::format("{}", b[i]), domain_words);
  }
  state_->a = std::move(a);
  state_->b = std::move(b);
  state_->gram_limit = gram_limit;
  for (const double value : state_->b) state_->half_norm_b += 0.5 * value * value;
  state_->correlations = state_->a.multiply_transposed(state_->b);
  state_->column_squares.resize(state_->a.columns());
  for (Index j = 0; j < columns(); ++j) state_->column_squares[j] = state_->a.dot_columns(j, j);
}

Instance::~Instance() = default;

std::size_t Instance::rows() const { return state_->a.rows(); }
Index Instance::columns() const { return static_cast<Index>(state_->a.columns()); }
const Matrix& Instance::a() const { return state_->a; }
std::span<const double> Instance::b() const { return state_->b; }
double Instance::half_norm_b() const { return state_->half_norm_b; }
std::span<const double> Instance::correlations() const { return state_->correlations; }
std::span<const double> Instance::column_squares() const { return state_->column_squares; }

bool Instance::gram_fits() const {
  const std::size_t n = columns();
  return n * n * sizeof(double) <= state_->gram_limit;
}

bool Instance::gram_ready() const { return state_->gram_ready.load(std::memory_order_acquire); }

bool Instance::prepare_gram(const RunContext& run) const {
  if (gram_ready()) return true;
  if (!gram_fits()) return false;
  const std::lock_guard lock(state_->gram_mutex);
  if (gram_ready()) return true;
  const std::size_t n = columns();
  // Pages are first touched by the panels, so that no step takes long.
  auto values = std::make_unique_for_overwrite<double[]>(n * n);
  const std::span<double> gram(values.get(), n * n);
  if (rows() == 0) std::fill(gram.begin(), gram.end(), 0.0);
  // About 10 ms of work per panel.
  constexpr std::size_t work = std::size_t{1} << 28;
  const std::size_t per_column = std::max<std::size_t>(1, std::max(n, state_->a.num_stored()));
  const std::size_t width = std::clamp<std::size_t>(work / per_column, 4, 512);
  for (std::size_t first = 0; first < n; first += width) {
    if (run.should_stop()) return false;
    const std::size_t last = std::min(n, first + width);
    if (state_->a.is_dense()) {
      dense_gram_panel(state_->a, first, last, gram);
    } else {
      sparse_gram_panel(state_->a, first, last, gram);
    }
    mirror_panel(gram, n, first, last);
  }
  state_->gram = std::move(values);
  state_->gram_ready.store(true, std::memory_order_release);
  return true;
}

std::span<const double> Instance::gram(const RunContext& run) const {
  prepare_gram(run);
  return ready_gram();
}

std::span<const double> Instance::ready_gram() const {
  if (!gram_ready()) return {};
  return {state_->gram.get(), std::size_t{columns()} * columns()};
}

double Instance::largest_eigenvalue(const RunContext& run) const {
  const std::lock_guard lock(state_->eigenvalue_mutex);
  if (state_->largest_eigenvalue) return *state_->largest_eigenvalue;
  const double trace = std::accumulate(state_->column_squares.begin(), state_->column_squares.end(), 0.0);
  const std::optional<double> estimate = estimate_largest_eigenvalue(state_->a, trace, run);
  if (!estimate) return trace;
  state_->largest_eigenvalue = 1.01 * *estimate;
  return *state_->largest_eigenvalue;
}

GramRows::GramRows(const Instance& instance, std::size_t limit)
    : instance_(&instance),
      gram_(instance.ready_gram()),
      capacity_(std::max<std::size_t>(
          2, limit / (sizeof(double) * std::max<std::size_t>(1, instance.columns())))) {}

std::span<const double> GramRows::row(Index j) {
  const std::size_t n = instance_->columns();
  if (!gram_.empty()) return gram_.subspan(j * n, n);
  const auto found = places_.find(j);
  if (found != places_.end()) {
    kept_.splice(kept_.begin(), kept_, found->second);
    return kept_.front().second;
  }
  if (kept_.size() == capacity_) {
    places_.erase(kept_.back().first);
    kept_.pop_back();
  }
  std::vector<double> column(instance_->rows(), 0.0);
  instance_->a().add_column(j, 1.0, column);
  kept_.emplace_front(j, instance_->a().multiply_transposed(column));
  places_[j] = kept_.begin();
  work_ += static_cast<double>(instance_->a().num_stored());
  return kept_.front().second;
}

double GramRows::entry(Index i, Index j) {
  if (!gram_.empty()) return gram_[std::size_t{i} * instance_->columns() + j];
  const auto found = places_.find(i);
  if (found != places_.end()) return found->second->second[j];
  work_ += static_cast<double>(instance_->a().num_stored()) / static_cast<double>(instance_->columns());
  return instance_->a().dot_columns(i, j);
}

}  // namespace lode::least_squares
