#pragma once

#include <string>

#include <lode/study/verify.hpp>

namespace lode::test {

/// The contents of an answer, for verify_claim.
inline Claim claim_of(const FindAnswer& answer) {
  Claim claim;
  claim.vertices = answer.solution.vertices;
  claim.s = answer.s;
  claim.edges = answer.solution.edges;
  claim.weight = answer.solution.weight;
  if (answer.valued) claim.objective = answer.solution.objective();
  (answer.minimised ? claim.lower_bound : claim.upper_bound) = answer.bound.value;
  claim.bound = std::string(answer.bound.name);
  claim.gap = answer.gap;
  claim.proven_optimal = answer.proven_optimal;
  claim.include = answer.include.vertices;
  claim.exclude = answer.exclude.vertices;
  claim.exclude.insert(claim.exclude.end(), answer.earlier.vertices.begin(), answer.earlier.vertices.end());
  claim.connected = answer.connected;
  return claim;
}

}  // namespace lode::test
