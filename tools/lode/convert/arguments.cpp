#include "convert/arguments.hpp"

#include <string_view>
#include <vector>

#include "shell/options.hpp"

namespace lode::tool {

void ConvertArguments::add_options(CLI::App& command) {
  begin_section(command, heading::input);
  add_option(command, "input", graph.name, "GRAPH",
             "Path of a file, - for standard input, or the name of a known graph")
      ->required();
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
  arithmetic.add_options(command);
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
}

}  // namespace lode::tool
