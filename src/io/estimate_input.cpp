#include <algorithm>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/estimate_input.hpp>

#include "io/formats/edge_list.hpp"
#include "io/formats/formats.hpp"

namespace lode {

InputEstimate estimate_input(const std::string& path, const ReadOptions& options, const RunContext& run) {
  constexpr std::uint64_t parse_factor = 5;  // a block of text, and the ends parsed from it
  if (path == "-") {
    throw InvalidArgument("standard input cannot be looked at before it is read; name a file");
  }
  detail::CompressedInput input(path);
  const detail::Format& format = detail::detect(input, options);
  if (!format.estimate) {
    throw InvalidArgument(fmt::format("{}: {} files do not tell their counts; read it at once",
                                      input.display_name(), format.title));
  }
  InputEstimate estimate;
  estimate.path = path;
  estimate.format = format.title;
  format.estimate(input, options, run, estimate);
  if (estimate.mapped_bytes > 0) return estimate;
  const auto threads = static_cast<std::uint64_t>(run.threads());
  estimate.reading_peak +=
      parse_factor * std::min<std::uint64_t>(estimate.text_bytes, threads * detail::default_block_bytes);
  estimate.graph_bytes = 8 * estimate.vertices + (options.weighted ? 24u : 8u) * estimate.edges;
  return estimate;
}

}  // namespace lode
