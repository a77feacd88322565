#include "least_squares/problem/gram_rows.hpp"

#include <algorithm>

namespace lode::least_squares {

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
