#include <algorithm>
#include <cmath>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/subgraph/bounds/certificate.hpp>
#include <lode/subgraph/bounds/chain.hpp>

namespace lode {
namespace {

constexpr std::uint64_t clique_proof_work = 200'000'000;  ///< adjacency tests, some seconds
constexpr int split_sweeps = 2000;

/// Every edge split so that the s largest loads sum to about the lp bound, by coordinate descent on the sum
/// of squares until they prove `target` or nothing more is gained.
CappedMultipliers balanced_split(const Graph& graph, Vertex s, double target, const RunContext& run) {
  const Vertex n = graph.num_vertices();
  std::vector<Weight> load(n, 0.0);
  CappedMultipliers split;
  split.vertex.assign(n, 0.0);
  split.arc.resize(graph.num_arcs());
  for (Vertex v = 0; v < n; ++v) {
    for (ArcIndex arc = graph.offsets()[v]; arc < graph.offsets()[v + 1]; ++arc) {
      split.arc[arc] = graph.arc_weight(arc) / 2;
      load[v] += split.arc[arc];
    }
  }
  constexpr int between_checks = 50;
  constexpr double relaxation = 1.5;
  for (int sweep = 0; sweep < split_sweeps && !run.should_stop(); ++sweep) {
    if (sweep % between_checks == 0 && capped_lp_value(graph, split, s) <= target) break;
    std::vector<ArcIndex> next(graph.offsets().begin(), graph.offsets().end() - 1);
    for (Vertex u = 0; u < n; ++u) {
      for (ArcIndex uv = next[u]; uv < graph.offsets()[u + 1]; ++uv) {
        const Vertex v = graph.targets()[uv];
        const ArcIndex vu = next[v]++;
        const Weight weight = graph.arc_weight(uv);
        const Weight share = std::clamp(split.arc[uv] + relaxation * (load[v] - load[u]) / 2, 0.0, weight);
        load[u] += share - split.arc[uv];
        load[v] += (weight - share) - split.arc[vu];
        split.arc[uv] = share;
        split.arc[vu] = weight - share;
      }
    }
  }
  return split;
}

class CertificateWriter {
 public:
  CertificateWriter(const BoundLedger& ledger, const RunContext& run) : ledger_(ledger), run_(run) {}

  BoundCertificate write(const std::vector<Vertex>& sizes) {
    for (const Vertex s : sizes) {
      BoundCertificate::Claim claim{s, std::string(ledger_.best(s).name), {}};
      run_.require_time("writing the certificate");
      for (const ProofStep& step : ledger_.proof(s)) claim.steps.push_back(written(step, claim.steps));
      certificate_.claims.push_back(std::move(claim));
    }
    return std::move(certificate_);
  }

 private:
  BoundCertificate::Step written(const ProofStep& step, const std::vector<BoundCertificate::Step>& before) {
    BoundCertificate::Step result{step.s, step.value, step.rule, step.from, no_step};
    const Graph& graph = ledger_.graph();
    const double smaller = step.from == no_step ? 0.0 : before[step.from].value;
    switch (step.rule) {
      case ProofRule::lp: {
        auto split = std::make_shared<PartMultipliers>();
        split->part.graph = graph;
        split->part.vertices.resize(graph.num_vertices());
        std::iota(split->part.vertices.begin(), split->part.vertices.end(), Vertex{0});
        split->capped = balanced_split(graph, step.s, step.value, run_);
        result.value = capped_lp_value(graph, split->capped, step.s);
        result.rule = ProofRule::multipliers;
        result.data = stored(std::move(split));
        break;
      }
      case ProofRule::multipliers:
        if (!step.multipliers) {
          throw InvalidArgument("ledger", "Proofs::drop", "keeps no multipliers for a certificate",
                                "use Proofs::keep");
        }
        result.data = stored(step.multipliers);
        if (!step.multipliers->sdp.stages.empty()) {
          result.value = std::max(result.value, checked_sdp_bound(*step.multipliers, step.s));
        }
        if (step.from != no_step) {
          result.value = core_step(graph, step.multipliers->part, result.value, smaller);
        }
        break;
      case ProofRule::turan:
        if (!cliques_proven()) result.rule = ProofRule::search;
        break;
      case ProofRule::chain:
        result.value = chain_step(graph, step.s, smaller);
        break;
      case ProofRule::monotone:
        result.value = smaller;
        break;
      case ProofRule::trivial:
      case ProofRule::degree:
      case ProofRule::search:
        break;
      case ProofRule::spectral:
        result.rule = ProofRule::search;  // never the best bound: lp is not above it
        break;
    }
    return result;
  }

  /// What the check will find: its sums are not the solver's, and may be larger by rounding.
  double checked_sdp_bound(const PartMultipliers& data, Vertex s) const {
    if (s > data.part.vertices.size()) return 0.0;
    SdpCertificate certificate = data.sdp;
    certificate.s = s;
    return check_sdp_certificate(data.part.graph, s, certificate, run_);
  }

  std::size_t stored(std::shared_ptr<const PartMultipliers> data) {
    auto& all = certificate_.multipliers;
    const auto known = std::find(all.begin(), all.end(), data);
    if (known != all.end()) return static_cast<std::size_t>(known - all.begin());
    all.push_back(std::move(data));
    return all.size() - 1;
  }

  /// The limit is the bound that the ledger's search proved.
  bool cliques_proven() {
    if (!tried_cliques_) {
      certificate_.cliques =
          prove_clique_limit(ledger_.graph(), ledger_.clique_limit(), clique_proof_work, run_);
    }
    tried_cliques_ = true;
    return certificate_.cliques.has_value();
  }

  const BoundLedger& ledger_;
  const RunContext& run_;
  BoundCertificate certificate_;
  bool tried_cliques_ = false;
};

}  // namespace

BoundCertificate make_certificate(const BoundLedger& ledger, const std::vector<Vertex>& sizes,
                                  const RunContext& run) {
  return CertificateWriter(ledger, run).write(sizes);
}

}  // namespace lode
