#include "convert/arguments.hpp"

#include <string_view>
#include <vector>

#include "shell/arguments/run.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {

void ConvertArguments::add_options(CLI::App& command) {
  begin_section(command, heading::input);
  command
      .add_option("input", graph.name, "Path of a file, - for standard input, or the name of a known graph")
      ->required()
      ->type_name("GRAPH");
  begin_section(command, heading::output);
  command
      .add_option(
          "output", output,
          "File, whose ending names the format; .gz, .zst, .bz2 or .xz compresses it; - for standard output")
      ->required()
      ->type_name("FILE");
  const std::vector<std::string_view> formats = writable_formats();
  command.add_option("--to", write.format, "Format of the output, in place of that of the ending")
      ->type_name("FORMAT")
      ->check(suggested({formats.begin(), formats.end()}));
  command
      .add_option("--names", names_path,
                  "Write a CSV table of the numbers in the output and the original names")
      ->type_name("FILE");
  graph.add_read_options(command);
  graph.add_signed_option(command);
  values.add_option(command, "--values", "Numbers of vertices that are written, too");
  arithmetic.add_options(command);
  begin_section(command, heading::effort);
  command
      .add_option(
          "--memory", memory,
          "Sort on disk within this much memory, as 500M or 2G\nFor edge lists and WebGraph files that "
          "become lode "
          "files")
      ->transform(memory_size())
      ->type_name("BYTES");
  begin_section(command, heading::question);
  command
      .add_option("--core", core,
                  "Write the C-core alone, as a lode file that says so\nWith --weighted the core is by "
                  "strength. find "
                  "and bounds then answer for the whole graph")
      ->type_name("C")
      ->check(number_from_zero());
  begin_section(command, heading::output);
  command.add_flag("--force", force, "Overwrite files that exist");
  begin_section(command, heading::effort);
  add_threads(command, threads);
}

}  // namespace lode::tool
