#pragma once

#include <cstdint>
#include <string>

#include <lode/study/compare.hpp>

#include "core/column.hpp"

namespace lode::detail {

/// Everything there is to tell of a run: in JSON, in CSV and in the journal, from which it is read back. A
/// new column is declared here and nowhere else. The columns refer to the comparison.
Columns<ComparisonRun> run_columns(const Comparison& comparison);

/// The parts of a panel's source that its runs are labelled with.
struct SourceWords {
  std::string design;
  std::string noise;
  std::uint64_t seed = 0;
};
SourceWords source_words(const LeastSquaresSource& source);

}  // namespace lode::detail
