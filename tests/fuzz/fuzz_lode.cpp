#include <cstring>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/lode_mutation.hpp"
#include "io/formats/lode/stored_file.hpp"

namespace {

using lode::detail::LodeHeader;

/// The bytes behind the first, aligned; with bit 32 of the first, checksums are made to fit, so that damage
/// gets past them.
std::vector<std::uint64_t> aligned_copy(const std::uint8_t* data, std::size_t size) {
  std::vector<std::uint64_t> words(size / 8 + 1);
  char* const bytes = reinterpret_cast<char*>(words.data());
  std::memcpy(bytes, data + 1, size - 1);
  if ((data[0] & 32u) && size - 1 >= sizeof(LodeHeader)) {
    LodeHeader header;
    std::memcpy(&header, bytes, sizeof header);
    header.data_checksum =
        lode::detail::extend_checksum(0, {bytes + sizeof header, size - 1 - sizeof header});
    header.header_checksum = lode::detail::checksum_of_header(header);
    std::memcpy(bytes, &header, sizeof header);
  }
  return words;
}

/// What was accepted without verification may be wrong, but stays within the file.
void walk(const lode::Graph& graph) {
  lode::ArcIndex arcs = 0;
  std::uint64_t sum = 0;
  for (lode::Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const lode::Vertex u : graph.neighbors(v)) {
      lode::fuzz::require(u < graph.num_vertices());
      sum += u;
    }
    arcs += graph.neighbors(v).size();
    sum += graph.name(v).size();
  }
  lode::fuzz::require(arcs == graph.num_arcs() && sum + 1 > 0);
}

void require_structure(const lode::Graph& graph) {
  try {
    lode::Graph::from_csr(graph.csr());
  } catch (const lode::InvalidArgument&) {
    lode::fuzz::require(false);
  }
}

void read(const std::vector<std::uint64_t>& words, std::size_t size, const lode::ReadOptions& options,
          std::uint64_t verified_bytes) {
  const std::string_view bytes(reinterpret_cast<const char*>(words.data()), size);
  try {
    const lode::LoadedGraph loaded =
        lode::detail::read_lode_bytes(bytes, {}, "input", options, lode::fuzz::run_context(), verified_bytes);
    walk(loaded.graph);
    if (verified_bytes > 0) require_structure(loaded.graph);
  } catch (const lode::InputError& error) {
    lode::fuzz::require(!error.problem().empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const lode::ReadOptions options = lode::fuzz::options_from(data[0]);
  const auto words = aligned_copy(data, size);
  for (const std::uint64_t verified_bytes : {std::uint64_t{0}, lode::detail::lode_verified_bytes}) {
    try {
      read(words, size - 1, options, verified_bytes);
    } catch (const lode::InvalidArgument& error) {
      // Weights or labels that are not there, bad lines that cannot be, a core by strength without its
      // weights.
      lode::fuzz::require(options.weighted || options.labels || options.lenient ||
                          std::string_view(error.what()).find("cut by strength") != std::string_view::npos);
    }
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  lode::Rng rng(seed);
  if (size == 0 || rng.below(8) == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string bytes(1, static_cast<char>(rng.below(16) == 0 ? rng.below(256) : data[0]));
  const auto sections = lode::fuzz::LodeSections::of(lode::fuzz::text_of(data + 1, size - 1));
  bytes += (sections ? *sections : lode::fuzz::LodeSections::drawn(rng)).changed(rng);
  return lode::fuzz::give(bytes, data, max_size);
}
