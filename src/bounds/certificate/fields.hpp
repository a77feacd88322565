#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include <lode/bounds/certificate.hpp>

#include "bounds/certificate/multipliers.hpp"
#include "bounds/search/tree.hpp"

// The JSON of certificates. Every kind of data names its fields once, in a function `fields`, for writing and
// for reading; docs/certificates.md says what they mean.

namespace lode::subgraph::detail {

/// Format 1 had other data of semidefinite bounds.
inline constexpr int certificate_format = 2;

inline constexpr std::string_view node_states[] = {"branched", "proof", "enumerated"};
inline constexpr std::string_view cut_kinds[] = {"within", "cover", "meeting", "triangle"};

/// `Type`, or the same to be read alone.
template <class Type, class Kind>
concept Is = std::is_same_v<std::remove_const_t<Type>, Kind>;

/// A value that is null in the file where it equals `none`.
template <class Type>
struct OrNull {
  Type& value;
  std::remove_const_t<Type> none;
};
template <class Type>
OrNull<Type> or_null(Type& value, std::remove_const_t<Type> none) {
  return {value, std::move(none)};
}

/// A value of an enumeration that is a word in the file.
template <class Type, std::size_t Count>
struct AsWord {
  Type& value;
  const std::string_view (&words)[Count];
};
template <class Type, std::size_t Count>
AsWord(Type&, const std::string_view (&)[Count]) -> AsWord<Type, Count>;

// `visit(key, value)` is a field of an object, `visit(value)` the next element of a list, and
// `visit.unless(none, key, value)` a field that an object lacks where the value equals `none`.

void fields(auto& visit, Is<SdpPair> auto& pair) {
  visit(pair.i);
  visit(pair.j);
  visit(pair.multiplier);
}

void fields(auto& visit, Is<SdpCut> auto& cut) {
  visit(AsWord{cut.kind, cut_kinds});
  visit(cut.i);
  visit(cut.j);
  visit(cut.l);
  visit(cut.multiplier);
}

void fields(auto& visit, Is<SdpSearchTree::Node> auto& node) {
  visit(AsWord{node.state, node_states});
  visit(or_null(node.vertex, SdpSearchTree::none));
  visit(or_null(node.included, SdpSearchTree::none));
  visit(or_null(node.excluded, SdpSearchTree::none));
  visit(or_null(node.proof, SdpSearchTree::none));
}

void fields(auto& visit, Is<SdpNodeProof> auto& proof) {
  visit("node", proof.node);
  visit("shift", proof.shift);
  visit("eigenvalue", proof.eigenvalue);
  visit("rows", proof.rows);
  visit("pairs", proof.pairs);
  visit("cuts", proof.cuts);
}

void fields(auto& visit, Is<SdpSearchTree> auto& tree) {
  visit("nodes", tree.nodes);
  visit("proofs", tree.proofs);
}

void fields(auto& visit, Is<DualStage> auto& stage) {
  visit("rows", stage.rows);
  visit("eigenvalue", stage.eigenvalue);
  visit("reserve_shift", stage.reserve_shift);
  visit("unit", stage.unit);
  visit("multipliers", stage.multipliers);
}

void fields(auto& visit, Is<DualCertificate> auto& dual) {
  visit("s", dual.s);
  visit("dummies", dual.dummies);
  visit("incumbent", dual.incumbent);
  visit("stages", dual.stages);
  visit("tree", or_null(dual.tree, nullptr));
}

void fields(auto& visit, Is<ConcaveShift> auto& shift) {
  visit(shift.diagonal);
  visit(shift.spread);
}

void fields(auto& visit, Is<ConcaveTree::Node> auto& node) {
  visit("y", node.y);
  visit("in", node.in);
  visit("out", node.out);
  visit("vertex", or_null(node.vertex, no_vertex));
  visit("below", or_null(node.below, ConcaveTree::none));
  visit("holding", or_null(node.holding, ConcaveTree::none));
}

void fields(auto& visit, Is<ConcaveTree> auto& tree) {
  visit("s", tree.s);
  visit("shift", tree.shift);
  visit("nodes", tree.nodes);
}

void fields(auto& visit, Is<EdgeSplit> auto& split) { visit("arc", split.arc); }

void fields(auto& visit, Is<BoundCertificate::Step> auto& step) {
  visit("s", step.s);
  visit("value", step.value);
  visit("rule", step.rule);
  visit("from", or_null(step.from, no_step));
  visit("data", or_null(step.data, no_step));
  visit.unless(no_step, "inside", step.inside);
  visit.unless({}, "tail", step.tail);
}

void fields(auto& visit, Is<BoundCertificate::Claim> auto& claim) {
  visit("s", claim.s);
  visit("bound", claim.bound);
  visit("upper_bound", claim.upper_bound);
  visit.for_readers("checkable", claim.checkable());
  visit("steps", claim.steps);
}

}  // namespace lode::subgraph::detail
