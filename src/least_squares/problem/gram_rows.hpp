#pragma once

// Products of two columns of A: all of them, where they pay, or some rows.

#include <cstddef>
#include <list>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// Rows of G = A'A: of the Gram matrix where it has been computed, otherwise A'a_j on demand, the rows used
/// last being kept.
///
/// Cost:   O(1) with the Gram matrix or for a row that is kept, otherwise one product with A'.
/// Memory: at most `limit` bytes of rows, and never fewer than two rows.
class GramRows {
 public:
  static constexpr std::size_t default_limit = std::size_t{1} << 28;

  explicit GramRows(const Instance& instance, std::size_t limit = default_limit);

  /// Row j, n values; valid until the call after the next one.
  std::span<const double> row(Index j);
  /// G_ij, by a product of two columns unless row i or the Gram matrix is there.
  double entry(Index i, Index j);
  /// Stored values of A read so far.
  double work() const { return work_; }

 private:
  using Kept = std::list<std::pair<Index, std::vector<double>>>;

  const Instance* instance_;
  std::span<const double> gram_;  ///< empty: none
  std::size_t capacity_;
  double work_ = 0.0;
  Kept kept_;  ///< used last first
  std::unordered_map<Index, Kept::iterator> places_;
};

namespace detail {

/// Columns up to which the Gram matrix, 128 MiB at most, costs less than the rows of it that a search asks
/// for; beyond, its n^2 values and m n^2 operations outgrow these.
inline constexpr Index gram_columns = 4096;

/// Computes the Gram matrix where it pays, in at most half of the run's time: what needs it works without.
inline void prepare_gram_if_worth(const Instance& instance, const RunContext& run) {
  if (instance.columns() > gram_columns || instance.gram_ready()) return;
  instance.prepare_gram(run.part(run.time_limit() / 2.0));
}

}  // namespace detail

}  // namespace lode::least_squares
