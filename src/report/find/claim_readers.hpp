#pragma once

#include <functional>

#include <lode/bounds/verification.hpp>

#include "core/json.hpp"
#include "report/find/answer_columns.hpp"

namespace lode::detail {

/// Reads a field of an answer in JSON into a claim. Errors: as ClaimInput says.
using FieldReader = std::function<void(const Json&, ClaimInput&)>;

/// Reads a value into a part of the claim.
template <class Part>
auto into(Part subgraph::Claim::*part) {
  return [part](const Json& json, ClaimInput& in) { read_value(json, in.claim.*part); };
}

/// Reads a value into a part of what a threshold asks; null asks nothing.
template <class Part>
auto asked(Part subgraph::ThresholdClaim::*part) {
  return [part](const Json& json, ClaimInput& in) {
    if (!in.claim.threshold) in.claim.threshold.emplace();
    if (!json.is_null()) read_value(json, (*in.claim.threshold).*part);
  };
}

/// Of the lightest sets there is a lower bound, and the upper one is null.
void read_upper_bound(const Json& json, ClaimInput& in);
/// Says that the lightest sets are meant: there is no other word.
void read_optimum(const Json& json, ClaimInput& in);
/// Null: no larger size is open.
void read_next_size(const Json& json, ClaimInput& in);
/// Adds the vertices of a list to a part of the claim, each once.
FieldReader vertices_into(VertexSet subgraph::Claim::*part);
void read_quota_claims(const Json& list, ClaimInput& in);
/// Null: nothing was tested.
void read_stationarity(const Json& json, ClaimInput& in);

}  // namespace lode::detail
