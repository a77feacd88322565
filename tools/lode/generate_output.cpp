#include "generate_output.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/report/format.hpp>
namespace lode::tool {

void write_generated(const GenerateArguments& arguments, Session& session,
                     const std::function<PlantedGraph(const RunContext&)>& make) {
  arguments.out.check(session);
  const RunContext run = session.run_context("generate", arguments.threads);
  PlantedGraph made;
  run.parallel([&] { made = make(run); });
  if (session.interrupted()) throw Interrupted{};
  const Overwrite overwrite = arguments.out.overwrite();
  const std::string_view format = format_of_ending(arguments.output).value_or("edges");
  write_graph(made.graph, arguments.output,
              {.format = std::string(format), .overwrite = overwrite, .comment = session.command_line()},
              run);
  if (!is_standard_output(arguments.output)) {
    session.note(fmt::format("wrote {}: {}, {}", arguments.output,
                             format_plural(made.graph.num_vertices(), "vertex", "vertices"),
                             format_plural(made.graph.num_edges(), "edge", "edges")));
  }
  if (arguments.set_path.empty()) return;
  write_vertex_set(made.graph, made.planted, made.planted_edges, arguments.set_path, overwrite);
  session.note(fmt::format("wrote {}: the planted set", arguments.set_path));
}

namespace {

/// The lines form an edge list with columns separated by blanks.
void check_drawn_output(const std::string& path) {
  const std::string end = CLI::detail::to_lower(std::filesystem::path(path).extension());
  const bool other_lines =
      std::ranges::count(std::array{".gz", ".zst", ".bz2", ".xz", ".csv", ".tsv"}, end) > 0;
  if (!other_lines && format_of_ending(path).value_or("edges") == "edges") return;
  throw InvalidArgument("--output", path, "does not fit --as-drawn, which writes lines of numbers",
                        "give it the ending .txt, or - for standard output, which a program can compress");
}

}  // namespace

void write_drawn_lines(const GenerateArguments& arguments, const RmatOptions& options, Session& session) {
  constexpr std::uint64_t block_lines = std::uint64_t{1} << 20;
  if (arguments.output != "-") check_drawn_output(arguments.output);
  arguments.out.check(session);
  const RunContext run = session.run_context("generate", arguments.threads);
  rmat_lines(options, 0, {});  // checks the options
  OutputFile file(arguments.output, arguments.out.overwrite());
  const TextSink sink = [&](std::string_view text) { file.write(text); };
  std::vector<Edge> block(std::min(block_lines, options.lines));
  sink(
      fmt::format("# {}\n{} {}\n", session.command_line(), std::uint64_t{1} << options.scale, options.lines));
  run.parallel([&] {
    for (std::uint64_t done = 0; done < options.lines && !session.interrupted(); done += block.size()) {
      block.resize(std::min(block_lines, options.lines - done));
      rmat_lines(options, done, block, run);
      write_edge_lines(block, sink);
    }
  });
  if (session.interrupted()) throw Interrupted{};
  file.commit();
  if (!is_standard_output(arguments.output))
    session.note(
        fmt::format("wrote {}: {}", arguments.output, format_plural(options.lines, "line", "lines")));
}

}  // namespace lode::tool
