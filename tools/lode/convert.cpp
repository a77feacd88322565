#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/write_graph.hpp>

#include "commands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/outputs.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

struct ConvertArguments {
  GraphArgument graph;
  std::string output, names_path;
  WriteOptions write;
  std::optional<double> core;
  std::optional<std::uint64_t> memory;
  int threads = 0;
  Outputs out;
};

/// Converts file to file, without the graph in memory.
void convert_in_memory_limit(const ConvertArguments& arguments, Session& session) {
  if (arguments.core || arguments.graph.gives_numbers() || arguments.graph.combines()) {
    throw InvalidArgument("--memory", "", "does not go with --core, --values and other graphs",
                          "leave it out");
  }
  if (!arguments.names_path.empty() || !arguments.write.format.empty() || arguments.output == "-") {
    throw InvalidArgument("--memory", "", "does not go with --names and --to, and needs an output file",
                          "write a .lode file, and convert that further");
  }
  const RunContext run = session.run_context("converting " + arguments.graph.name, arguments.threads);
  const GraphLocation location = resolve_graph(arguments.graph.name, default_search_folders());
  const ConvertReport report =
      convert_to_lode(location.path, arguments.output,
                      {arguments.graph.read, arguments.out.overwrite(), *arguments.memory}, run);
  session.note(fmt::format("read {}: {}", location.name, with_flags(report.input.summary())));
  session.note(fmt::format("wrote {}: {}", report.output.path, with_flags(report.output.summary())));
}

void convert(ConvertArguments arguments, Session& session) {
  WriteOptions& options = arguments.write;
  if (arguments.output == "-" && options.format.empty()) {
    throw InvalidArgument("output file", "-", "(standard output) names no format",
                          fmt::format("use --to with one of: {}", fmt::join(writable_formats(), ", ")));
  }
  const std::string format(output_format(arguments.output, options));
  arguments.out.check(session);
  if (arguments.core && format != "lode") {
    throw InvalidArgument("--core", format_exact(*arguments.core),
                          "needs a lode file, which alone says what its graph is a core of",
                          "give the output the ending .lode");
  }
  if (arguments.memory) return convert_in_memory_limit(arguments, session);
  arguments.graph.read.verify = Verify::full;  // the whole file is read anyway
  auto loaded = arguments.graph.load(session, arguments.threads);
  loaded.data = loaded.data.with_values(arguments.graph.read_numbers("--values", loaded));
  const RunContext run = session.run_context("writing " + arguments.output, arguments.threads);
  arguments.graph.combine(loaded, session, arguments.threads);
  auto& core_of = loaded.input.core_of;
  if (arguments.core) {
    auto [core, origin] = cut_core(loaded.data, *arguments.core, run, core_of);
    loaded.data = std::move(core);
    core_of = std::move(origin);
  }
  session.note(fmt::format("read {}: {}", loaded.name, loaded.input.summary()));
  if (core_of) {
    session.note((format == "lode" ? "it is " : "the output does not say that it is ") +
                 core_origin_text(*core_of));
    if (format == "lode") options.core_of = core_of;
  }
  options.overwrite = arguments.out.overwrite();
  options.comment = session.command_line();
  const OutputReport report = write_graph(loaded.data, arguments.output, options, run);
  session.note(fmt::format("wrote {}: {}", report.path, with_flags(report.summary())));
  if (arguments.names_path.empty()) return;
  write_vertex_names(loaded.data, format, arguments.names_path, options.overwrite);
  session.note(fmt::format("wrote {}: the names of the vertices", arguments.names_path));
}

}  // namespace

void add_convert(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<ConvertArguments>();
  auto& [graph, output, names_path, write, core, memory, threads, out] = *arguments;
  CLI::App& command = *app.add_subcommand("convert", "Writes a graph in another format, or a part of it");
  set_examples(command, {{"lode convert karate karate.mtx", "as a Matrix Market file"},
                         {"lode convert big.txt.gz big.lode", "as a lode file, which is read fastest"}});
  graph.takes_core = true;
  begin_section(command, heading::input);
  add_option(command, "input", graph.name, "GRAPH", graph_meaning)->required();
  begin_section(command, heading::output);
  out.add_file(
         command, "output", output,
         "File, whose ending names the format; .gz, .zst, .bz2 or .xz compresses it; - for standard output")
      ->required();
  const std::vector<std::string_view> formats = writable_formats();
  add_option(command, "--to", write.format, "FORMAT", "Format of the output, in place of that of the ending",
             suggested({formats.begin(), formats.end()}));
  out.add_file(command, "--names", names_path,
               "Write a CSV table of the numbers in the output and the original names");
  graph.add_read_options(command);
  graph.add_signed_option(command);
  graph.add_vertex_numbers(command, "--values", "Numbers of vertices that are written, too");
  graph.add_arithmetic(command);
  begin_section(command, heading::effort);
  add_option(command, "--memory", memory, "BYTES",
             "Sort on disk within this much memory, as 500M or 2G\nFor edge lists and WebGraph files that "
             "become lode files",
             memory_size());
  begin_section(command, heading::question);
  add_option(command, "--core", core, "C",
             "Write the C-core alone, as a lode file that says so\nWith --weighted the core is by strength. "
             "find and bounds then answer for the whole graph",
             number_from_zero());
  out.add_options(command, {});
  begin_section(command, heading::effort);
  add_threads(command, threads);
  command.callback([arguments, &session] { convert(*arguments, session); });
}

}  // namespace lode::tool
