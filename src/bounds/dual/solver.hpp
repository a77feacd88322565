#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <lode/core/run_context.hpp>

#include "bounds/dual/relaxation.hpp"

namespace lode::subgraph::dual {

/// U of the relaxation, in its units and numbers, row by row, and what it should prove.
struct DualPoint {
  std::vector<float> multipliers;
  double eigenvalue = 0.0;  ///< an estimate of lambda_max((U + U')/2), mostly within 1e-4 below it
  double bound = 0.0;       ///< what that makes of it
};

/// When a point is judged.
enum class DualMoment {
  look,  ///< it should reach the target, or let rows go
  end    ///< it is the best one, and work or time is over or the bound stalls
};

/// What became of a point.
struct DualVerdict {
  bool enough = false;            ///< the search ends
  double target = 0.0;            ///< a bound that is good enough, from now on
  std::vector<std::size_t> rows;  ///< of the relaxation, to go on with, increasing; empty: all
};

struct DualOptions {
  double known = 0.0;    ///< weight of a known set of s vertices, in units of the relaxation
  double limit = -1.0;   ///< rows may go that no set heavier than this holds; negative: none
  double target = 0.0;   ///< a bound that is good enough
  double work = 0.0;     ///< what may be spent, in units of BoundRequest::work; infinity: the time decides
  double reserve = 0.0;  ///< work of the proof: the search ends while the time left suffices for it
  double pace = 0.0;     ///< seconds that a unit of work takes, as far as is known before the call
  /// Proves a point of what is left.
  std::function<DualVerdict(const Relaxation&, const DualPoint&, DualMoment)> judge;
  /// Called at every look at the bound. May be empty.
  std::function<void(std::size_t rows, std::uint64_t iterations)> progress = {};
};

struct DualResult {
  DualPoint best;             ///< of the rows that are left; no multipliers: there was none
  bool enough = false;        ///< a point was judged so
  bool stalled = false;       ///< more work would hardly help
  double dummies_used = 0.0;  ///< how many vertices outside the core the relaxation chose, at the end
  std::uint64_t iterations = 0;
  double work = 0.0;
};

/// A search for a dual point of a small bound. It works on nested cores: a third of the vertices at first,
/// the whole core at last. Then it goes on with the rows that are left as rows go. The best point on the
/// whole core, or on what is left of it, counts.
///
/// Cost:   some 20 n^2 units of work per iteration, some 10 to 15 on the whole core and a third of that
///         before; solver_bytes(n) of memory.
/// Deterministic for any number of threads of the arena it is called in, unless stopped by the clock.
class DualSearch {
 public:
  explicit DualSearch(Relaxation relaxation);
  ~DualSearch();

  /// Searches on from where the last call ended. Stops with the run, and asks it between products of
  /// matrices. What it returns stays until the next call; iterations and work are those of this call.
  const DualResult& go_on(const DualOptions& options, const RunContext& run);

  const Relaxation& relaxation() const;
  /// Of the memory that it holds between calls.
  std::size_t bytes() const;

 private:
  class Levels;
  std::unique_ptr<Levels> levels_;
};

/// Memory of a search on n rows while it runs, without that of proofs.
double solver_bytes(std::size_t n);

}  // namespace lode::subgraph::dual
