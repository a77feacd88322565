#include <fmt/format.h>
#include <sys/stat.h>

#include <lode/core/error.hpp>
#include <lode/io/write_graph.hpp>

#include "io/csr/external_graph.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/lode/stored_file.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/text/file_names.hpp"

namespace lode {
namespace {

using detail::CompressedInput;

void check(const std::string& output, const ConvertOptions& options) {
  if (!detail::lode_format.has_extension(detail::extension(output))) {
    throw InvalidArgument("option 'memory'", output, "only lode files are written in bounded memory",
                          "give the output the ending .lode, or leave out option 'memory'");
  }
  if (options.read.labels) {
    throw InvalidArgument("option 'labels'", "on", "labels are numbered in memory",
                          "leave out option 'memory'");
  }
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

}  // namespace

ConvertReport convert_to_lode(const std::string& input_path, const std::string& output,
                              const ConvertOptions& options, const RunContext& run) {
  check(output, options);
  const double start = monotonic_clock().seconds();
  CompressedInput input(input_path);
  const detail::Format& format = detail::detect(input, options.read);
  if (!format.write_as_lode) {
    throw InvalidArgument("option 'memory'", input.display_name(),
                          fmt::format("{} files are converted in memory", format.title),
                          "leave out option 'memory'");
  }
  OutputFile file(output, options.overwrite);
  detail::ExternalGraph graph({.folder = folder_of(output),
                               .memory = options.memory,
                               .weighted = options.read.weighted,
                               .merge = options.read.merge});
  ConvertReport report;
  report.input = format.write_as_lode(input, options.read, run, graph, file);
  file.commit();
  report.input.banner_missing = detail::lacks_mark(format, input.path());
  report.input.seconds = report.output.seconds = monotonic_clock().seconds() - start;
  report.output.path = output;
  report.output.format = detail::lode_format.title;
  report.output.vertices = report.input.vertices;
  report.output.edges = report.input.edges;
  report.output.weighted = report.input.weighted;
  if (report.output.weighted) {
    report.output.hints.push_back(detail::weights_hint(report.input.signed_weights));
  }
  struct stat status {};
  if (::stat(output.c_str(), &status) == 0) report.output.bytes = static_cast<std::uint64_t>(status.st_size);
  return report;
}

}  // namespace lode
