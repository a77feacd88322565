#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bounds/ledger.hpp"

namespace lode::subgraph::detail {

/// Writes the certificate of a ledger, step by step, by their rules.
class CertificateWriter {
 public:
  CertificateWriter(const BoundLedger& ledger, const RunContext& run) : ledger_(ledger), run_(run) {}

  BoundCertificate write(const std::vector<Vertex>& sizes);

  // For rules.

  const BoundLedger& ledger() const { return ledger_; }
  const RunContext& run() const { return run_; }
  /// A step of the claim that is being written, by its place.
  const BoundCertificate::Step& written(std::size_t place) const { return steps_->at(place); }
  /// The position of multipliers in the certificate, where they are put once.
  std::size_t stored(std::shared_ptr<const PartMultipliers> multipliers);
  /// True if the certificate can claim that no clique has more than `limit` vertices: if its check proves
  /// that. Checked at the first call.
  bool proves_cliques(Vertex limit);

 private:
  const BoundLedger& ledger_;
  const RunContext& run_;
  BoundCertificate certificate_;
  const std::vector<BoundCertificate::Step>* steps_ = nullptr;
  bool tried_cliques_ = false;
};

}  // namespace lode::subgraph::detail
