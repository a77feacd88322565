#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "bounds/dual/core_part.hpp"
#include "bounds/dual/proof.hpp"
#include "bounds/dual/relaxation.hpp"
#include "bounds/findings.hpp"

namespace lode::subgraph::dual {

class Alternation;

/// A question to a search.
struct DualRequest {
  Weight incumbent = 0.0;          ///< weight of a set of that size; 0: none is known
  double known = 0.0;              ///< lower bound of the heaviest sets, about
  std::vector<double> goals = {};  ///< sufficient bounds, falling; the last ends the search
  double work = 0.0;               ///< units of BoundRequest::work with the proof; infinity: the time decides
};

/// A search for multipliers of one core with dummies, for one size of a ledger, that prove a small bound. It
/// works on nested cores: half of the vertices at first, the whole core at last. Once a proof shows that no
/// set heavier than the incumbent contains some rows, it continues with the other rows. The best point on the
/// whole core, or on its rows left, is proven.
///
/// Cost:   some 20 n^2 units of work per iteration, some 10 to 15 on the whole core and a third of that
///         before; solver_bytes(n) of memory.
/// Deterministic for any number of threads, unless stopped by the clock.
class DualSearch {
 public:
  DualSearch(const BoundLedger& ledger, const CoreParts& parts, const OutsidePlan& plan, Vertex s);
  ~DualSearch();

  /// Continues the last call, and lowers the bounds of the ledger. `pace`: known seconds per unit of work.
  void solve(BoundLedger& ledger, Findings& findings, const DualRequest& request, double pace,
             const RunContext& run);

  bool enough() const { return enough_; }    ///< the last goal was reached
  bool stalled() const { return stalled_; }  ///< more work would hardly help
  /// How many vertices outside the core the relaxation chose, at the end.
  double dummies_used() const;
  /// g of the core.
  double outside() const { return on_.part.outside; }
  /// The least bound that this core can prove: of sets with few vertices in the core, and of known sets.
  double expected(const BoundLedger& ledger) const {
    return std::max(expected_, bound_of_few(ledger, on_, s_));
  }
  std::size_t rows() const { return whole_.size(); }
  /// Memory held between calls.
  std::size_t bytes() const;

 private:
  double unit() const { return whole_.unit; }
  double target() const;
  double limit() const;
  double spent() const;
  void search();
  bool stops(double next) const;
  bool iterate_until(const std::function<bool()>& ends);
  bool ends_core();
  bool look();
  bool removes_rows(double bound) const;
  void take_level(std::unique_ptr<Alternation> next);
  void settle_best();
  void judge(bool is_last);
  void take(const ProvenStage& proven);
  bool remove_rows(const ProvenStage& proven);
  void remember_rest();

  DualPart on_;
  Relaxation whole_;
  std::unique_ptr<const Relaxation> left_;  ///< the rows left after removals
  const Relaxation* relaxation_;            ///< the current relaxation
  double expected_;                         ///< as planned
  Vertex s_;
  bool integral_;
  double incumbent_ = 0.0;
  std::vector<DualStage> stages_;  ///< that removed rows
  std::vector<Vertex> rows_;       ///< the rows left

  // The last call.
  BoundLedger* ledger_ = nullptr;
  Findings* findings_ = nullptr;
  const RunContext* run_ = nullptr;
  std::vector<double> goals_;
  double known_ = 0.0;    ///< in units of the relaxation
  double reserve_ = 0.0;  ///< work of the proof: the search ends while the time left suffices for it
  double pace_ = 0.0;
  double most_ = 0.0;    ///< work, when the call ends
  double before_ = 0.0;  ///< work before it
  double begun_ = 0.0;   ///< seconds of the run at its beginning
  bool enough_ = false;
  bool stalled_ = false;

  std::vector<Vertex> cores_;  ///< increasing
  std::size_t core_ = 0;       ///< position of the current core
  std::unique_ptr<Alternation> level_;
  double done_ = 0.0;                                            ///< work on earlier levels
  double last_price_ = 0.0;                                      ///< of an iteration
  double last_bound_ = std::numeric_limits<double>::infinity();  ///< of a smaller core, at the last look
  DualPoint best_;                                               ///< of the rows that are left
  int looks_ = 0;                                                ///< at the bound of the whole core
  int last_fall_ = 0;
  int next_removal_ = 0;
  double bound_of_fall_ = std::numeric_limits<double>::infinity();  ///< the best bound at the last fall
};

/// Memory of a search on n rows while it runs, without that of proofs.
double solver_bytes(std::size_t n);

}  // namespace lode::subgraph::dual
