#include "fuzz/fuzz_target.hpp"
#include "fuzz/mutation.hpp"
#include "io/formats/formats.hpp"

namespace {

using namespace lode;

constexpr detail::ReadTrust little_trust = {.vertices = 1024};

/// With directions and loops.
void read_directed(const detail::Format& format, const std::uint8_t* data, std::size_t size) {
  ReadOptions options = fuzz::options_from(data[0]);
  options.weighted = false;
  try {
    detail::CompressedInput input(fuzz::text_of(data + 1, size - 1), "input");
    const LoadedArcs loaded = format.read_arcs({input, options, fuzz::run_context(), little_trust});
    EdgeCount arcs = 0;
    for (Vertex v = 0; v < loaded.arcs.num_vertices(); ++v) {
      for (const Vertex u : loaded.arcs.successors(v)) fuzz::require(u < loaded.arcs.num_vertices());
      arcs += loaded.arcs.out_degree(v);
    }
    fuzz::require(arcs == loaded.arcs.num_arcs() && !loaded.report.summary().empty());
  } catch (const InputError& error) {
    fuzz::require(!error.problem().empty());
  } catch (const InvalidArgument&) {
  }
}

}  // namespace

/// The reader of the format that the variable LODE_FUZZ_FORMAT names; little is believed, so that time goes
/// into parsing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const char* const name = std::getenv("LODE_FUZZ_FORMAT");
  static const detail::Format* const format = name ? detail::find_format(name) : nullptr;
  fuzz::require(format && format->read);
  const bool directed = size > 0 && (data[0] & 64u) && format->read_arcs;
  if (directed) {
    read_directed(*format, data, size);
    return 0;
  }
  const auto read = [](std::string_view text, const ReadOptions& options, const RunContext& run) {
    detail::CompressedInput input(text, "input");
    return format->read({input, options, run, little_trust});
  };
  return fuzz::run_reader(data, size, read);
}
