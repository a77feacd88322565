#include <algorithm>

#include "fuzz/fuzz_target.hpp"
#include "io/formats/webgraph_lists.hpp"

/// The properties, a zero byte, the bit stream.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = [](std::string_view text, const lode::ReadOptions& options, const lode::RunContext& run) {
    const std::size_t cut = std::min(text.find('\0'), text.size());
    const std::string_view stream = text.substr(std::min(cut + 1, text.size()));
    lode::detail::CompressedInput properties(text.substr(0, cut), "input.properties");
    lode::detail::CompressedInput bits(stream, "input.graph");
    return lode::detail::read_webgraph(bits, properties, options, run, {.arcs = 1024, .arcs_per_byte = 8});
  };
  return lode::fuzz::run_reader(data, size, read);
}
