#include "generate_output.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/report/format.hpp>

#include "shell/arguments/run.hpp"
#include "shell/arguments/values.hpp"
#include "shell/command_line.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {

CLI::App& add_kind(CLI::App& command, Session& session, const std::string& name, const std::string& text,
                   const std::string& example, const std::shared_ptr<GenerateArguments>& arguments,
                   const Make& make) {
  CLI::App& kind = *command.add_subcommand(name, text);
  set_examples(kind, {{"lode generate " + name + " " + example, "writes g.txt"}});
  begin_section(kind, heading::output);
  kind.add_option("-o,--output", arguments->output,
                  "File, in the format that its ending names, else an edge list; - for standard output")
      ->required()
      ->type_name("FILE");
  kind.add_flag("--force", arguments->force, "Overwrite files that exist");
  begin_section(kind, heading::effort);
  add_number(kind, "--seed", arguments->seed, "Seed of all random draws: the same seed gives the same graph")
      ->capture_default_str()
      ->type_name("N");
  add_threads(kind, arguments->threads);
  begin_section(kind, heading::question);
  kind.callback([=, &session] { write_generated(*arguments, session, make); });
  return kind;
}

void write_generated(const GenerateArguments& arguments, Session& session, const Make& make) {
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  check_output_paths({arguments.output, arguments.set_path}, {config_path(session.arguments())}, overwrite);
  const RunContext run = session.run_context(arguments.seed, arguments.threads,
                                             std::numeric_limits<double>::infinity(), "generate");
  Graph graph;
  VertexSet planted_set;
  run.parallel([&] { graph = make(planted_set, run); });
  if (session.interrupted()) throw Interrupted{};

  const std::string comment = session.command_line();
  if (arguments.output == "-") {
    write_graph(
        graph, [&](std::string_view text) { session.print(text); }, {.format = "edges", .comment = comment},
        run);
  } else {
    const std::string_view format = format_of_ending(arguments.output).value_or("edges");
    write_graph(graph, arguments.output,
                {.format = std::string(format), .overwrite = overwrite, .comment = comment}, run);
    session.note(fmt::format("wrote {}: {}, {}", arguments.output,
                             format_plural(graph.num_vertices(), "vertex", "vertices"),
                             format_plural(graph.num_edges(), "edge", "edges")));
  }
  if (!arguments.set_path.empty()) {
    write_vertex_set(graph, planted_set, subgraph::induced_totals(graph, planted_set).edges,
                     arguments.set_path, overwrite);
    session.note(fmt::format("wrote {}: the planted set", arguments.set_path));
  }
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
  const bool to_stdout = arguments.output == "-";
  const RunContext run = session.run_context(arguments.seed, arguments.threads,
                                             std::numeric_limits<double>::infinity(), "generate");
  std::optional<OutputFile> file;
  if (!to_stdout) file.emplace(arguments.output, arguments.force ? Overwrite::yes : Overwrite::no);
  const TextSink sink = [&](std::string_view text) { to_stdout ? session.print(text) : file->write(text); };
  std::vector<Edge> block(std::min(block_lines, options.lines));
  rmat_lines(options, 0, {});  // checks the options
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
  if (to_stdout) return;
  file->commit();
  session.note(fmt::format("wrote {}: {}", arguments.output, format_plural(options.lines, "line", "lines")));
}

}  // namespace lode::tool
