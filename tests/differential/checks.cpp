#include "differential/checks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/study/verify.hpp>

#include "bounds/ledger.hpp"
#include "bounds/set_family.hpp"
#include "support/claim_of.hpp"
#include "support/support.hpp"

namespace lode::differential {
namespace {

using subgraph::BoundCertificate;
using test::mask_of;

/// Sums of so few terms are off by less than this part of the sum of their magnitudes.
constexpr double sum_error = 1e-14;

[[noreturn]] void disagree(const std::string& text) { throw Disagreement(text); }

/// What is known of the sets that a question is about, from the list of edges alone.
class Truth {
 public:
  Truth(const test::HardFamily& family, const Question& question)
      : weights_(family.weights()),
        original_(question.original),
        edges_(family.edges()),
        n_(family.graph().num_vertices()),
        held_(mask(question.request.include)),
        barred_(mask(question.request.exclude)),
        connected_(question.request.connected),
        minimise_(question.request.minimise) {
    const auto is_whole = [](double number) { return number == std::floor(number); };
    const auto& values = question.request.values;
    exact_ = weights_.magnitude((1u << n_) - 1u) < 0x1p53 &&
             std::ranges::all_of(edges_, is_whole, &WeightedEdge::weight) &&
             std::ranges::all_of(values, is_whole);
  }

  /// Vertices of the question's graph as a set of those of the family's graph.
  std::uint32_t mask(const VertexSet& vertices) const {
    std::uint32_t set = 0;
    for (const Vertex v : vertices) set |= 1u << original_.at(v);
    return set;
  }

  /// True if sums are integers that doubles hold.
  bool exact() const { return exact_; }

  bool contains_demanded(std::uint32_t set) const { return (set & held_) == held_ && (set & barred_) == 0; }

  bool is_connected(std::uint32_t set) const {
    std::uint32_t reached = set & (0u - set);
    for (std::uint32_t before = 0; before != reached;) {
      before = reached;
      for (const WeightedEdge& e : edges_) {
        const std::uint32_t both = (1u << e.u | 1u << e.v) & set;
        if (std::popcount(both) == 2 && (both & reached) != 0) reached |= both;
      }
    }
    return reached == set;
  }

  std::uint64_t edges_inside(std::uint32_t set) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        edges_, [&](const WeightedEdge& e) { return (set >> e.u & 1u) != 0 && (set >> e.v & 1u) != 0; }));
  }

  /// The best set of s vertices that avoids `also_barred`, if there is one.
  std::optional<std::uint32_t> best(Vertex s, bool connected, std::uint32_t also_barred) const {
    const auto accepts = [&](std::uint32_t set) {
      return contains_demanded(set) && (set & also_barred) == 0 && (!connected || is_connected(set));
    };
    return minimise_ ? weights_.lightest(s, accepts) : weights_.heaviest(s, accepts);
  }
  std::optional<std::uint32_t> best(Vertex s, std::uint32_t also_barred = 0) const {
    return best(s, connected_, also_barred);
  }

  /// True if the set is better than the bound says that any set is.
  bool refutes(std::uint32_t set, double bound) const {
    const int sign = weights_.compare(set, bound);
    return minimise_ ? sign < 0 : sign > 0;
  }

  /// By how much the best set is better, from 0 on.
  double shortfall(std::uint32_t set, std::uint32_t best) const {
    return minimise_ ? weights_.difference(set, best) : weights_.difference(best, set);
  }

  const test::ExactWeights& weights() const { return weights_; }

 private:
  const test::ExactWeights& weights_;
  const std::vector<Vertex>& original_;
  const std::vector<WeightedEdge>& edges_;
  Vertex n_;
  std::uint32_t held_;
  std::uint32_t barred_;
  bool connected_;
  bool minimise_;
  bool exact_ = false;
};

void check_members(const Truth& truth, const FindRequest& request, const FindAnswer& answer) {
  const VertexSet& set = answer.solution.vertices;
  if (set.size() != answer.s || !std::ranges::is_sorted(set))
    disagree("members are not s vertices in increasing order");
  const std::uint32_t mask = truth.mask(set);
  if (static_cast<Vertex>(std::popcount(mask)) != answer.s) disagree("a member is given twice");
  if (!truth.contains_demanded(mask)) disagree("the answer does not include or exclude what it must");
  if (request.connected && !truth.is_connected(mask)) disagree("the answer is not connected");
  if (answer.solution.edges != truth.edges_inside(mask)) disagree("the edges are not those of the set");
  const double error = std::abs(answer.solution.objective() - truth.weights().number(mask));
  if (error > (truth.exact() ? 0.0 : sum_error * truth.weights().magnitude(mask)))
    disagree(fmt::format("the objective is {}, not {}", answer.solution.objective(),
                         truth.weights().number(mask)));
}

void check_bound(const Truth& truth, const FindAnswer& answer, Counts& counts) {
  const std::uint32_t mask = truth.mask(answer.solution.vertices);
  const std::uint32_t earlier = truth.mask(answer.earlier.vertices);
  const std::optional<std::uint32_t> best = truth.best(answer.s, earlier);
  if (!best) disagree("there is an answer, although no set is as asked");
  if (truth.refutes(*best, answer.bound.value))
    disagree(fmt::format("bound {} by {}, and a set has {}", answer.bound.value, answer.bound.name,
                         truth.weights().number(*best)));
  ++counts["bounds"];
  const double shortfall = truth.shortfall(mask, *best);
  if (shortfall <= 0.0) ++counts["optimal answers"];
  const bool says_optimal = answer.proven_optimal || answer.solution.stop_reason == StopReason::optimal;
  if (answer.rank > 1) return;
  if (answer.proven_within) {
    if (shortfall > *answer.proven_within)
      disagree(
          fmt::format("proven within {}, and another set is better by {}", *answer.proven_within, shortfall));
    ++counts["proven within a distance"];
  }
  if (!says_optimal) return;
  // Both numbers are the nearest doubles of exact ones.
  const double allowed = answer.optimality_tolerance * (1.0 + 1e-12) * std::abs(truth.weights().number(mask));
  if (shortfall > allowed)
    disagree(fmt::format("\"optimal\" ({}), and another set is better by {}",
                         answer.proven_optimal ? "proven" : "reason of the stop", shortfall));
  ++counts["proven optimal"];
}

void check_overlaps(const FindRequest& request, std::span<const FindAnswer> answers) {
  for (const FindAnswer& a : answers) {
    for (const FindAnswer& b : answers) {
      if (a.s != b.s || a.rank >= b.rank) continue;
      const int shared = std::popcount(mask_of(a.solution.vertices) & mask_of(b.solution.vertices));
      if (static_cast<Vertex>(shared) == a.s) disagree("two answers are the same set");
      const int forced = static_cast<int>(request.include.size());
      if (shared > forced && shared > request.max_overlap * a.s + 1e-9)
        disagree(fmt::format("two answers of {} vertices share {}", a.s, shared));
    }
  }
}

void check_sizes(const FindRequest& request, const FindResult& found) {
  if (request.top) {
    for (const FindAnswer& answer : found.answers) {
      if (std::ranges::count(request.sizes, answer.s) != 1) disagree("a size that was not asked for");
    }
    return;
  }
  std::vector<Vertex> sizes;
  for (const FindAnswer& answer : found.answers) sizes.push_back(answer.s);
  if (sizes != request.sizes) disagree(fmt::format("answers for sizes {}", fmt::join(sizes, " ")));
}

/// Why a call says that something is not so; empty if it does not.
template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const VerificationError& error) {
    return error.what();
  }
  return {};
}

void check_claims(const Truth& truth, const Question& question, const FindResult& found,
                  const RunContext& run, Counts& counts) {
  for (const FindAnswer& answer : found.answers) {
    if (answer.rank > 1) continue;
    Claim claim = test::claim_of(answer);
    const auto verify = [&] { verify_claim(question.graph, question.request.values, claim, run); };
    const std::string why = refusal(verify);
    if (!why.empty()) disagree("lode verify refuses an answer: " + why);
    ++counts["answers verified"];
    // The bound as if this set were a little too good to be true.
    const std::uint32_t mask = truth.mask(answer.solution.vertices);
    const double weight = truth.weights().number(mask);
    const double step = std::max(1e-13 * std::abs(weight), 1e-120);
    const double false_bound = answer.minimised ? weight + step : weight - step;
    if (!truth.refutes(mask, false_bound)) continue;
    (answer.minimised ? claim.lower_bound : claim.upper_bound) = false_bound;
    claim.gap.reset();
    claim.proven_optimal.reset();
    if (refusal(verify).empty()) disagree("lode verify accepts a bound that the set itself refutes");
    ++counts["false answers refused"];
  }
}

/// The claim lowered until a set refutes it.
BoundCertificate lowered(const BoundCertificate& good, std::size_t at, const subgraph::ReducedFamily& reduced,
                         const Truth& truth, std::uint32_t best) {
  BoundCertificate bad = good;
  bad.claims[at].bound.reset();
  const Vertex to_part = reduced.to_part(good.claims[at].s);
  double& value = bad.claims[at].steps.back().value;
  const double heaviest = std::abs(truth.weights().number(best));
  const double size = std::max({std::abs(reduced.base), std::abs(value), heaviest / reduced.unit});
  const auto to_graph = [&] {
    const double bound = reduced.graph_bound(to_part, value);
    return good.minimised ? 0.0 - bound : bound;
  };
  for (double step = std::max(size * 0x1p-53, std::numeric_limits<double>::denorm_min());
       !truth.refutes(best, to_graph()); step *= 2.0) {
    value -= step;
  }
  return bad;
}

void check_certificate(const Truth& truth, const Question& question, const FindResult& found,
                       const RunContext& run, Counts& counts) {
  const Graph& graph = question.graph;
  const std::vector<Weight>& values = question.request.values;
  const BoundCertificate made = make_certificate(found, run);
  const std::string text = subgraph::certificate_json(graph, made);
  const BoundCertificate good = subgraph::read_certificate(std::span(text.data(), text.size()), graph);
  const bool searched =
      std::ranges::any_of(good.claims, [](const auto& claim) { return !claim.checkable(); });
  std::vector<subgraph::CheckedBound> checked;
  const std::string why =
      refusal([&] { checked = verify_certificate(graph, values, good, SearchSteps::refuse, run); });
  if (why.empty() == searched)
    disagree(searched ? "a searched step is accepted" : "its certificate fails: " + why);
  ++counts[searched ? "certificates that rest on a search" : "certificates accepted"];
  // Certificates are about all sets, connected or not, that avoid what no connected set can contain.
  std::uint32_t barred = 0;
  for (const Vertex v : good.exclude) barred |= 1u << v;
  for (const subgraph::CheckedBound& bound : checked) {
    if (truth.refutes(*truth.best(bound.s, false, barred), bound.value) ||
        truth.refutes(*truth.best(bound.s), bound.value))
      disagree(fmt::format("a certificate proves {}, which is false", bound.value));
  }
  for (std::size_t at = 0; at < good.claims.size(); ++at) {
    if (!good.claims[at].checkable()) continue;
    BoundCertificate one = good;
    one.claims = {good.claims[at]};
    const std::uint32_t best = *truth.best(good.claims[at].s, false, barred);
    const BoundCertificate bad = lowered(one, 0, found.ledger->family(), truth, best);
    if (refusal([&] { verify_certificate(graph, values, bad, SearchSteps::refuse, run); }).empty())
      disagree(fmt::format("a false certificate for size {} is accepted", good.claims[at].s));
    ++counts["false certificates refused"];
  }
}

}  // namespace

void check_answers(const test::HardFamily& family, const Question& question, const FindResult& found,
                   Counts& counts) {
  const Truth truth(family, question);
  const FindRequest& request = question.request;
  check_sizes(request, found);
  for (const FindAnswer& answer : found.answers) {
    check_members(truth, request, answer);
    check_bound(truth, answer, counts);
    ++counts["answers"];
  }
  check_overlaps(request, found.answers);
}

void check_proofs(const test::HardFamily& family, const Question& question, const FindResult& found,
                  const RunContext& run, Counts& counts) {
  const Truth truth(family, question);
  if (!question.request.core_of) check_claims(truth, question, found, run, counts);
  if (question.request.keep_proofs) check_certificate(truth, question, found, run, counts);
}

}  // namespace lode::differential
