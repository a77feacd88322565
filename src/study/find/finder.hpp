#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/tolerance.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

// The parts of `find`: checks of a request, and its searches.

namespace lode::detail {

/// Errors: InvalidArgument for sizes out of range, repeated or too many.
void check_request(const Graph& graph, const FindRequest& request);

/// Sizes, each once. Errors: InvalidArgument for a size out of range; the remedy gives the number of
/// vertices.
std::vector<Vertex> distinct_sizes(std::vector<Vertex> sizes, Vertex n, const std::string& remedy);

/// Refuses requests with any of these: "certificate", "connected", "core_of", "memory", "minimise", "target",
/// "top" or "values". Errors: InvalidArgument with the problem and the remedy.
void refuse_asked(const FindRequest& request, std::initializer_list<std::string_view> names,
                  const char* problem, const char* remedy);

/// The request with vertices to include and exclude by their extreme values; a note counts them.
///
/// A value is extreme if its magnitude exceeds every gain of a set: the heaviest weight per pair plus the
/// median magnitude of values per vertex. Such values would hide the weights. The vertex is included if fewer
/// than s others may add as much to a set as its least contribution, and excluded if s others add more than
/// its largest one: then an exchange improves every set without it, or with it. Sums are exact. Requests for
/// connected sets or several answers are returned unchanged, as are methods without anchors.
///
/// Cost: O(n + m). Errors: as check_request and check_values.
FindRequest with_value_demands(const Graph& graph, const FindRequest& request, const FindEvents& events);

/// The heaviest sets of a request for a graph in memory, without extreme values.
FindResult find_in_graph(const Graph& graph, const FindRequest& request, const FindEvents& events,
                         const RunContext& run);

/// The proof of an answer by an upper bound. A better set weighs more by at most the bound minus the
/// objective, plus the rounding error of the objective. The answer is proven optimal if this distance is at
/// most 1e-9 of its magnitude. `sums`: of objectives. `room`: ReducedFamily::room for the size.
BoundProof proof_of(Sums sums, double upper_bound, const subgraph::Solution& solution, double room);

/// Derives gap and proof of an answer from its bound. `sums` and `room`: as of proof_of.
void judge(FindAnswer& answer, Sums sums, double room);

/// Makes an answer of a method's answer and a bound: gap, proof and original names. If the method itself
/// proved a smaller bound, that bound counts. The caller fills in rank and constraints.
FindAnswer make_find_answer(const Graph& graph, std::span<const Weight> values, std::string method,
                            std::string preset, subgraph::Solution solution, const subgraph::Bound& bound,
                            const RunContext& run);

/// The sets of a graph whose rows take more than FindRequest::memory leaves for them; or nothing. Passes over
/// the rows find the core of least minimum degree that fits (core_in_passes). The core is searched in memory
/// as a declared core of the graph, so bounds are about the graph (FindRequest::core_of), and are limited by
/// its degree bounds.
///
/// Cost:   core_in_passes, `find` on the core, O(n) time and O(largest size) memory.
/// Errors: InvalidArgument if the memory does not suffice for vertices, or for a core with the vertices of
///          the largest set; for vertices to include or begin with outside the core; for weights, values and
///          kept proofs.
std::optional<FindResult> find_in_core(const Graph& graph, const FindRequest& request,
                                       const FindEvents& events, const RunContext& run);

}  // namespace lode::detail
