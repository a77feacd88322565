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
#include "shell/options.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

/// Converts file to file, without the graph in memory.
void convert_in_memory_limit(const ConvertArguments& arguments, Session& session) {
  if (arguments.core || arguments.graph.gives_numbers() || arguments.arithmetic.given()) {
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

void cut_asked_core(const ConvertArguments& arguments, GraphArgument::Loaded& loaded, const RunContext& run) {
  if (!arguments.core) return;
  auto [graph, origin] = cut_core(loaded.data, *arguments.core, run, loaded.input.core_of);
  loaded.data = std::move(graph);
  loaded.input.core_of = std::move(origin);
}

void convert(ConvertArguments arguments, Session& session) {
  if (arguments.output == "-" && arguments.write.format.empty()) {
    throw InvalidArgument("output file", "-", "(standard output) names no format",
                          fmt::format("use --to with one of: {}", fmt::join(writable_formats(), ", ")));
  }
  const std::string format(output_format(arguments.output, arguments.write));
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
  arguments.arithmetic.apply(arguments.graph, loaded, session, arguments.threads);
  cut_asked_core(arguments, loaded, run);
  session.note(fmt::format("read {}: {}", loaded.name, loaded.input.summary()));
  if (const auto& core_of = loaded.input.core_of) {
    session.note((format == "lode" ? "it is " : "the output does not say that it is ") +
                 core_origin_text(*core_of));
    if (format == "lode") arguments.write.core_of = core_of;
  }
  arguments.write.overwrite = arguments.out.overwrite();
  arguments.write.comment = session.command_line();
  const OutputReport report = write_graph(loaded.data, arguments.output, arguments.write, run);
  session.note(fmt::format("wrote {}: {}", report.path, with_flags(report.summary())));
  if (!arguments.names_path.empty()) {
    write_vertex_names(loaded.data, format, arguments.names_path, arguments.write.overwrite);
    session.note(fmt::format("wrote {}: the names of the vertices", arguments.names_path));
  }
}

}  // namespace

void add_convert(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App& command = *app.add_subcommand("convert", "Writes a graph in another format, or a part of it");
  set_examples(command, {{"lode convert karate karate.mtx", "as a Matrix Market file"},
                         {"lode convert big.txt.gz big.lode", "as a lode file, which is read fastest"}});
  arguments->graph.takes_core = true;
  arguments->add_options(command);
  command.callback([arguments, &session] { convert(*arguments, session); });
}

}  // namespace lode::tool
