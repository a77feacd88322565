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

namespace {

using detail::ProofSum;
using detail::require_certified;

void write_multipliers(const ProofStep& step, double, detail::CertificateWriter& writer,
                       BoundCertificate::Step& written) {
  if (!step.multipliers) {
    throw InvalidArgument("ledger", "Proofs::drop", "keeps no multipliers for a certificate",
                          "use Proofs::keep");
  }
  written.data = writer.stored(step.multipliers);
  if (!writer.ledger().graph().integral()) {
    written.value = std::nextafter(written.value, HUGE_VAL);  // among denormal numbers factors add nothing
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

std::optional<ProofSum> check_multipliers_step(const detail::CertificateCheck& check,
                                               const detail::ClaimedStep& claimed) {
  const BoundCertificate::Step& step = claimed.step;
  const auto& all = check.certificate().multipliers;
  require_certified(step.data < all.size(), fmt::format("step {} has no data", claimed.number));
  const Part& part = check.part(step.data);
  const auto* split = std::get_if<EdgeSplit>(&all[step.data]->multipliers);
  require_certified(split != nullptr, fmt::format("the data of step {} are no edge split", claimed.number));
  require_certified(part.whole(), "an edge split is about a part of the graph");
  return checked_value(check, part, *split, step.s);
}

}  // namespace

constexpr ProofRule multipliers_proof = {
    .name = "multipliers", .write = write_multipliers, .check = check_multipliers_step};

}  // namespace lode::subgraph
