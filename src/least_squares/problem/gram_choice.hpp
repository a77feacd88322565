#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

/// Columns up to which the Gram matrix, 128 MiB at most, costs less than the rows of it that a search asks
/// for; beyond, its n^2 values and m n^2 operations outgrow these.
inline constexpr Index gram_columns = 4096;

/// Computes the Gram matrix where it pays, in at most half of the run's time: what needs it works without.
inline void prepare_gram_if_worth(const Instance& instance, const RunContext& run) {
  if (instance.columns() > gram_columns || instance.gram_ready()) return;
  instance.prepare_gram(run.part(run.time_limit() / 2.0));
}

}  // namespace lode::least_squares::detail
