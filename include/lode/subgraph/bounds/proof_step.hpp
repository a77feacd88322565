#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include <lode/subgraph/bounds/capped_lp.hpp>
#include <lode/subgraph/bounds/core.hpp>
#include <lode/subgraph/bounds/sdp.hpp>

namespace lode {

/// Multipliers on a part of a graph: those of the capped linear program, or those of the doubly non-negative
/// relaxation. The former, and the latter when they have one stage, prove bounds for every size.
struct PartMultipliers {
  CorePart part;
  CappedMultipliers capped = {};
  SdpCertificate sdp = {};
};

inline constexpr std::size_t no_step = static_cast<std::size_t>(-1);

/// Why a bound holds.
enum class ProofRule {
  trivial,      ///< bounds/trivial.hpp
  degree,       ///< bounds/degree.hpp
  lp,           ///< bounds/lp.hpp
  turan,        ///< bounds/turan.hpp
  chain,        ///< averaging of the bound for s - 1
  monotone,     ///< the bound for s + 1
  multipliers,  ///< multipliers on a part, and the bound for s - 1 unless the part is the whole graph
  spectral,     ///< bounds/spectral.hpp
  search        ///< an exhaustive search
};
std::string_view to_string(ProofRule rule);

/// "No set of s vertices weighs more than value."
struct ProofStep {
  Vertex s = 0;
  double value = 0.0;
  ProofRule rule = ProofRule::trivial;
  std::string_view name;       ///< of the bound in tables
  std::size_t from = no_step;  ///< position of the step that this one rests on
  std::shared_ptr<const PartMultipliers> multipliers = {};
};

}  // namespace lode
