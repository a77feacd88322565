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

/// A ledger keeps or drops the proofs of its bounds.
enum class Proofs { keep, drop };

/// The index that means: no other step, or no data.
inline constexpr std::size_t no_step = static_cast<std::size_t>(-1);

/// A certificate: the data needed to check upper bounds of one graph without trusting the program
/// that found them. It has claims, one per size. A claim has steps, and some steps have data.
///
/// Claims are about the sets that contain `include` and avoid `exclude`. Steps and data are about the graph
/// without the vertices of both lists, with its own vertex numbers. There a set weighs its edges plus a value
/// for every vertex: the weight between that vertex and the included vertices, shifted so that the least
/// value is 0. If weights are negative, every pair of vertices is raised by the same number, or edges of
/// negative weight are left out. docs/certificates.md says when.
///
/// With `core_of`, claims are about every graph whose core of that minimum degree (strength) the given graph
/// is. Steps are then about the sets inside the core, except steps by core-of and stated, which are about all
/// sets.
struct BoundCertificate {
  /// One step: no set of s vertices weighs more than `value`, because of `rule`.
  struct Step {
    Vertex s = 0;        ///< size of the sets
    double value = 0.0;  ///< the bound
    /// The rule of the step. It is one of these:
    ///
    /// - trivial, degree, degeneracy, turan: the rules of those names
    /// - chain: averaging of the bound for s - 1
    /// - monotone: the bound of a larger size
    /// - outside: an edge split or a search tree on a part with dummies
    /// - enumerate: a search of all sets, which the checker repeats
    /// - search: an exhaustive search, which is not checked
    /// - core-of: pairs of vertices, or bounds inside the core and of all sets of s - 1
    /// - stated: stated by the input, which is not checked
    ///
    /// chain, monotone, outside and core-of use the least values of earlier steps of the claim.
    std::string rule;
    std::size_t data = no_step;  ///< position in `multipliers`
  };
  /// One upper bound with the steps that prove it. The last step is the bound, once the included vertices are
  /// put back.
  struct Claim {
    Vertex s = 0;                      ///< size of the sets
    std::string bound_rule;            ///< name of the rule or method of the bound
    std::vector<Step> steps;           ///< steps, in order
    std::optional<double> bound = {};  ///< the bound, in units of the graph; a file needs it

    /// True if every step can be checked. Steps by search and stated steps cannot be checked.
    /// check_certificate lists them (CheckedBound::unchecked and CheckedBound::stated).
    bool checkable() const;
  };
  std::vector<Claim> claims;                                        ///< one claim per size
  std::vector<std::shared_ptr<const PartMultipliers>> multipliers;  ///< data of steps
  std::optional<Vertex> clique_number = {};  ///< proof of turan steps: no clique has more vertices
  VertexSet include = {};                    ///< vertices that every set contains
  VertexSet exclude = {};                    ///< vertices that no set contains
  std::optional<double> core_of = {};        ///< as CoreOrigin::core
  /// True: weights include values of vertices. A checker has the values from its caller.
  bool valued = false;
  /// True: claims are about the graph with all weights and values multiplied by -1, so each proves a lower
  /// bound.
  bool minimised = false;
};

/// Writes down why the best bounds of some sizes hold.
///
/// The value of a step is the number that its data prove. For lp this may exceed the exact optimum by the
/// accuracy of a split in doubles. Some steps are written as rule `search`: long exhaustive searches, a turan
/// step whose clique number takes more than some seconds to prove, and a concave step whose tree would take
/// more than some 100 MB.
///
/// Cost:    up to hundreds of passes over the edges for lp; a search for larger cliques for turan.
/// Errors:  InvalidArgument if a bound rests on multipliers and the ledger has not kept them. SystemError if
///          the run is stopped.
BoundCertificate make_certificate(const BoundLedger& ledger, const std::vector<Vertex>& sizes,
                                  const RunContext& run = RunContext());

/// A bound proven by a certificate for one size.
struct CheckedBound {
  Vertex s = 0;            ///< size of the sets
  std::string bound;       ///< name of the bound
  double value = 0.0;      ///< no set weighs more (`minimised`: no set weighs less)
  bool minimised = false;  ///< as BoundCertificate::minimised
  /// Sizes and values of steps that rest on a search alone. They are not checked.
  std::vector<std::pair<Vertex, double>> unchecked = {};
  /// Sizes and values of steps that rest on a statement of the input alone. They are not checked.
  std::vector<std::pair<Vertex, double>> stated = {};
  // The bound is about the sets that contain `include` and avoid `exclude`.
  VertexSet include = {};  ///< vertices that every set contains, in increasing order
  VertexSet exclude = {};  ///< vertices that no set contains, in increasing order
  /// If present: the bound is about every graph whose core of this minimum degree (strength) the checked
  /// graph is. The checked graph can be such a core.
  std::optional<double> core_of = {};
};

/// Checks every step by code that shares nothing with the search for bounds. Only vertices and
/// numbers are taken from the data. Graphs of parts are induced anew from `graph`.
///
/// Cost:    O(n + m) per step, and per part with data. O(n^3) for a step of rule outside with n rows.
/// Errors:  VerificationError naming the first step that does not hold; also for data that are missing or not
///          finite, and for a stated bound that differs from the bound of the steps. SystemError if the run
///          is stopped.
std::vector<CheckedBound> check_certificate(const Graph& graph, const BoundCertificate& certificate,
                                            const RunContext& run = RunContext());
/// Checks a certificate for the sets and values of the caller, not those in the certificate.
///
/// Errors:  VerificationError also for a certificate about sets with other vertices to include or exclude,
///          for a core of another kind. VerificationError if either the caller or the certificate has values
///          but not both. InvalidArgument for a family that does not fit the graph.
std::vector<CheckedBound> check_certificate(const Graph& graph, const SetFamily& family,
                                            const BoundCertificate& certificate,
                                            const RunContext& run = RunContext());

/// The kind of a certificate, such as "densest"; empty for bounds of set sizes, for another file, and for a
/// file that cannot be read.
std::string certificate_kind(const std::string& path);

/// A certificate as one JSON object on one line. docs/certificates.md defines its fields. It
/// holds the size and the weight of the graph, so that another graph is noticed. Values of vertices are not
/// kept. Numbers read back exactly.
std::string certificate_json(const Graph& graph, const BoundCertificate& certificate);

/// Reads what certificate_json wrote. It does not check the proof; check_certificate does. The graphs of
/// parts stay empty.
///
/// Errors:  InputError for a file that is no certificate, and for a certificate of a graph of another size or
///          weight.
BoundCertificate read_certificate(const std::string& path, const Graph& graph);
/// Overload for a string literal as path.
inline BoundCertificate read_certificate(const char* path, const Graph& graph) {
  return read_certificate(std::string(path), graph);
}
/// Reads from bytes in memory. Errors call the input "<memory>".
BoundCertificate read_certificate(std::span<const char> bytes, const Graph& graph);
/// Not defined: it would be unclear whether the text is a path or a certificate. Pass a path as a
/// std::string, and bytes as a std::span.
BoundCertificate read_certificate(std::string_view, const Graph&) = delete;

}  // namespace lode::subgraph
#pragma GCC visibility pop
