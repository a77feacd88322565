#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/bounds/certificate.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

struct PartMultipliers;
struct ProofRule;

/// "No set of s vertices weighs more than value": one step of a ledger.
struct ProofStep {
  Vertex s = 0;
  double value = 0.0;
  const ProofRule* rule = nullptr;  ///< why it holds
  std::string_view name;            ///< of the bound in tables
  std::size_t from = no_step;       ///< position of the step that this one rests on
  std::shared_ptr<const PartMultipliers> multipliers = {};
  std::size_t inside = no_step;  ///< of core-of: position of the step for the sets inside the core
  std::vector<std::size_t> tail =
      {};                ///< of outside: positions of steps for sets with few vertices in the core
  bool trusted = false;  ///< it, or a step that it rests on, is by a rule that cannot be checked
};

namespace detail {

class CertificateWriter;
class CertificateCheck;
struct ClaimedStep;

}  // namespace detail

/// One way in which a step follows: what certificates call it, how it is written down and checked.
struct ProofRule {
  std::string_view name;
  /// Turns a ledger's step into one of a certificate. `written` begins as that step with the value it has
  /// there; `smaller` is the value, as written, of the step that it rests on, 0 without one. Null: it stands
  /// as it is.
  void (*write)(const ProofStep& step, double smaller, detail::CertificateWriter& writer,
                BoundCertificate::Step& written) = nullptr;
  /// What a certificate's step proves, worked out by code that shares nothing with the search that found it.
  /// Nothing when it has to be taken as it is. Null: such steps are written by another rule and stand in no
  /// certificate. Errors: VerificationError where nothing is proven.
  std::optional<long double> (*check)(const detail::CertificateCheck& check,
                                      const detail::ClaimedStep& step) = nullptr;
  bool trusted = false;  ///< nobody can check its steps: they are taken as they are
};

/// Steps that a search has shown and no certificate can.
extern const ProofRule search_proof_rule;
/// Steps without data: a checker looks at all sets itself.
extern const ProofRule enumeration_proof;

class BoundLedger;
struct Findings;

/// What a rule is asked for.
struct BoundRequest {
  Vertex s = 0;            ///< 0: the rule serves every size at once
  Weight incumbent = 0.0;  ///< weight of a known set of that size: no smaller bound is needed
  /// What may be spent, in units that do not depend on the machine; infinity: the time of the run decides.
  double work = std::numeric_limits<double>::infinity();
  double memory = std::numeric_limits<double>::infinity();  ///< bytes that may be in use at once, about
  double gap = 0.01;  ///< a gap that is good enough, as a part of the bound, where work is limited
};

/// Units of BoundRequest::work. Rules count what they do by fixed prices, each measured on one core of a
/// machine of 2023, so that so many units take about a second there.
inline constexpr double work_per_second = 1e9;

/// How often a step of some price fits; 0, which means without limit, where the work is not limited.
inline std::uint64_t steps_within(const BoundRequest& request, double price) {
  return std::isinf(request.work) ? 0 : static_cast<std::uint64_t>(std::max(1.0, request.work / price));
}

/// All there is to know of one kind of bound. Each is the last thing in the file of its rule.
struct BoundRule {
  std::string_view name;
  std::string_view statement = {};  ///< what it proves, one line
  std::string_view cost = {};
  std::string_view source = {};
  bool repeatable = true;  ///< as in BoundRow
  /// Adds to a ledger what can be proven within the run, and to the findings what else comes up.
  void (*propose)(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                  const RunContext& run) = nullptr;
  /// Knows the values of vertices of a ledger: rules that do not are left out where there are any.
  bool takes_values = false;
  /// Takes negative weights, in the forms of set_family.hpp.
  bool takes_signs = true;
  /// How its steps follow; null where there are fewer.
  const ProofRule* proofs[2] = {};
};

extern const BoundRule trivial_rule, degree_rule, degeneracy_rule, turan_rule, lp_rule, chain_rule,
    concave_rule, outside_rule, search_rule, exact_rule, stated_rule, core_of_rule;

/// All rules, in the order in which tables show them.
std::span<const BoundRule* const> bound_rules();
/// Errors: InvalidArgument for any other name.
const BoundRule& bound_rule(std::string_view name);
/// The bound of a rule on its own, one value per size in the order given, after the rules that it builds on.
std::vector<Bound> bounds_alone(const BoundRule& rule, const Graph& graph, std::span<const Vertex> sizes,
                                const RunContext& run);
/// The rule of certificates with that name; null for what is none.
const ProofRule* proof_rule(std::string_view name);

// What the plan asks before a strong rule gets its turn.

/// Graphs of at most this many vertices are searched whole, and rule outside leaves them out.
inline constexpr Vertex searched_graph = 200;
/// Whether rule search takes the whole graph of the ledger.
bool search_takes_graph(const BoundLedger& ledger);

/// What a bound has to be below to serve, for a set of a known weight and a gap: others lower it further.
double good_bound(const BoundLedger& ledger, double weight, double gap);

/// Whether there may be another core to try.
bool outside_goes_on(Findings& findings, Vertex s);

/// Whether these seconds suffice for a core with dummies on which the bound comes near what is known. True if
/// there is no core to ask for.
bool outside_fits(const BoundLedger& ledger, Findings& findings, const BoundRequest& request, double seconds,
                  const RunContext& run);

/// Memory that rule outside takes on so many rows, core and dummies, with the proof.
double outside_bytes(std::size_t rows);

}  // namespace lode::subgraph
