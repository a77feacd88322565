#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/study/find.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A quota: how many members of a group a set must have at least, and may have at most. Groups may overlap.
struct Quota {
  std::string group;           ///< name of the group
  VertexSet members;           ///< members of the group
  Vertex at_least = 0;         ///< least number of members in the set
  Vertex at_most = no_vertex;  ///< largest number of members in the set; no_vertex: no limit
};

/// A quota and the count of a set.
struct QuotaCount {
  std::string group;           ///< name of the group
  Vertex count = 0;            ///< members of the group in the set
  Vertex at_least = 0;         ///< least number of members
  Vertex at_most = no_vertex;  ///< largest number of members; no_vertex: no limit
  double multiplier = 0.0;     ///< multiplier behind the bound: what every member adds to a set
};

/// The part of an answer about its quotas. A bound that multipliers lowered has the name of the demand.
struct KeptQuotas : AnswerPart {
  std::vector<QuotaCount> counts;  ///< counts of all quotas, in the order given

  std::string_view demand() const override { return "quotas"; }
  /// Checks nothing, since the members of groups are not known.
  std::string check(const Graph& graph, const VertexSet& set) const override;
};

/// Reads quotas of groups. Lines are "group at_least at_most", with a number or '-' for none, in the form of
/// vertex values. A first line that begins with the word "group" and names the columns is skipped.
///
/// Cost:    O(lines x groups).
/// Errors:  InputError with line and column for a line of another form, for an unknown or repeated group, and
///          for a least number above the largest one.
std::vector<Quota> read_quotas(const std::string& path, const std::vector<VertexGroup>& groups);

/// Finds the heaviest sets of some sizes that keep all quotas, as `lode find --quota` does. The part of an
/// answer is KeptQuotas.
///
/// First, two fifths of the time go into a search without quotas. If its set keeps all quotas and is proven
/// optimal, it is the answer. Otherwise an exhaustive search follows, which ends where few sets keep the
/// quotas. If its work does not suffice, and the free set breaks quotas, a tabu search begins near that set.
/// Its intermediate sets may break quotas at a price.
///
/// The upper bound is the least of the bounds without quotas and of a bound by multipliers. There is one
/// multiplier m_g for each group. Add m_g to the values of the members of g, and take an upper bound U for
/// these values. Then f(S) <= U - sum of m_g times the count that is most favourable to S: at_least for m_g >
/// 0, at_most for m_g < 0. Steps along the m_g lower this bound with the cheap rules. Then the strong rules
/// are asked at the best m_g.
///
/// Cost:    the time limit of the run; without one, a search of about a second and some dozen cheap bounds
///          per size.
/// Errors:  InvalidArgument for quotas that no set of a size can meet (with their names if two numbers show
///          it), and for members that do not exist or are given twice. InvalidArgument with `connected`,
///          `top`, `core_of`, `memory`, `known` and `keep_proofs`. The errors of lode::find.
/// Deterministic as lode::find.
/// Source:  weak duality; tabu search as in Q. Wu, J.-K. Hao, J. Comb. Optim. 26 (2013) 86-108, with a price
///          for broken quotas.
FindResult find_with_quotas(const Graph& graph, const FindRequest& request, const std::vector<Quota>& quotas,
                            const FindEvents& events = {}, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
