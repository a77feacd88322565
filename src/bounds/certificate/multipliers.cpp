#include "bounds/certificate/multipliers.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/writer.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {

void take_multipliers(BoundLedger& ledger, const std::shared_ptr<const PartMultipliers>& multipliers,
                      std::string_view name, std::span<const double> inside) {
  for (Vertex t = 1; t < inside.size(); ++t) take_multipliers(ledger, multipliers, name, t, inside[t]);
}

void take_multipliers(BoundLedger& ledger, const std::shared_ptr<const PartMultipliers>& multipliers,
                      std::string_view name, Vertex t, double inside) {
  if (ledger.step(t) == no_step) return;
  const Part& part = multipliers->part;
  const double result = part.whole() ? inside : core_step(ledger.graph(), part, inside, ledger.value(t - 1));
  ledger.lower({t, result, &multipliers_proof, name, part.whole() || t == 1 ? no_step : ledger.step(t - 1),
                ledger.keeps_multipliers() ? multipliers : nullptr});
}

namespace {

using detail::ProofSum;
using detail::require_certified;

void write_multipliers(const ProofStep& step, double smaller, detail::CertificateWriter& writer,
                       BoundCertificate::Step& written) {
  if (!step.multipliers) {
    throw InvalidArgument("ledger", "Proofs::drop", "keeps no multipliers for a certificate",
                          "use Proofs::keep");
  }
  written.data = writer.stored(step.multipliers);
  const Part& part = step.multipliers->part;
  const bool real = !writer.ledger().graph().integral();
  if (real && std::holds_alternative<EdgeSplit>(step.multipliers->multipliers)) {
    written.value = std::nextafter(written.value, HUGE_VAL);  // among denormal numbers factors add nothing
  }
  const auto* sparse = std::get_if<SparseSdpCertificate>(&step.multipliers->multipliers);
  if (sparse && step.s <= part.graph.num_vertices()) {
    const auto checked = static_cast<double>(checked_sparse_sdp_value(part.graph, *sparse, step.s));
    written.value = std::max(written.value, std::nextafter(checked, HUGE_VAL));
    if (part.graph.integral()) written.value = std::floor(written.value);
  }
  if (step.from != no_step) {
    written.value = core_step(writer.ledger().graph(), part, written.value, smaller);
  }
}

/// Sum of the s largest r_u. The parts of an edge must reach its weight up to 2^-51 of it; scaled by 1 +
/// 2^-50 they do.
ProofSum checked_value(const detail::CertificateCheck& check, const Part& checked, const EdgeSplit& split,
                       Vertex s) {
  const Graph& part = checked.graph;
  require_certified(split.arc.size() == part.num_arcs(),
                    "the numbers of an edge split are not those of arcs");
  for (const Weight x : split.arc) {
    require_certified(x >= 0.0 && std::isfinite(x), "a part of an edge is not a number >= 0");
  }
  std::vector<ProofSum> r(part.num_vertices());
  for (Vertex u = 0; u < part.num_vertices(); ++u) {
    for (ArcIndex uv = part.offsets()[u]; uv < part.offsets()[u + 1]; ++uv) {
      const Vertex v = part.targets()[uv];
      const auto row = part.neighbors(v);
      const ArcIndex vu = part.offsets()[v] +
                          static_cast<ArcIndex>(std::lower_bound(row.begin(), row.end(), u) - row.begin());
      const ProofSum have = static_cast<ProofSum>(split.arc[uv]) + split.arc[vu];
      require_certified(have >= static_cast<ProofSum>(part.arc_weight(uv)) * (1.0L - 0x1p-51L),
                        fmt::format("the parts of an edge at {} do not reach its weight", part.name(u)));
      r[u] += split.arc[uv];
    }
    if (!checked.values.empty()) r[u] += checked.values[u];
  }
  std::sort(r.begin(), r.end(), std::greater<>());
  const ProofSum sum = std::accumulate(r.begin(), r.begin() + s, ProofSum{0}) * (1.0L + 0x1p-50L);
  const ProofSum safe = sum * (1.0L + 0x1p-63L * (part.max_degree() + s + 5.0L));
  return check.graph().integral() ? std::floor(safe) : safe;
}

ProofSum checked_value(const detail::CertificateCheck&, const Part&, const detail::ConcaveTree&, Vertex) {
  detail::refute_certificate("a tree of planes stands where multipliers belong");
}

ProofSum checked_value(const detail::CertificateCheck&, const Part&, const DualCertificate&, Vertex) {
  detail::refute_certificate("multipliers with dummies stand where those without belong");
}

ProofSum checked_value(const detail::CertificateCheck& check, const Part& checked,
                       const SparseSdpCertificate& certificate, Vertex s) {
  require_certified(checked.values.empty(), "multipliers of clustered pairs know no values of vertices");
  check.once(&certificate, [&] { check_sparse_sdp_eigenvalue(checked.graph, certificate, check.run()); });
  return checked_sparse_sdp_value(checked.graph, certificate, s);
}

std::optional<ProofSum> check_multipliers_step(const detail::CertificateCheck& check,
                                               const detail::ClaimedStep& claimed) {
  const BoundCertificate::Step& step = claimed.step;
  const BoundCertificate::Step* before = claimed.before;
  const std::size_t i = claimed.number;
  const auto& all = check.certificate().multipliers;
  require_certified(step.data < all.size(), fmt::format("step {} has no data", i));
  const Part& part = check.part(step.data);
  ProofSum proven = 0.0L;
  if (step.s <= part.graph.num_vertices()) {
    proven = std::visit([&](const auto& data) { return checked_value(check, part, data, step.s); },
                        all[step.data]->multipliers);
  }
  if (part.whole()) return proven;
  // Real strengths are compared with what is said to lie outside up to 1e-12 of it (CertificateCheck).
  const ProofSum outside =
      check.graph().integral() ? part.outside : static_cast<ProofSum>(part.outside) * (1.0L + 2e-12L);
  if (step.s == 1) return std::max(proven, outside);  // a vertex outside may have a value
  require_certified(before && before->s + 1 == step.s,
                    fmt::format("step {} forgets sets outside its part", i));
  return std::max(proven, check.at_most(static_cast<ProofSum>(before->value) + outside, 2.0L));
}

}  // namespace

constexpr ProofRule multipliers_proof = {
    .name = "multipliers", .write = write_multipliers, .check = check_multipliers_step};

}  // namespace lode::subgraph
