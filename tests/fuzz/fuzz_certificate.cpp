#include <lode/bounds/certificate.hpp>

#include "fuzz/small_case.hpp"

// A small graph and a certificate of bounds. What the certificate is found to prove is compared with all
// sets.

namespace {

using namespace lode;

/// All sets of a small graph, weighed by the definition.
class AllSets {
 public:
  AllSets(const fuzz::SmallCase& found, const Graph& graph, const subgraph::CheckedBound& bound)
      : graph_(graph), values_(found.values) {
    for (const Vertex v : bound.include) include_ |= 1u << v;
    for (const Vertex v : bound.exclude) exclude_ |= 1u << v;
  }

  /// Whether no set that the bound is about refutes it.
  bool agree(const subgraph::CheckedBound& bound) const {
    for (std::uint32_t set = 0; set < (1u << graph_.num_vertices()); ++set) {
      const bool asked = static_cast<Vertex>(__builtin_popcount(set)) == bound.s &&
                         (set & include_) == include_ && (set & exclude_) == 0;
      if (asked && refutes(set, bound)) return false;
    }
    return true;
  }

 private:
  bool refutes(std::uint32_t set, const subgraph::CheckedBound& bound) const {
    long double weight = 0.0L;
    long double magnitude = 0.0L;
    const auto add = [&](long double part) {
      weight += part;
      magnitude += std::abs(part);
    };
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!(set >> v & 1u)) continue;
      if (!values_.empty()) add(values_[v]);
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (v < u && (set >> u & 1u)) add(w);
      });
    }
    const long double reserve = magnitude * 1e-12L;
    return bound.minimised ? weight < bound.value - reserve : weight > bound.value + reserve;
  }

  const Graph& graph_;
  const std::vector<Weight>& values_;
  std::uint32_t include_ = 0;
  std::uint32_t exclude_ = 0;
};

std::vector<subgraph::CheckedBound> checked(const fuzz::SmallCase& found, const Graph& graph) {
  const RunContext& run = fuzz::run_context();
  const auto certificate = subgraph::read_certificate(std::span(found.text.data(), found.text.size()), graph);
  subgraph::certificate_json(graph, certificate);
  if (found.values.empty()) return subgraph::check_certificate(graph, certificate, run);
  subgraph::SetFamily family{.include = certificate.include, .exclude = certificate.exclude};
  family.values = found.values;
  return subgraph::check_certificate(graph, family, certificate, run);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::look_at_case(data, size, [](const auto& found, const Graph& graph) {
    for (const subgraph::CheckedBound& bound : checked(found, graph)) {
      if (!bound.unchecked.empty() || !bound.stated.empty()) continue;
      fuzz::require(AllSets(found, graph, bound).agree(bound));
    }
  });
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  return lode::fuzz::mutate_case(data, size, max_size, seed);
}
