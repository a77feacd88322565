#include "core_arguments.hpp"

#include <limits>

#include <lode/core/error.hpp>

#include "loads.hpp"
#include "shell/values.hpp"

namespace lode::cluster {
namespace {

void refuse(bool asked, const char* option, const char* problem, const char* remedy) {
  if (asked) throw InvalidArgument(option, "on", problem, remedy);
}

}  // namespace

void CoreArguments::add_options(CLI::App& command) {
  command
      .add_option("files", request.files, "Files that make up the graph, in any order, readable on all ranks")
      ->required()
      ->type_name("FILES");
  graph.add_read_options(command);
  command.add_option("-s,--size", request.sizes, "Sizes to bound: 50, 10,20,50, 2:200 or 10:200:10")
      ->required()
      ->type_name("SIZES");
  CLI::Option* const memory =
      command
          .add_option(
              "--memory", request.memory,
              "Cut the least core that lode can search on one machine within so many bytes (500M, 8G)")
          ->transform(CLI::AsSizeValue(false))
          ->type_name("SIZE");
  command.add_option("--core", request.core, "Cut this core")
      ->type_name("C")
      ->check(tool::whole_number<std::uint32_t>(1))
      ->excludes(memory);
  command
      .add_option("--passes", request.passes,
                  "Passes over all edges for the lp bound, and as many for the spectral one")
      ->capture_default_str()
      ->check(tool::whole_number_between(1, most_passes));
  command
      .add_option("--cores", request.cores_path, "Write id, degree and core number of every vertex as CSV")
      ->type_name("FILE");
  CLI::Option* const checkpoint =
      command
          .add_option("--checkpoint", request.checkpoint,
                      "Keep the state after every phase in this folder, a file per rank")
          ->type_name("FOLDER");
  command.add_flag("--resume", request.resume, "Go on after the last phase that the folder holds")
      ->needs(checkpoint);
  command.add_option("--format", format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  command.add_flag("--force", request.overwrite, "Overwrite existing files");
}

CoreRequest CoreArguments::checked() const {
  CoreRequest asked = request;
  asked.read = graph.read;
  asked.read.verify = Verify::full;
  refuse(asked.read.weighted, "--weighted", "cores across ranks are by degree, without weights",
         "leave it out, or cut the core on one machine with 'lode convert --weighted --core'");
  refuse(asked.read.labels, "--labels", "vertices across ranks are called by integers",
         "number the vertices first, or read the graph on one machine");
  refuse(asked.read.lenient, "--lenient", "lines across ranks are read or refused", "mend the lines");
  if (asked.read.merge != MergeRule::error) {
    throw InvalidArgument("--merge", "on", "merges weights, which are not read across ranks", "leave it out");
  }
  if (!asked.memory && !asked.core) {
    throw InvalidArgument("--memory", "not given", "nothing says which core to cut",
                          "give the memory of the machine that will search it, or --core C");
  }
  for (const std::string& file : asked.files) {
    if (file == "-") {
      throw InvalidArgument("files", "-", "standard input belongs to one rank", "store it in a file");
    }
  }
  if (asked.output == "-") {
    throw InvalidArgument("--output", "-", "a core is a file", "name a .lode file");
  }
  return asked;
}

}  // namespace lode::cluster
