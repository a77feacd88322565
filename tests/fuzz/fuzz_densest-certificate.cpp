#include <lode/graph/densest.hpp>

#include "fuzz/memory_file.hpp"
#include "fuzz/small_case.hpp"

// A small graph and a certificate that no set is denser than a bound. What is accepted is compared with all
// sets.

namespace {

using namespace lode;

/// Whether no set has more than the bound.
bool holds(const Graph& graph, const DensityCertificate& certificate) {
  const DensityTerms& terms = certificate.terms;
  for (std::uint32_t set = 1; set < (1u << graph.num_vertices()); ++set) {
    long double weight = 0.0L;
    long double magnitude = 0.0L;
    long double cost = 0.0L;
    const auto add = [&](long double part) {
      weight += part;
      magnitude += std::abs(part);
    };
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (!(set >> v & 1u)) continue;
      cost += terms.costs.empty() ? 1.0 : terms.costs[v];
      if (!terms.values.empty()) add(terms.values[v]);
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (v < u && (set >> u & 1u)) add(w);
      });
    }
    long double most = certificate.bound * cost;
    if (certificate.denominator != 0) most = cost * certificate.numerator / certificate.denominator;
    if (weight > most + (magnitude + std::abs(most)) * 1e-15L) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  const auto found = fuzz::small_case(fuzz::text_of(data, size));
  if (!found) return 0;
  const auto graph = fuzz::graph_of(*found);
  if (!graph) return 0;
  try {
    const DensityCertificate certificate = read_density_certificate(file.with(found->text), *graph);
    check_density_certificate(*graph, certificate);
    fuzz::require(holds(*graph, certificate));
    density_certificate_json(*graph, certificate);
  } catch (const InputError& error) {
    fuzz::require(!error.problem().empty());
  } catch (const VerificationError&) {
  } catch (const InvalidArgument&) {
    fuzz::require(graph->signed_weights());
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  return lode::fuzz::mutate_case(data, size, max_size, seed);
}
