#include <algorithm>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/webgraph_mutation.hpp"
#include "io/formats/webgraph.hpp"

/// The properties, a zero byte, the bit stream.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = [](std::string_view text, const lode::ReadOptions& options, const lode::RunContext& run) {
    const std::size_t cut = std::min(text.find('\0'), text.size());
    const std::string_view stream = text.substr(std::min(cut + 1, text.size()));
    lode::detail::CompressedInput properties(text.substr(0, cut), "input.properties");
    lode::detail::CompressedInput bits(stream, "input.graph");
    return lode::detail::read_webgraph({bits, options, run, {.arcs = 1024, .arcs_per_byte = 8}}, properties);
  };
  return lode::fuzz::run_reader(data, size, read);
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  lode::Rng rng(seed);
  if (size == 0 || rng.below(8) == 0) return LLVMFuzzerMutate(data, size, max_size);
  const auto changed = lode::fuzz::changed_webgraph(lode::fuzz::text_of(data + 1, size - 1), rng);
  if (!changed) return LLVMFuzzerMutate(data, size, max_size);
  const char options = static_cast<char>(rng.below(16) == 0 ? rng.below(256) : data[0]);
  return lode::fuzz::give(options + *changed, data, max_size);
}
