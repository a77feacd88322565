#include "core_arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/write_graph.hpp>

#include "run/core_report.hpp"
#include "shell/arguments/library_terms.hpp"
#include "shell/arguments/sizes.hpp"
#include "shell/arguments/values.hpp"

namespace lode::cluster {
namespace {

constexpr std::uint64_t largest_memory = std::uint64_t{1} << 60;

std::uint64_t parse_memory(std::string text) {
  const std::string typed = text;
  std::uint64_t bytes = 0;
  bool good = typed.find('-') == std::string::npos;
  try {
    good = good && CLI::AsSizeValue(false)(text).empty() && CLI::detail::lexical_cast(text, bytes);
  } catch (const CLI::ValidationError&) {
    good = false;
  }
  if (!good || bytes == 0 || bytes > largest_memory) {
    throw InvalidArgument("--memory", typed, "must be a number of bytes", "as 500M, 8G");
  }
  return bytes;
}

}  // namespace

void CoreArguments::add_options(CLI::App& command) {
  command
      .add_option("files", files,
                  "Shards of one graph, in any order: edge lists, plain or compressed, or "
                  "files of other formats that lode reads")
      ->required()
      ->type_name("FILES");
  command.add_option("-s,--size", sizes, "Sizes to bound: 50, 10,20,50, 2:200 or 10:200:10 (ends included)")
      ->required()
      ->type_name("SIZES");
  command.add_option("--memory", memory, "What a search in the core may take on one machine: 500M, 8G")
      ->capture_default_str()
      ->type_name("SIZE");
  command.add_option("--core", core, "Cut this core, whatever memory a search in it takes")
      ->type_name("C")
      ->check(tool::whole_number<std::uint32_t>(1));
  command
      .add_option("--cores", cores_path,
                  "Write original id or label, degree and core number of all vertices as CSV")
      ->type_name("FILE");
  command.add_option("--checkpoint", checkpoint, "Keep what every phase has found in this folder")
      ->type_name("DIR");
  command.add_flag("--resume", resume, "Go on behind the last phase that --checkpoint holds");
  command
      .add_option("--stop-after", stop_after,
                  "End behind a phase, to be resumed: read, graph, bounds or core")
      ->type_name("PHASE")
      ->check(CLI::IsMember({"read", "graph", "bounds", "core"}));
  command
      .add_option(
          "--lp-rounds", bounds.load_rounds,
          "Rounds of the lp bound; 0: leave it out; default: 128, or 0 where the trivial bound is no more")
      ->check(tool::whole_number_between(0, 10000));
  command
      .add_option("--spectral-rounds", bounds.eigenvalue_rounds,
                  "Rounds of the spectral bound at most; 0: leave it out; default: 60, or 0 likewise")
      ->check(tool::whole_number_between(0, 10000));
  command
      .add_option("--range", range_bytes,
                  "Cut plain edge lists into ranges of so many bytes; 0: a quarter of a rank's share")
      ->capture_default_str()
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(false));
  graph.add_read_options(command);
  command.add_flag("--force", force, "Overwrite existing files");
}

CoreRequest CoreArguments::request() const {
  if (graph.read.weighted) {
    throw InvalidArgument("--weighted", "on", "lode-cluster reads graphs without weights",
                          "cut a weighted core on one machine: lode convert GRAPH core.lode --core C");
  }
  if (!stop_after.empty() && checkpoint.empty()) {
    throw InvalidArgument("--stop-after", stop_after, "keeps nothing", "name a folder with --checkpoint");
  }
  if (resume && checkpoint.empty()) {
    throw InvalidArgument("--resume", "on", "needs what it goes on from",
                          "name the folder with --checkpoint");
  }
  CoreRequest request;
  request.files = files;
  request.read = graph.read;
  request.range_bytes = range_bytes;
  request.sizes = tool::parse_sizes(sizes, no_vertex - 1, "a core");
  request.core.memory = parse_memory(memory);
  if (core > 0) request.core.core = core;
  request.core.largest_size = *std::max_element(request.sizes.begin(), request.sizes.end());
  request.core.all_numbers = !cores_path.empty();
  request.bounds = bounds;
  request.cores_path = cores_path;
  request.checkpoint = checkpoint;
  request.resume = resume;
  request.stop_after = stop_after;
  request.overwrite = overwrite();
  return request;
}

CoreResult CoreArguments::run(tool::Session& session, const Ranks& ranks) const {
  CoreRequest request;
  ranks.together([&] { request = this->request(); });
  ranks.on_first([&] {
    check_output_paths({output, cores_path}, files, overwrite());
    if (output.empty()) return;
    if (output_format(output, {}) != "lode") {
      throw InvalidArgument("-o", output,
                            "a core is written as lode file, which declares what it was cut from",
                            "end the name in .lode");
    }
  });
  request.cancel = session.cancel_flag();
  CoreResult result = run_core(request, ranks);
  ranks.on_first([&] {
    if (result.vertices > 0) {
      session.note(fmt::format("read {}: {}", files.size() == 1 ? files.front() : files.front() + " ...",
                               tool::with_flags(input_text(result))));
    }
    if (output.empty() || result.stopped) return;
    WriteOptions write;
    write.overwrite = overwrite();
    write.core_of = result.origin;
    const OutputReport report = write_graph(result.core, output, write);
    session.note(fmt::format("wrote {}: {}", report.path, tool::with_flags(report.summary())));
  });
  return result;
}

}  // namespace lode::cluster
