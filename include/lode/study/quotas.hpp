#pragma once

#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/study/find.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// How many members of a group a set must have at least and may have at most. Groups may overlap.
struct Quota {
  std::string group;
  VertexSet members;
  Vertex at_least = 0;
  Vertex at_most = no_vertex;
};

/// Reads quotas of groups: lines "group at_least at_most", a number or '-' for none, separated by blanks or
/// commas; a first line of these three words is skipped.
/// Cost:   O(lines x groups).
/// Errors: InputError with line and column for a line of another form, an unknown or repeated group, and a
///         least number above the largest one.
std::vector<Quota> read_quotas(const std::string& path, const std::vector<VertexGroup>& groups);

/// The heaviest sets of some sizes among those that keep all quotas: what `lode find --quota` does.
///
/// First the sets without quotas are looked for, in two fifths of the time. One that keeps them is the
/// answer, with its bound. Otherwise a tabu search exchanges vertices so that all quotas are kept, beginning
/// near that set. The bound is the least of those of free sets and one by multipliers: for numbers m_g, one
/// for each group, with values m_g added to the members of g, f(S) <= bound on w + values - sum of m_g times
/// the count that is most favourable to S: at_least for m_g > 0, at_most for m_g < 0. It is lowered by steps
/// along the m_g with the cheap rules, then the strong rules are asked at the best ones.
///
/// Cost:    the run's time limit; without one a search of about a second and some dozen cheap bounds a size.
/// Errors:  InvalidArgument for quotas that no set of a size can meet (with their names where two numbers
///          show it), for members that do not exist or stand twice; with `connected`, `top`, `core_of`,
///          `memory`, `known` and `keep_proofs`; those of lode::find.
/// Deterministic: as lode::find.
/// Source:  weak duality; tabu search as in Q. Wu, J.-K. Hao, J. Comb. Optim. 26 (2013) 86-108, with
///          exchanges that keep quotas.
FindResult find_with_quotas(const Graph& graph, const FindRequest& request, const std::vector<Quota>& quotas,
                            const FindEvents& events = {}, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
