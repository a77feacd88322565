#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/densest.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/bounds/effort.hpp>
#include <lode/subgraph/bounds/proof_step.hpp>
#include <lode/subgraph/dense_part.hpp>

namespace lode {

/// All that is known of the bounds of one graph, by size, and how it was proven.
///
/// One decomposition, one clique search and one peeling serve all sizes; a bound that falls for one size
/// lowers those of others by averaging and by cores.
///
/// Errors: InvalidArgument for a size that was not given, wherever one is asked for.
/// Deterministic unless a run is stopped by the clock.
class BoundLedger {
 public:
  /// Only sizes up to this are linked with each other.
  static constexpr Vertex chain_limit = 20000;
  /// Exhaustive search is asked for sizes up to this: it settles small ones first, and what their averages
  /// and steps prove of larger ones is far above what lp does.
  static constexpr Vertex search_limit = 300;

  /// What is kept of multipliers: all, for certificates (8 n'^2 bytes per size with sdp on n' vertices, and
  /// as much again where it let vertices go), or what they prove.
  enum class Proofs { keep, drop };

  /// Bounds for sets of the given sizes; nothing is known yet but the trivial bound.
  /// Cost:   one sort of the weights; nothing when unweighted. Stops with `run`, on the total weight then.
  /// Errors: InvalidArgument for a size below 1 or above n.
  BoundLedger(Graph graph, std::span<const Vertex> sizes, const RunContext& run,
              Proofs proofs = Proofs::keep);

  const Graph& graph() const { return graph_; }

  /// degree, lp, turan within a small work limit, and their chain.
  void add_cheap(const RunContext& run);
  /// The same in less time, given a dense part of the graph: cliques are searched for inside it alone, with a
  /// tenth of the work, and lp is left out where it can not be below the trivial bound.
  void add_cheap(std::shared_ptr<const DensePart> part, const RunContext& run);
  void add_spectral(const RunContext& run);
  /// capped-lp on the core above two thirds of the lp bound's growth at s, larger cores where that is too
  /// small; it also bounds smaller sizes. Ends early once the bound is at most `target`.
  void add_capped(Vertex s, double target, const RunContext& run);
  /// sdp on a core that fits the time limit of the run, a larger one where that is not enough; vertices go
  /// that no set heavier than `incumbent` needs, and what is proven before that bounds smaller sizes too.
  void add_sdp(Vertex s, Weight incumbent, const RunContext& run);
  /// Exhaustive search of all sizes up to s, smallest first, with what is known here.
  void add_search(Vertex s, const RunContext& run);
  /// Tries to lower the bound of one size to `incumbent`, the weight of a known set, by
  /// sdp on a core, then by exhaustive search; where that core takes more than the time, by capped-lp before.
  /// Needs a time limit; stops when it is over or the bound meets the incumbent. Called again, it goes on
  /// with what is known by then. Sizes above search_limit get no exhaustive search, sizes above chain_limit
  /// nothing.
  void tighten(Vertex s, Weight incumbent, const RunContext& run);

  /// Dense sets that the bounds came across: a large clique, and the sets of the dense decomposition next to
  /// s, above and below. Empty before.
  std::vector<VertexSet> dense_sets(Vertex s) const;
  /// No clique has more vertices: what the search behind the turan bounds proved; 0 before.
  Vertex clique_limit() const { return clique_limit_; }
  /// The least bounds by size, from 0 to the largest given; infinity where nothing is known.
  std::vector<double> values() const;
  /// The least bound of a size that was given.
  Bound best(Vertex s) const;
  /// The least bound of every name computed for a size that was given: what proves best(s) first, then
  /// in the order of bound_rows().
  std::vector<Bound> bounds(Vertex s) const;
  /// The steps behind `best(s)`, each after the one it rests on.
  std::vector<ProofStep> proof(Vertex s) const;

 private:
  struct SdpPart {
    CorePart part;
    bool cut = false;  ///< the time does not suffice for a part as large as it should be
  };
  struct SdpProgress {
    int round = 0;       ///< how far out the part goes
    bool ended = false;  ///< the multipliers on a part that suffices do not get better
  };

  std::size_t check_asked(Vertex s) const;
  double value(Vertex t) const;
  void lower(ProofStep step);
  void record(Vertex s, std::string_view name, double value, double seconds);
  void close_chain(const RunContext& run);
  void add_lp(Vertex largest, const RunContext& run);
  void add_turan(Vertex largest, const RunContext& run);
  void take(std::shared_ptr<const PartMultipliers> multipliers, std::string_view name,
            std::span<const double> inside);
  double growth(Vertex s) const;
  static Vertex sdp_vertices(double seconds);
  SdpPart sdp_part(Vertex s, Weight incumbent, Vertex affordable);
  void take_first_stage(const CorePart& part, Vertex s, const SdpCertificate& certificate,
                        const RunContext& run);

  Graph graph_;
  bool keeps_multipliers_;
  std::vector<Vertex> sizes_;  ///< increasing, distinct
  std::vector<Vertex>
      linked_;  ///< 1, 2, ... up to the largest size or the limit, then larger sizes asked for
  std::vector<ProofStep> steps_;
  std::vector<std::size_t> best_;             ///< step of the least bound, by size
  std::vector<std::vector<Bound>> recorded_;  ///< by place in sizes_
  std::set<Vertex> capped_;                   ///< sizes that capped-lp was solved for
  std::map<Vertex, SdpProgress> sdp_;         ///< by size
  std::optional<CoreParts> parts_;
  DenseDecomposition decomposition_;
  std::shared_ptr<const DensePart> dense_part_;
  Vertex clique_limit_ = 0;
  VertexSet clique_;
};

}  // namespace lode
