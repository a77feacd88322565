#include <limits>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/write_graph.hpp>

#include "commands.hpp"
#include "convert/arguments.hpp"
#include "shell/arguments/library_terms.hpp"
#include "shell/arguments/run.hpp"
#include "shell/command_line.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

/// Converts file to file, without the graph in memory.
void convert_in_memory_limit(const ConvertArguments& arguments, Session& session, Overwrite overwrite) {
  if (arguments.core || arguments.values.given() || arguments.arithmetic.given()) {
    throw InvalidArgument("--memory", "", "does not go with --core, --values and other graphs",
                          "leave it out");
  }
  if (!arguments.names_path.empty() || !arguments.write.format.empty() || arguments.output == "-") {
    throw InvalidArgument("--memory", "", "does not go with --names and --to, and needs an output file",
                          "write a .lode file, and convert that further");
  }
  const RunContext run = session.run_context(1, arguments.threads, std::numeric_limits<double>::infinity(),
                                             "converting " + arguments.graph.name);
  const GraphLocation location = resolve_graph(arguments.graph.name, default_search_folders());
  const ConvertReport report = convert_to_lode(location.path, arguments.output,
                                               {arguments.graph.read, overwrite, *arguments.memory}, run);
  session.note(fmt::format("read {}: {}", location.name, with_flags(report.input.summary())));
  session.note(fmt::format("wrote {}: {}", report.output.path, with_flags(report.output.summary())));
}

void cut_asked_core(const ConvertArguments& arguments, GraphArgument::Loaded& loaded, const RunContext& run) {
  if (!arguments.core) return;
  auto [graph, origin] = cut_core(loaded.graph, *arguments.core, run, loaded.report.core_of);
  loaded.graph = std::move(graph);
  loaded.report.core_of = std::move(origin);
}

void convert(ConvertArguments arguments, Session& session) {
  const bool to_stdout = arguments.output == "-";
  const Overwrite overwrite = arguments.force ? Overwrite::yes : Overwrite::no;
  if (to_stdout && arguments.write.format.empty()) {
    throw InvalidArgument("output file", "-", "(standard output) names no format",
                          fmt::format("use --to with one of: {}", fmt::join(writable_formats(), ", ")));
  }
  const std::string format(output_format(arguments.output, arguments.write));
  std::vector<std::string> inputs = arguments.arithmetic.input_paths(arguments.graph.name);
  inputs.insert(inputs.end(), {arguments.values.source(), config_path(session.arguments())});
  check_output_paths({arguments.output, arguments.names_path}, inputs, overwrite);
  if (arguments.core && format != "lode") {
    throw InvalidArgument("--core", format_exact(*arguments.core),
                          "needs a lode file, which alone says what its graph is a core of",
                          "give the output the ending .lode");
  }
  if (arguments.memory) return convert_in_memory_limit(arguments, session, overwrite);
  arguments.graph.read.verify = Verify::full;  // the whole file is read anyway
  arguments.values.ask(arguments.graph.read);
  auto loaded = arguments.graph.load(session, arguments.threads);
  loaded.graph = loaded.graph.with_values(arguments.values.read(loaded));
  const RunContext run = session.run_context(1, arguments.threads, std::numeric_limits<double>::infinity(),
                                             "writing " + arguments.output);
  arguments.arithmetic.apply(arguments.graph, loaded, session, arguments.threads);
  cut_asked_core(arguments, loaded, run);
  session.note(fmt::format("read {}: {}", loaded.display_name, loaded.report.summary()));
  if (const auto& core_of = loaded.report.core_of) {
    session.note((format == "lode" ? "it is " : "the output does not say that it is ") +
                 core_origin_text(*core_of));
    if (format == "lode") arguments.write.core_of = core_of;
  }
  arguments.write.overwrite = overwrite;
  arguments.write.comment = session.command_line();
  const OutputReport report =
      to_stdout ? write_graph(
                      loaded.graph, [&](std::string_view text) { session.print(text); }, arguments.write, run)
                : write_graph(loaded.graph, arguments.output, arguments.write, run);
  session.note(fmt::format("wrote {}: {}", report.path, with_flags(report.summary())));
  if (!arguments.names_path.empty()) {
    write_vertex_names(loaded.graph, format, arguments.names_path, overwrite);
    session.note(fmt::format("wrote {}: the names of the vertices", arguments.names_path));
  }
}

}  // namespace

void add_convert(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App& command = *app.add_subcommand("convert", "Writes a graph in another format, or a part of it");
  set_examples(command, {{"lode convert karate karate.mtx", "as a Matrix Market file"},
                         {"lode convert big.txt.gz big.lode", "as a lode file, which is read fastest"}});
  arguments->add_options(command);
  command.callback([arguments, &session] { convert(*arguments, session); });
}

}  // namespace lode::tool
