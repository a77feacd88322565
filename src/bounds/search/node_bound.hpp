#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bounds/search/dense_problem.hpp"
#include "bounds/search/sdp_search_tree.hpp"
#include "bounds/search/set_improvement.hpp"
#include "core/linalg/stoppable_solvers.hpp"

namespace lode::subgraph::detail {

/// Multipliers, cuts and the primal matrix of a problem of n vertices, to begin with where a part of it is
/// bounded. Matrices are packed above the diagonal, row by row.
struct SdpWarmStart {
  std::vector<double> rows;   ///< lambda
  std::vector<float> pairs;   ///< nu, without the diagonal
  std::vector<float> primal;  ///< X, with it
  std::vector<SdpCut> cuts;

  bool empty() const { return rows.empty(); }
  std::size_t bytes() const;
};

/// The same for some of the n vertices, increasing; cuts that touch others are dropped.
SdpWarmStart restricted(const SdpWarmStart& warm, std::span<const std::size_t> kept);

/// What the scale of the weights decides, the same for all nodes of a search.
struct SdpScale {
  double alpha = 1.0;  ///< of the proximal term
  double unit = 1.0;   ///< what counts as one edge
};
SdpScale scale_of(const DenseProblem& root);

/// How long a node is worked on.
struct SdpPatience {
  int first_iterations = 12;  ///< of the first round
  int most_rounds = 40;
  int least_rounds = 2;           ///< before it may be given up
  double rounds_expected = 15.0;  ///< it is given up when so many more would be needed, two rounds running
};
inline constexpr SdpPatience child_patience{};
inline constexpr SdpPatience root_patience{40, 60, 8, 20.0};
/// Until the bound stalls.
inline constexpr SdpPatience long_patience{40, 1000, 20, 300.0};

struct SdpNodeTask {
  DenseProblem problem;  ///< 2 <= s <= n - 2
  SdpWarmStart warm;     ///< may be empty
  SdpScale scale;
  SdpPatience patience;
  double goal = 0.0;       ///< the bound that is worked for
  double limit = 0.0;      ///< the bound that is enough: a little above the goal
  double path_room = 0.0;  ///< see path_room()
  bool anytime = false;    ///< prove a bound every round, so that there is one when stopped
  std::uint64_t most_evaluations = 0;
};

struct SdpNodeOutcome {
  enum class State { pruned, open, stopped, out_of_evaluations };
  State state = State::open;
  /// Proven; the bound is at most the limit when pruned. Nothing when stopped before there was one.
  std::optional<SdpNodeProof> proof;
  double bound = 0.0;         ///< of the proof
  ValuedSet best;             ///< met on the way; no vertices when none
  SdpWarmStart warm;          ///< for the parts; empty when pruned or stopped
  std::vector<double> share;  ///< X_ii of the last evaluation; empty when pruned or stopped
  std::uint64_t evaluations = 0;
};

/// Bounds one node: rounds of dual descent, each followed by a new centre and the cuts violated most, until a
/// proof of `limit` succeeds or too many more rounds would be needed.
///
/// Cost: some 5 n^3 operations per evaluation, 12 evaluations and n^3 / 6 triples per round.
SdpNodeOutcome bound_node(const SdpNodeTask& task, const lode::detail::StopAsked& stop);

}  // namespace lode::subgraph::detail
