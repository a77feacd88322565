#pragma once

// What the checks of certificates by low-rank multipliers share. None of it is used by what finds them.

#include <cfloat>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph::detail {

inline constexpr std::string_view checking_low_rank = "checking the certificate";

/// Throws a VerificationError unless it holds.
void require_low_rank(bool holds, const std::string& what);
/// That there are multipliers for every vertex and arc, that they are numbers, and >= 0 where they should be.
void check_shape(const Graph& graph, const ClusterMultipliers& m, double eigenvalue);

/// What n operations in doubles may lose, twice.
inline double lost(double operations) { return (operations + 8.0) * DBL_EPSILON; }

/// Cholesky's algorithm on the lower triangle in rows; false at a pivot that is not positive.
bool factor_rows(std::vector<std::vector<double>>& a, const std::function<void()>& poll);

}  // namespace lode::subgraph::detail
