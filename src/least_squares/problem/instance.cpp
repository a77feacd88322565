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
#include "least_squares/problem/matrix.hpp"

namespace lode::least_squares {
namespace {

/// Thrown through the eigenvalue iteration.
struct Stopped {};

/// Columns [first, last) of the Gram matrix and, by symmetry, rows [first, last) of the columns before.
void fill_panel(const Matrix& a, Eigen::Index first, Eigen::Index last, Eigen::Map<Eigen::MatrixXd> gram) {
  constexpr Eigen::Index tile = 32;
  const Eigen::Index width = last - first;
  visit(a, [&](const auto& all) {
    const Eigen::MatrixXd columns = all.middleCols(first, width);
    gram.block(0, first, last, width).noalias() = all.leftCols(last).transpose() * columns;
  });
  for (Eigen::Index top = 0; top < first; top += tile) {
    const Eigen::Index count = std::min(tile, first - top);
    gram.block(first, top, width, count) = gram.block(top, first, count, width).transpose();
  }
  auto corner = gram.block(first, first, width, width);
  corner.triangularView<Eigen::StrictlyLower>() = corner.transpose();
}

}  // namespace

struct Instance::Derived {
  std::mutex gram_mutex;
  std::atomic<bool> gram_ready = false;
  std::unique_ptr<double[]> gram;
  std::mutex eigenvalue_mutex;
  std::optional<double> largest_eigenvalue;
};

Instance::Instance(Matrix a, std::vector<double> b, std::size_t gram_limit)
    : a_(std::move(a)), b_(std::move(b)), gram_limit_(gram_limit), derived_(std::make_unique<Derived>()) {
  if (b_.size() != rows()) {
    throw InvalidArgument("b", fmt::format("has {} values, but A has {} rows", b_.size(), rows()), "");
  }
  for (std::size_t i = 0; i < b_.size(); ++i) {
    if (in_domain(b_[i])) continue;
    throw InvalidArgument("b(" + std::to_string(i + 1) + ")", fmt::format("{}", b_[i]), domain_words);
  }
  for (const double value : b_) half_norm_b_ += 0.5 * value * value;
  correlations_ = a_.multiply_transposed(b_);
  for (Index j = 0; j < columns(); ++j) squares_.push_back(a_.dot_columns(j, j));
}

Instance::~Instance() = default;

std::span<const double> Instance::ready_gram() const {
  if (!derived_->gram_ready.load(std::memory_order_acquire)) return {};
  return {derived_->gram.get(), std::size_t{columns()} * columns()};
}

std::span<const double> Instance::gram(const RunContext& run) const {
  const auto n = static_cast<Eigen::Index>(columns());
  const std::lock_guard lock(derived_->gram_mutex);
  const std::size_t size = std::size_t{columns()} * columns();
  if (!ready_gram().empty() || size * sizeof(double) > gram_limit_) return ready_gram();
  // Pages are first touched by the panels, about 10 ms of work each.
  auto values = std::make_unique_for_overwrite<double[]>(size);
  constexpr std::size_t panel_work = std::size_t{1} << 28;
  const std::size_t column_work = std::max({std::size_t{columns()}, a_.num_stored(), 16 * rows()});
  const auto width = static_cast<Eigen::Index>(std::clamp<std::size_t>(panel_work / column_work, 4, 512));
  for (Eigen::Index first = 0; first < n; first += width) {
    if (run.should_stop()) return {};
    fill_panel(a_, first, std::min(n, first + width), {values.get(), n, n});
  }
  derived_->gram = std::move(values);
  derived_->gram_ready.store(true, std::memory_order_release);
  return ready_gram();
}

double Instance::largest_eigenvalue(const RunContext& run) const {
  const std::lock_guard lock(derived_->eigenvalue_mutex);
  if (derived_->largest_eigenvalue) return *derived_->largest_eigenvalue;
  const double trace = std::accumulate(squares_.begin(), squares_.end(), 0.0);
  std::optional<double> share;
  try {
    const auto multiply = [&](const double* x, double* y) {
      if (run.should_stop()) throw Stopped{};
      const std::vector<double> product = a_.multiply_transposed(a_.multiply({x, a_.columns()}));
      as_writable({y, a_.columns()}) = (1.0 / trace) * as_vector(product);
    };
    using lode::detail::SpectrumEnd;
    if (columns() > 1 && trace > 0.0) {
      share = lode::detail::extreme_ritz_value(columns(), multiply, SpectrumEnd::largest, {20, 1e-6, 200});
    }
  } catch (const Stopped&) {
    return trace;
  }
  derived_->largest_eigenvalue = 1.01 * std::min(trace, share.value_or(1.0) * trace);
  return *derived_->largest_eigenvalue;
}

std::span<const double> GramRows::row(Index j) {
  constexpr std::size_t most_bytes = std::size_t{1} << 28;
  const std::size_t n = instance_->columns();
  if (!gram_.empty()) return gram_.subspan(j * n, n);
  const auto found = kept_.find(j);
  if (found != kept_.end()) return found->second;
  if ((kept_.size() + 1) * n * sizeof(double) > most_bytes) kept_.clear();
  work_ += static_cast<double>(instance_->a().num_stored());
  const Eigen::VectorXd column = columns_of(instance_->a(), std::span(&j, 1));
  return kept_[j] = instance_->a().multiply_transposed(as_span(column));
}

double GramRows::entry(Index i, Index j) {
  if (!gram_.empty()) return gram_[std::size_t{i} * instance_->columns() + j];
  const auto found = kept_.find(i);
  if (found != kept_.end()) return found->second[j];
  work_ += static_cast<double>(instance_->a().num_stored()) / static_cast<double>(instance_->columns());
  return instance_->a().dot_columns(i, j);
}

void prepare_gram_if_worth(const Instance& instance, const RunContext& run) {
  constexpr Index most_columns = 4096;
  if (instance.columns() > most_columns || !instance.ready_gram().empty()) return;
  instance.gram(run.part(run.time_limit() / 2.0));
}

}  // namespace lode::least_squares
