#include "densest/plain.hpp"
#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {

void PlainArguments::add_options(CLI::App& command) {
  begin_section(command, heading::input, Shown::in_full);
  values.add_option(command, "--values",
                    "Numbers of vertices, of any sign, that are added to the weight of a set");
  costs.add_option(
      command, "--costs",
      "Positive costs of vertices, whose sum divides the weight in place of the number of vertices");
  begin_section(command, heading::question);
  command
      .add_option("--include", include,
                  "Vertices that the set must hold: 3,17,99 or file:PATH, one id a line")
      ->type_name("IDS");
  command.add_option("--exclude", exclude, "Vertices that the set must not hold, given likewise")
      ->type_name("IDS");
  command.add_option("--at-least", at_least, "Sets of at least this many vertices")
      ->type_name("K")
      ->check(whole_number<Vertex>());
  command.add_option("--at-most", at_most, "Sets of at most this many vertices")
      ->type_name("K")
      ->check(whole_number<Vertex>());
  begin_section(command, heading::question, Shown::in_full);
  command
      .add_option("--anchors", anchors,
                  "Dense sets around these vertices: maximise (2 w(S) - D) / |S|, where D is the sum of the "
                  "degrees of the other vertices of S")
      ->type_name("IDS");
  command
      .add_option("--weighting", weighting,
                  "Weights of edges: given, or fraudar, which divides a weight by log(d + 5), where d is the "
                  "larger degree of the two ends")
      ->capture_default_str()
      ->type_name("RULE")
      ->check(CLI::IsMember({"given", "fraudar"}));
  begin_section(command, heading::output);
  command
      .add_option("--decomposition", decomposition_path,
                  "Write the dense layers as CSV: id, layer, density of the layer on those before it")
      ->type_name("FILE");
  command
      .add_option("--layers", layers_path,
                  "List all locally densest sets, the densest first, and write them as CSV")
      ->type_name("FILE");
}

}  // namespace lode::tool
