#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// The smallest size of cliques that can be counted: triangles.
inline constexpr Vertex least_counted_clique = 3;
/// The largest size of cliques that can be counted.
inline constexpr Vertex most_counted_clique = 6;

/// A way in which every clique of k vertices splits one unit among its vertices. The load of a vertex is the
/// sum of its shares. So no s vertices hold more cliques than the sum of the s largest loads.
struct CliqueSplit {
  /// A clique that has vertices of this list gives its whole unit to the first of them.
  std::vector<Vertex> outside = {};
  /// All other cliques, with k vertices each in increasing order, and in lexicographic order of the cliques.
  std::vector<Vertex> members = {};
  /// Share of each entry of `members`, in units of 1 / denominator. The k numbers of a clique sum to the
  /// denominator.
  std::vector<std::uint32_t> shares = {};
  std::uint32_t denominator = 1;  ///< unit of `shares`
};

/// A set with the most cliques of k vertices per vertex, and the proof of it.
struct CliqueDensest {
  Vertex k = 3;                       ///< number of vertices of a clique
  std::vector<Vertex> vertices = {};  ///< the set, in increasing order
  std::uint64_t cliques = 0;          ///< number of cliques of k vertices inside the set
  EdgeCount edges = 0;                ///< number of edges inside the set
  Weight weight = 0.0;                ///< weight of these edges; equals `edges` when unweighted
  bool proven_optimal = false;        ///< false: the run was stopped, and the set is the densest known one
  /// No set has more cliques per vertex. When proven, this is `cliques` divided by the size of the set.
  Fraction bound = {};
  CliqueSplit split = {};  ///< split that proves the bound: no load is above the bound
  /// Number of cliques of k vertices in the graph; 0 when the run was stopped before they were counted.
  std::uint64_t graph_cliques = 0;
  /// Vertices of the clique core of the last density, on which the proof was made.
  Vertex core_vertices = 0;
  std::uint64_t core_cliques = 0;  ///< cliques of k vertices in that core
  std::uint64_t passes = 0;        ///< passes over the cliques of the core

  /// Cliques per vertex of the set; 0 for the empty set.
  double ratio() const {
    return vertices.empty() ? 0.0 : static_cast<double>(cliques) / static_cast<double>(vertices.size());
  }
};

/// Finds and proves the largest set with the most k-cliques per vertex, the union of all such sets.
///
/// Cliques are enumerated along the edges to later vertices in smallest-last order. Vertices in fewer cliques
/// than the best density are removed, again and again. The rest is the clique core. It
/// holds every densest set. Passes over its cliques even out the loads. The vertices of largest load are the
/// next candidates. When the candidates no longer get denser, shares are pushed along shortest paths from
/// vertices above the density to vertices below it. Either all loads come down to the density, which proves
/// it, or the vertices whose loads cannot come down are a denser set.
///
/// In a graph without k-cliques all vertices are one densest set of ratio 0. The empty graph gives the empty
/// set. Weights are ignored.
///
/// Cost:    O(k m (d/2)^(k-2)) for degeneracy d to enumerate, in parallel. The rest runs on one thread. A
///          listed clique takes 13k bytes. Up to 2^24 cliques, all cliques of the graph are listed; beyond
///          that, only cliques left after a first density.
/// Errors:  InvalidArgument for k below 3 or above 6, and for 2^31 or more cliques to list.
/// Stops:   on cancel and deadline. The answer is then not proven, and its bound holds.
/// Deterministic on any number of threads.
/// Source:  C. Tsourakakis, The k-clique densest subgraph problem, WWW 2015; M. Danisch, O. Balalau, M.
///          Sozio, Listing k-cliques in sparse real-world graphs, WWW 2018; B. Sun, M. Danisch, T-H. H. Chan,
///          M. Sozio, KClist++, PVLDB 13 (2020).
CliqueDensest densest_by_cliques(const Graph& graph, Vertex k, const RunContext& run = RunContext());

/// An upper bound on the number of k-cliques in any s vertices, for every s = 0 ... n: the least of the sum
/// of the s largest loads of a split that passes over all cliques have evened out, s times the bound of
/// `found`, the number of cliques of the graph, and s choose k.
///
/// Cost:    64 passes over all k-cliques of the graph, and 12k bytes for each clique.
/// Errors:  InvalidArgument as densest_by_cliques.
/// Stops:   on cancel and deadline. The numbers are then larger, and still hold.
/// Deterministic on any number of threads.
std::vector<std::uint64_t> clique_curve(const Graph& graph, const CliqueDensest& found,
                                        const RunContext& run = RunContext());

/// A certificate that no set has more k-cliques per vertex than a bound, as one JSON object on one line.
/// docs/certificates.md defines its fields (kind "cliques").
std::string clique_certificate_json(const Graph& graph, const CliqueDensest& found);

/// The bound proven by a certificate of the kind "cliques".
struct CheckedCliques {
  Vertex k = 3;           ///< number of vertices of a clique
  Fraction bound;         ///< no set has more cliques of k vertices per vertex
  VertexSet vertices;     ///< the set that the certificate names
  std::uint64_t cliques;  ///< number of cliques inside the set, counted by the check

  /// True if the set reaches the bound on cliques per vertex.
  bool proven_optimal() const;
};

/// Reads a certificate and checks it, by an enumeration of cliques that shares no code with the search.
///
/// Cost:    all cliques of up to k vertices are enumerated, in the order of the certificate. The candidates
///          of a clique are intersected with the neighbours of its next vertex, along the shorter list.
/// Errors:  InputError for a file that is not a certificate of this kind, and for fields that are missing, of
///          another type, or of another graph. VerificationError for a split that does not add up, for a load
///          above the bound, and for a set that does not have the stated number of cliques. SystemError if
///          the run is stopped.
CheckedCliques check_clique_certificate(const std::string& path, const Graph& graph,
                                        const RunContext& run = RunContext());
/// Overload for the text of a certificate.
CheckedCliques check_clique_certificate(std::span<const char> text, const Graph& graph,
                                        const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
