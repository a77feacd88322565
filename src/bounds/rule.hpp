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

namespace lode::subgraph {
class BoundLedger;  // declared here first: the public header would export it
}

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
  const ProofRule* rule = nullptr;         ///< why it holds
  std::string_view name;                   ///< of the bound in tables
  std::vector<std::size_t> rests_on = {};  ///< premises: steps by number in the ledger
  std::shared_ptr<const PartMultipliers> multipliers = {};
  bool trusted = false;  ///< some premise, or the step itself, cannot be checked
};

namespace detail {

struct CertificateWriter;
struct CertificateCheck;
struct ClaimedStep;

}  // namespace detail

/// One way in which a step follows: its name in certificates, how it is written and checked.
struct ProofRule {
  std::string_view name;
  /// Turns a ledger's step into a step of a certificate. `written` begins as a copy of the step. Null: the
  /// step is copied.
  void (*write)(const ProofStep& step, detail::CertificateWriter& writer,
                BoundCertificate::Step& written) = nullptr;
  /// Returns the value that a certificate's step proves, by code that shares no code with the search that
  /// found it, or no value for a step on trust. Null: certificates contain no such step, because another rule
  /// writes it. Errors: VerificationError for a step that proves no bound.
  std::optional<long double> (*check)(const detail::CertificateCheck& check,
                                      const detail::ClaimedStep& step) = nullptr;
  bool trusted = false;  ///< its steps cannot be checked and are taken on trust
};

/// Steps of a search without a certificate.
extern const ProofRule search_proof_rule;
/// Steps without data: a checker visits all sets.
extern const ProofRule enumeration_proof;
extern const ProofRule core_of_proof, stated_proof;

struct Findings;

/// A question to a rule.
struct BoundRequest {
  Vertex s = 0;            ///< 0: the rule serves every size
  Weight incumbent = 0.0;  ///< weight of a known set of that size: no smaller bound is needed
  /// Work limit in units that do not depend on the machine; infinity: the time of the run decides.
  double work = std::numeric_limits<double>::infinity();
  double memory = std::numeric_limits<double>::infinity();  ///< bytes in use at a time, about
  double gap = 0.01;  ///< a sufficient gap, as a part of the bound, within limited work
};

/// Units of BoundRequest::work in a second. Rules count their work by fixed prices, each measured on one core
/// of a machine of 2023.
inline constexpr double work_per_second = 1e9;

/// Number of steps of some price within the work; 0, which means no limit, for unlimited work.
inline std::uint64_t steps_within(const BoundRequest& request, double price) {
  return std::isinf(request.work) ? 0 : static_cast<std::uint64_t>(std::max(1.0, request.work / price));
}

/// One kind of bound. Each is the last declaration in the file of its rule.
struct BoundRule {
  std::string_view name;
  std::string_view statement = {};  ///< of the bound, one line
  std::string_view cost = {};
  std::string_view source = {};
  bool repeatable = true;  ///< as in BoundRow
  /// Adds the steps that can be proven within the run to a ledger, and further results to the findings.
  void (*propose)(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                  const RunContext& run) = nullptr;
  /// Knows values of vertices; other rules are left out of ledgers with values.
  bool takes_values = false;
  /// Takes negative weights, in the forms of set_family.hpp.
  bool takes_signs = true;
  /// How its steps follow.
  const ProofRule* proofs[2] = {};
};

extern const BoundRule trivial_rule, degree_rule, degeneracy_rule, turan_rule, lp_rule, chain_rule,
    concave_rule, outside_rule, search_rule, exact_rule, stated_rule, core_of_rule;
/// Exhaustive search that a checker repeats. The plan alone asks it.
extern const BoundRule enumeration;

/// All rules, in the order in which tables show them.
std::span<const BoundRule* const> bound_rules();
/// Errors: InvalidArgument for any other name.
const BoundRule& bound_rule(std::string_view name);
/// The bound of a rule, one value per size in the order given, after the rules behind it.
std::vector<Bound> bounds_alone(const BoundRule& rule, const Graph& graph, std::span<const Vertex> sizes,
                                const RunContext& run);
/// The rule of certificates of that name; null for other names.
const ProofRule* proof_rule(std::string_view name);

/// Largest graphs that rule search takes whole; rule outside leaves them out.
inline constexpr Vertex searched_graph = 200;
/// Memory of rule outside on `rows` rows, core and dummies, with the proof.
double outside_bytes(std::size_t rows);

}  // namespace lode::subgraph
