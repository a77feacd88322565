#include <bit>
#include <cmath>

#include <lode/questions/directed.hpp>

#include "fuzz/memory_file.hpp"
#include "fuzz/small_case.hpp"

// A small directed graph and a certificate of its densest pair. What is accepted is compared with all pairs
// of sets.

namespace {

using namespace lode;

/// Whether no pair of sets is denser than the bound, and the answer has its density.
bool holds(const fuzz::SmallCase& found, const CheckedDirected& checked) {
  std::uint32_t row[fuzz::SmallCase::most_vertices] = {};
  for (const WeightedEdge& arc : found.edges) {
    if (arc.u != arc.v || !checked.drops_loops) row[arc.u] |= 1u << arc.v;
  }
  const double bound = checked.answer.bound * (1.0 + 1e-14);
  if (checked.answer.rho() > bound) return false;
  for (std::uint32_t sources = 1; sources < (1u << found.vertices); ++sources) {
    for (std::uint32_t targets = 1; targets < (1u << found.vertices); ++targets) {
      int arcs = 0;
      for (Vertex v = 0; v < found.vertices; ++v) {
        if (sources >> v & 1u) arcs += std::popcount(row[v] & targets);
      }
      if (arcs > bound * std::sqrt(std::popcount(sources) * std::popcount(targets))) return false;
    }
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  constexpr Vertex most_vertices = 5;
  const auto found = fuzz::small_case(fuzz::text_of(data, size));
  if (!found || found->vertices > most_vertices) return 0;
  std::vector<ArcEnds> ends;
  for (const WeightedEdge& arc : found->edges) ends.push_back({arc.u, arc.v});
  const Arcs arcs = Arcs::from_arcs(ends, found->vertices, fuzz::run_context());
  try {
    fuzz::require(holds(*found, check_directed_certificate(file.with(found->text), arcs)));
  } catch (const InputError& error) {
    fuzz::require(!error.problem().empty());
  } catch (const VerificationError&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  return lode::fuzz::mutate_case(data, size, max_size, seed);
}
