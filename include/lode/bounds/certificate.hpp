#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

class BoundLedger;
struct PartMultipliers;

/// Whether a ledger keeps what stands behind its bounds, for certificates.
enum class Proofs { keep, drop };

/// No other step, or none of the data.
inline constexpr std::size_t no_step = static_cast<std::size_t>(-1);

/// What is needed to check upper bounds of one graph without trusting what found them. Claims are about the
/// sets that hold `include` and none of `exclude`. Steps and data are about the graph without those vertices:
/// its numbers, and sets with what is included left out, weighed with a value for every vertex, its weight
/// towards what is included among it, the least of these values being 0. Where weights are negative, every
/// pair of vertices is raised by the same number there, or edges of negative weight are left out
/// (docs/certificates.md says when).
///
/// With `core_of` the claims are about every graph whose core of that minimum degree (strength) the graph is.
/// Steps are about the sets inside it, but for those by core-of and stated, which are about all.
struct BoundCertificate {
  /// One step: no set of s vertices weighs more than `value`, by `rule`.
  struct Step {
    Vertex s = 0;
    double value = 0.0;
    /// trivial, degree, degeneracy, turan, chain (averaging of the bound for s - 1), monotone (the bound of a
    /// larger size), multipliers (an edge split, or clustered multipliers of a part and the bound for s - 1
    /// unless the part is the whole graph), outside (multipliers on a core with dummies, alone or with a
    /// search tree, and `tail`), concave (a search with its tree), search (exhaustive, and taken as it is),
    /// core-of (pairs of vertices, or `inside` and a step about all sets of s - 1), stated (by the input, and
    /// taken as it is)
    std::string rule;
    std::size_t from = no_step;    ///< an earlier step
    std::size_t data = no_step;    ///< position in `multipliers`
    std::size_t inside = no_step;  ///< of core-of: an earlier step for the same s
    std::vector<std::size_t> tail =
        {};  ///< of outside: earlier steps, one for each size with few vertices inside
  };
  /// The last step is the bound, once what is included is put back.
  struct Claim {
    Vertex s = 0;
    std::string bound;  ///< its name
    std::vector<Step> steps;
    std::optional<double> upper_bound = {};  ///< as a file states it

    /// True if every step can be checked: none is a search or stated by the input, which are taken as they
    /// are. check_certificate names those (CheckedBound::unchecked and stated).
    bool checkable() const;
  };
  std::vector<Claim> claims;
  std::vector<std::shared_ptr<const PartMultipliers>> multipliers;
  std::optional<Vertex> clique_number = {};  ///< behind turan steps: no clique has more vertices
  VertexSet include = {};
  VertexSet exclude = {};
  std::optional<double> core_of = {};  ///< as CoreOrigin::core
  /// Claims are about weights with values of vertices added. A checker has the values from who asked.
  bool valued = false;
  /// Claims are about the graph with all weights and values times -1: each proves a lower bound.
  bool minimised = false;
};

/// Writes down why the best bounds of the sizes hold. The value of a step is what its data prove, which for
/// lp may be above the exact optimum by the accuracy of a split in doubles; a turan step whose clique number
/// takes more than some seconds to prove stands as one of rule `search`, as do those of exhaustive searches,
/// and of concave where the tree would take more than some 100 MB.
///
/// Cost:   up to hundreds of passes over the edges for lp; a search for larger cliques for turan.
/// Errors: InvalidArgument if a bound rests on multipliers and the ledger does not keep them; SystemError if
///         the run is stopped.
BoundCertificate make_certificate(const BoundLedger& ledger, const std::vector<Vertex>& sizes,
                                  const RunContext& run = RunContext());
/// The same of all sizes that the ledger was made for, increasing.
BoundCertificate make_certificate(const BoundLedger& ledger, const RunContext& run = RunContext());

/// What a certificate was found to prove of one size.
struct CheckedBound {
  Vertex s = 0;
  std::string bound;
  double value = 0.0;      ///< no set weighs more, or less if `minimised`
  bool minimised = false;  ///< as BoundCertificate::minimised
  /// Sizes and values of steps that say only that a search found no more: they are taken as they are.
  std::vector<std::pair<Vertex, double>> unchecked = {};
  /// The same of steps that say only that the input stated so.
  std::vector<std::pair<Vertex, double>> stated = {};
  // It bounds the sets with all of `include` and none of `exclude`; both increasing.
  VertexSet include = {};
  VertexSet exclude = {};
  /// Given: it is about every graph whose core of this minimum degree (strength) the checked one is, which
  /// can be one.
  std::optional<double> core_of = {};
};

/// Checks every step afresh, by code that shares nothing with what found the bounds. Of the data only
/// vertices and numbers are used: graphs of parts are induced anew from `graph`.
///
/// Cost:   O(n + m) per step and part with data, O(n^3) for n rows of outside and for sdp-sparse.
/// Errors: VerificationError naming the first step that does not hold, data that are missing or not finite,
///         and a stated bound that is not that of the steps; SystemError if the run is stopped.
std::vector<CheckedBound> check_certificate(const Graph& graph, const BoundCertificate& certificate,
                                            const RunContext& run = RunContext());
/// The same for the sets and values that the caller asked about: of the certificate neither is taken.
/// Errors: also VerificationError for one about sets with other vertices to include or exclude, or of another
///         core's whole graph, and where values are given and it is about none, or the other way round;
///         InvalidArgument for a family that is none of the graph.
std::vector<CheckedBound> check_certificate(const Graph& graph, const SetFamily& family,
                                            const BoundCertificate& certificate,
                                            const RunContext& run = RunContext());

/// Bounds of a graph as those of the graph with the opposite weights: upper ones become lower ones.
std::vector<CheckedBound> opposite_bounds(std::vector<CheckedBound> bounds);

/// A certificate as one JSON object on a line of its own; docs/certificates.md says what its fields mean. It
/// holds the size and the weight of the graph, so that another graph is noticed. Values of vertices are not
/// kept. Numbers round-trip.
std::string certificate_json(const Graph& graph, const BoundCertificate& certificate);

/// Reads what certificate_json wrote. Whether it proves anything is for check_certificate to say. The graphs
/// of parts stay empty.
///
/// Errors: InputError for what is no certificate, and for one of a graph of another size or weight.
BoundCertificate read_certificate(const std::string& path, const Graph& graph);
inline BoundCertificate read_certificate(const char* path, const Graph& graph) {
  return read_certificate(std::string(path), graph);
}
/// The same from bytes in memory, which errors call "<memory>".
BoundCertificate read_certificate(std::span<const char> bytes, const Graph& graph);
/// A path is a std::string, a text a std::span.
BoundCertificate read_certificate(std::string_view, const Graph&) = delete;

}  // namespace lode::subgraph
#pragma GCC visibility pop
