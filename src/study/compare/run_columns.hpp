#pragma once

#include <cstdint>
#include <string>

#include <lode/study/compare.hpp>

#include "core/column.hpp"

namespace lode::detail {

/// The columns of a run in JSON, CSV and the journal, which is read back by them. The columns refer to the
/// comparison.
Columns<ComparisonRun> run_columns(const Comparison& comparison);

/// The parts of a panel's source in the labels of its runs.
struct SourceWords {
  std::string design;
  std::string noise;
  std::uint64_t seed = 0;
};
SourceWords source_words(const LeastSquaresSource& source);

}  // namespace lode::detail
