// Checks bounds by their statements alone. Nothing here calls what computed them; real sums are made safe by
// adding up in long double and enlarging the result by more than those sums can lose.

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/bounds/certificate.hpp>

namespace lode {
namespace {

using Sum = long double;

constexpr std::string_view checking = "checking the certificate";

class CertificateChecker {
 public:
  CertificateChecker(const Graph& graph, const BoundCertificate& certificate, const RunContext& run)
      : graph_(graph), certificate_(certificate), run_(run), n_(graph.num_vertices()) {}

  std::vector<CheckedBound> check() {
    std::vector<CheckedBound> results;
    for (const auto& data : certificate_.multipliers) {
      run_.require_time(checking);
      require(data != nullptr, "data are missing");
      check_part(*data);
      const bool whole = data->part.vertices.size() == n_;
      parts_.push_back(whole ? graph_ : induced_subgraph(graph_, data->part.vertices));
    }
    if (certificate_.cliques) check_cliques(*certificate_.cliques);
    for (const BoundCertificate::Claim& claim : certificate_.claims) results.push_back(check(claim));
    return results;
  }

 private:
  [[noreturn]] static void fail(const std::string& what) { throw VerificationError("certificate: " + what); }
  static void require(bool holds, const std::string& what) {
    if (!holds) fail(what);
  }

  CheckedBound check(const BoundCertificate::Claim& claim) {
    require(!claim.steps.empty(), fmt::format("nothing is said of s = {}", claim.s));
    CheckedBound result{claim.s, claim.bound, claim.steps.back().value};
    for (std::size_t i = 0; i < claim.steps.size(); ++i) {
      run_.require_time(checking);
      const BoundCertificate::Step& step = claim.steps[i];
      require(step.s >= 1 && step.s <= n_, fmt::format("step {} is about sets of {} vertices", i, step.s));
      require(step.from == no_step || step.from < i, fmt::format("step {} rests on a later one", i));
      require(std::isfinite(step.value), fmt::format("step {} has no finite value", i));
      if (step.rule == ProofRule::search) {
        result.unchecked.emplace_back(step.s, step.value);
        continue;
      }
      const Sum proven = proven_by(step, step.from == no_step ? nullptr : &claim.steps[step.from], i);
      require(step.value >= proven,
              fmt::format("step {} claims {} for s = {} by rule {}, which proves {}", i, step.value, step.s,
                          to_string(step.rule), static_cast<double>(proven)));
    }
    require(claim.steps.back().s == claim.s, fmt::format("the last step is not about s = {}", claim.s));
    require(!claim.upper_bound || *claim.upper_bound == result.value,
            fmt::format("at most {} is claimed for s = {}, and the steps are about {}",
                        claim.upper_bound.value_or(0.0), claim.s, result.value));
    return result;
  }

  Sum proven_by(const BoundCertificate::Step& step, const BoundCertificate::Step* before, std::size_t i) {
    const Vertex s = step.s;
    switch (step.rule) {
      case ProofRule::trivial:
        return at_most(sum_of_largest(edge_weights(), possible_edges(s)), terms(possible_edges(s)));
      case ProofRule::degree:
        return at_most(capped_degrees(s) / 2, terms(EdgeCount{s} * s));
      case ProofRule::turan:
        require(certificate_.cliques.has_value(), "a step by turan without a proof of the clique number");
        return at_most(sum_of_largest(edge_weights(), multipartite_edges(s, certificate_.cliques->limit)),
                       terms(possible_edges(s)));
      case ProofRule::chain:
        require(before && before->s + 1 == s && s >= 3, fmt::format("step {} averages nothing", i));
        if (graph_.integral()) return averaged(before->value, s);
        return at_most(static_cast<Sum>(before->value) * s / (s - 2), 2.0L);
      case ProofRule::monotone:
        require(before && before->s > s, fmt::format("step {} does not follow from a larger size", i));
        return before->value;
      case ProofRule::multipliers:
        return by_multipliers(step, before, i);
      default:
        fail(fmt::format("step {} has a rule that needs no certificate", i));
    }
  }

  /// The floor of s U / (s - 2), for an integer U: products stay below 2^85, and the sum is not rounded down.
  static Sum averaged(double u, Vertex s) {
    require(u >= 0.0 && u <= 0x1p53 && u == std::floor(u),
            "a bound on integral weights is no integer up to 2^53");
    const auto whole = static_cast<std::uint64_t>(u);
    const std::uint64_t rest = whole % (s - 2);
    return static_cast<Sum>(whole / (s - 2)) * s + static_cast<Sum>(rest * s / (s - 2));
  }

  Sum by_multipliers(const BoundCertificate::Step& step, const BoundCertificate::Step* before,
                     std::size_t i) {
    require(step.data < certificate_.multipliers.size(), fmt::format("step {} has no data", i));
    const PartMultipliers& data = *certificate_.multipliers[step.data];
    const Graph& part = parts_[step.data];
    Sum proven = 0.0L;
    if (step.s <= data.part.vertices.size()) {
      proven = data.sdp.stages.empty() ? capped_value(part, data.capped, step.s)
                                       : static_cast<Sum>(sdp_value(part, data, step.s));
    }
    if (data.part.vertices.size() == n_ || step.s == 1) return proven;
    require(before && before->s + 1 == step.s, fmt::format("step {} forgets sets outside its part", i));
    return std::max(proven, at_most(static_cast<Sum>(before->value) + data.part.outside, 2.0L));
  }

  double sdp_value(const Graph& part, const PartMultipliers& data, Vertex s) const {
    SdpCertificate certificate = data.sdp;
    require(certificate.s == s || certificate.stages.size() == 1,
            "multipliers of several stages prove one size only");
    certificate.s = s;
    return check_sdp_certificate(part, s, certificate, run_);
  }

  /// Sum of the s largest r_u. The multipliers of an edge must reach its weight up to 2^-51 of it; scaled by
  /// 1 + 2^-50 they do.
  Sum capped_value(const Graph& part, const CappedMultipliers& multipliers, Vertex s) const {
    require(multipliers.arc.size() == part.num_arcs() && multipliers.vertex.size() == part.num_vertices(),
            "the numbers of multipliers are not those of arcs and vertices");
    for (const auto* list : {&multipliers.arc, &multipliers.vertex}) {
      for (const Weight x : *list) require(x >= 0.0 && std::isfinite(x), "a multiplier is not a number >= 0");
    }
    std::vector<Sum> r(part.num_vertices());
    for (Vertex u = 0; u < part.num_vertices(); ++u) {
      r[u] = static_cast<Sum>(s - 1) * multipliers.vertex[u];
      for (ArcIndex uv = part.offsets()[u]; uv < part.offsets()[u + 1]; ++uv) {
        const Vertex v = part.targets()[uv];
        const auto row = part.neighbors(v);
        const ArcIndex vu = part.offsets()[v] +
                            static_cast<ArcIndex>(std::lower_bound(row.begin(), row.end(), u) - row.begin());
        const Sum have = static_cast<Sum>(multipliers.arc[uv]) + multipliers.arc[vu] + multipliers.vertex[u] +
                         multipliers.vertex[v];
        require(have >= static_cast<Sum>(part.arc_weight(uv)) * (1.0L - 0x1p-51L),
                fmt::format("the multipliers of an edge at {} do not reach its weight", part.name(u)));
        r[u] += multipliers.arc[uv];
      }
    }
    std::sort(r.begin(), r.end(), std::greater<>());
    const Sum sum = std::accumulate(r.begin(), r.begin() + s, Sum{0}) * (1.0L + 0x1p-50L);
    const Sum safe = sum * (1.0L + 0x1p-63L * (part.max_degree() + s + 4.0L));
    return graph_.integral() ? std::floor(safe) : safe;
  }

  /// Vertices outside the part can be peeled off one by one, none weighing more than `outside` by then.
  void check_part(const PartMultipliers& data) const {
    const CorePart& part = data.part;
    std::vector<std::uint8_t> inside(n_, 0);
    for (const Vertex v : part.vertices) {
      require(v < n_ && !inside[v], "a part holds a vertex twice, or one that does not exist");
      inside[v] = 1;
    }
    require(std::is_sorted(part.vertices.begin(), part.vertices.end()), "a part's vertices do not increase");
    const auto is_number = [](double value) { return std::isfinite(value) && value >= 0.0; };
    require(is_number(part.outside), "the weight outside a part is not a number >= 0");
    require(is_number(data.sdp.incumbent), "an incumbent is not a number >= 0");
    for (const SdpStage& stage : data.sdp.stages) {
      require(std::isfinite(stage.eigenvalue), "an eigenvalue is not a number");
    }
    std::vector<Sum> strength(n_);
    std::vector<std::uint8_t> queued(inside.begin(), inside.end());
    std::deque<Vertex> ready;
    // Sums in another order than the solver's may differ by rounding.
    const Sum limit = static_cast<Sum>(part.outside) * (graph_.integral() ? 1.0L : 1.0L + 1e-12L);
    const auto offer = [&](Vertex v) {
      if (queued[v] || strength[v] > limit) return;
      queued[v] = 1;
      ready.push_back(v);
    };
    for (Vertex v = 0; v < n_; ++v) {
      graph_.for_each_neighbor(v, [&](Vertex, Weight w) { strength[v] += w; });
    }
    for (Vertex v = 0; v < n_; ++v) offer(v);
    std::size_t peeled = 0;
    for (; !ready.empty(); ++peeled) {
      const Vertex v = ready.front();
      ready.pop_front();
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        strength[u] -= w;
        offer(u);
      });
    }
    require(peeled + part.vertices.size() == n_, "a vertex outside a part weighs more than is said");
  }

  void check_cliques(const CliqueProof& proof) const {
    require(proof.limit >= 1, "a clique number of 0");
    std::vector<Vertex> place(n_, no_vertex);
    require(proof.order.size() == n_, "the order of the clique proof is not one of all vertices");
    for (Vertex i = 0; i < n_; ++i) {
      require(proof.order[i] < n_ && place[proof.order[i]] == no_vertex, "the clique proof's order repeats");
      place[proof.order[i]] = i;
    }
    std::size_t next = 0;
    for (const Vertex v : proof.order) {
      std::vector<Vertex> later;
      for (const Vertex u : graph_.neighbors(v)) {
        if (place[u] > place[v]) later.push_back(u);
      }
      if (next < proof.children.size() && proof.children[next].vertex == v) {
        check_node(proof, proof.children[next++].child, std::move(later), proof.limit - 1, 0);
      } else {
        require(later.size() < proof.limit, fmt::format("no word on cliques at vertex {}", graph_.name(v)));
      }
    }
    require(next == proof.children.size(), "the clique proof has children out of order");
  }

  void check_node(const CliqueProof& proof, std::size_t index, std::vector<Vertex> candidates, Vertex k,
                  std::size_t above) const {
    if (index == CliqueProof::small) {
      return require(candidates.size() <= k, "a clique proof leaves too many candidates");
    }
    require(index < proof.nodes.size() && index >= above, "the clique proof is no tree");
    run_.require_time(checking);
    const CliqueProof::Node& node = proof.nodes[index];
    require(node.classes.size() <= k, "a clique proof has more classes than it may");
    std::vector<Vertex> covered;
    for (const auto& members : node.classes) {
      for (std::size_t a = 0; a < members.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          require(members[a] < n_ && members[b] < n_ && !graph_.adjacent(members[a], members[b]),
                  "a class of a clique proof has an edge inside");
        }
      }
      covered.insert(covered.end(), members.begin(), members.end());
    }
    for (const CliqueProof::Branch& branch : node.branches) {
      require(std::erase(candidates, branch.vertex) == 1 && k >= 1,
              "a clique proof branches on no candidate");
      std::vector<Vertex> below;
      for (const Vertex u : candidates) {
        if (graph_.adjacent(u, branch.vertex)) below.push_back(u);
      }
      check_node(proof, branch.child, std::move(below), k - 1, index + 1);
    }
    std::sort(covered.begin(), covered.end());
    for (const Vertex v : candidates) {
      require(std::binary_search(covered.begin(), covered.end(), v), "a clique proof misses a candidate");
    }
  }

  std::vector<Weight> edge_weights() const {
    std::vector<Weight> weights;
    for (Vertex v = 0; v < n_; ++v) {
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (v < u) weights.push_back(w);
      });
    }
    return weights;
  }

  static Sum sum_of_largest(std::vector<Weight> values, EdgeCount count) {
    std::sort(values.begin(), values.end(), std::greater<>());
    const auto taken = static_cast<std::ptrdiff_t>(std::min<EdgeCount>(count, values.size()));
    return std::accumulate(values.begin(), values.begin() + taken, Sum{0});
  }

  /// No sum has more terms than there are arcs.
  Sum terms(EdgeCount count) const { return static_cast<Sum>(std::min<EdgeCount>(count, graph_.num_arcs())); }

  Sum capped_degrees(Vertex s) const {
    std::vector<Sum> capped(n_);
    for (Vertex v = 0; v < n_; ++v) {
      std::vector<Weight> row;
      graph_.for_each_neighbor(v, [&](Vertex, Weight w) { row.push_back(w); });
      capped[v] = sum_of_largest(std::move(row), s - 1);
    }
    std::sort(capped.begin(), capped.end(), std::greater<>());
    return std::accumulate(capped.begin(), capped.begin() + s, Sum{0});
  }

  /// Edges between `parts` parts of s vertices, dealt out one by one.
  static EdgeCount multipartite_edges(Vertex s, Vertex parts) {
    EdgeCount edges = 0;
    for (Vertex i = 0; i < s; ++i) edges += i - i / parts;
    return edges;
  }

  /// A sum of `terms` weights: exact if integral (halves are floored), else enlarged by what it may lose.
  Sum at_most(Sum sum, Sum terms) const {
    return graph_.integral() ? std::floor(sum) : sum * (1.0L + 0x1p-63L * (terms + 2.0L));
  }

  const Graph& graph_;
  const BoundCertificate& certificate_;
  const RunContext& run_;
  Vertex n_;
  std::vector<Graph> parts_;  ///< by place in `multipliers`, induced from the graph
};

}  // namespace

std::vector<CheckedBound> check_certificate(const Graph& graph, const BoundCertificate& certificate,
                                            const RunContext& run) {
  return CertificateChecker(graph, certificate, run).check();
}

}  // namespace lode
