#pragma once

#include <string>

#include <lode/bounds/verification.hpp>
#include <lode/study/find.hpp>

namespace lode::test {

/// The contents of an answer, for verify_claim.
inline subgraph::Claim claim_of(const FindAnswer& answer) {
  subgraph::Claim claim;
  claim.vertices = answer.solution.vertices;
  claim.s = answer.s;
  claim.edges = answer.solution.edges;
  claim.weight = answer.solution.weight;
  if (answer.valued) {
    claim.value = answer.solution.value;
    claim.objective = answer.solution.objective();
  }
  (answer.minimised ? claim.lower_bound : claim.upper_bound) = answer.bound.value;
  claim.edge_density = answer.edge_density();
  claim.average_degree = answer.average_degree();
  claim.bound = std::string(answer.bound.name);
  claim.gap = answer.gap;
  claim.proven_optimal = answer.proven_optimal;
  claim.optimality_tolerance = answer.optimality_tolerance;
  claim.proven_within = answer.proven_within;
  claim.include = answer.include.vertices;
  claim.exclude = answer.exclude.vertices;
  claim.bound_excludes = answer.earlier.vertices;
  claim.connected = answer.connected;
  return claim;
}

}  // namespace lode::test
