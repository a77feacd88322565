#include "bounds/dual/ledger_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/certificate/multipliers.hpp"
#include "bounds/certificate/writer.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace dual {
namespace {

/// More than the tolerance of real bounds (core/tolerance.hpp).
constexpr double real_room = 1e-8;

/// Sets with fewer vertices in the core than this are few.
Vertex least_inside(const DualPart& on) {
  if (on.part.whole()) return 0;
  return static_cast<Vertex>(
      std::min<std::size_t>(on.s - on.dummies, on.part.graph.num_vertices() + std::size_t{1}));
}

double safe(const BoundLedger& ledger, double bound, double magnitude) {
  return ledger.graph().integral() ? std::floor(bound) : bound + magnitude * 0x1p-47;
}

}  // namespace

DualPart whole_part(const BoundLedger& ledger, Vertex s) {
  DualPart on;
  on.part = ledger.whole_part();
  on.s = s;
  return on;
}

double bound_of_few(const BoundLedger& ledger, const DualPart& on, Vertex t) {
  double bound = -std::numeric_limits<double>::infinity();
  const bool integral = ledger.graph().integral();
  for (Vertex j = 0; j < std::min(least_inside(on), t); ++j) {
    bound = std::max(bound, with_few_inside(on.outside, j, ledger.value(j), t, integral));
  }
  return bound;
}

void take_bound(BoundLedger& ledger, const DualPart& on, Vertex t, double inside, std::string_view name,
                const std::shared_ptr<const PartMultipliers>& certificate) {
  if (ledger.step(t) == no_step) return;
  inside = std::max(0.0, safe(ledger, inside, std::abs(inside)));
  // One that is as good may be what can be checked; the ledger decides.
  const double known = ledger.value(t);
  const double as_good = ledger.graph().integral() ? known : known + real_room * std::abs(known);
  if (inside > as_good) return;
  const bool integral = ledger.graph().integral();
  ProofStep step{
      t, std::max(inside, bound_of_few(ledger, on, t)), &outside_proof, name, no_step, certificate, no_step};
  if (step.value > as_good) return;
  for (Vertex j = 1; j < std::min(least_inside(on), t); ++j) {
    const double room = step.value - with_few_inside(on.outside, j, 0.0, t, integral);
    const double enough = integral ? room : room * (1.0 - 0x1p-45) - 0x1p-45 * step.value;
    step.tail.push_back(ledger.first_step(j, enough));
  }
  ledger.lower(std::move(step));
}

std::shared_ptr<const PartMultipliers> kept(const BoundLedger& ledger, const DualPart& on,
                                            DualCertificate certificate) {
  certificate.s = on.s;
  certificate.dummies = on.dummies;
  certificate.largest_value = on.outside.largest_value;
  certificate.largest_weight = on.outside.largest_weight;
  if (!ledger.keeps_multipliers()) {
    certificate.stages.clear();
    certificate.tree = nullptr;
  }
  return std::make_shared<const PartMultipliers>(PartMultipliers{on.part, std::move(certificate)});
}

}  // namespace dual

namespace {

void write_outside(const ProofStep& step, double, detail::CertificateWriter& writer,
                   BoundCertificate::Step& written) {
  const PartMultipliers& all = *step.multipliers;
  const auto& data = std::get<DualCertificate>(all.multipliers);
  if (data.stages.empty()) {
    throw InvalidArgument("ledger", "Proofs::drop", "keeps no multipliers for a certificate",
                          "use Proofs::keep");
  }
  written.data = writer.stored(step.multipliers);
  // Steps may state more once they are written than the ledger knows, by rounding.
  const bool integral = writer.ledger().graph().integral();
  const dual::OutsideWeights outside{dual::dummy_value(all.part.outside, integral), data.largest_value,
                                     data.largest_weight};
  for (const std::size_t place : step.tail) {
    const BoundCertificate::Step& few = writer.written(place);
    written.value =
        std::max(written.value, dual::with_few_inside(outside, few.s, few.value, step.s, integral));
  }
}

}  // namespace

constexpr ProofRule outside_proof = {.name = "outside", .write = write_outside, .check = check_dual_step};

}  // namespace lode::subgraph
