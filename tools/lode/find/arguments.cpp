#include "find/arguments.hpp"

#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/subgraph/registry.hpp>

#include "shell/arguments/values.hpp"
#include "shell/output_pattern.hpp"

namespace lode::tool {
namespace {

/// Sizes are asked for, or what the largest set shall reach.
void check_question(const ThresholdArguments& thresholds, const std::string& sizes) {
  if (thresholds.given() == sizes.empty()) return;
  if (sizes.empty()) {
    throw InvalidArgument("-s,--size is required, or --min-density or --min-average-degree in its place");
  }
  throw InvalidArgument("-s", sizes, "asks for sets of a size, and a threshold for the largest set",
                        "leave out one of them");
}

}  // namespace

void FindArguments::check(Session& session) const {
  check_question(thresholds, sizes);
  thresholds.parse();
  sided.check();
  subgraph::method(method.method);
  demands.check();
  quotas.check();
  if (nested && (quotas.given() || thresholds.given())) {
    throw InvalidArgument("--nested", "given", "goes with sizes alone", "leave out quotas and thresholds");
  }
  if (quotas.given() && thresholds.given()) {
    throw InvalidArgument("--quota", quotas.limits, "goes with sizes, not with a threshold", "give -s");
  }
  for (const auto& [option, path] : {std::pair("-o", set_path), std::pair("--induced", induced_path)}) {
    if (demands.top.value_or(1) != 1) need_place(option, path, "{rank}", "--top asks for several answers");
    if (thresholds.parse().size() > 1) need_place(option, path, "{s}", "several thresholds are given");
  }
  const bool has_signs = values.given() || graph.read.signs == WeightSigns::any;
  if (target < 0.0 && !has_signs) {
    throw InvalidArgument(fmt::format("--target: {} is below 0", target));
  }
  session.check_outputs({set_path, induced_path, certificate_path},
                        {graph.name, values.source(), quotas.groups, quotas.limits}, overwrite());
}

void FindArguments::add_options(CLI::App& command) {
  graph.add_options_of_several(command);
  graph.add_signed_option(command);
  graph.add_core_option(command);
  command.add_option("-s,--size", sizes, "Sizes: 50, 10,20,50, 2:200 or 10:200:10 (ends included)")
      ->type_name("SIZES");
  thresholds.add_options(command);
  sided.add_options(command);
  add_method_options(command, method);
  demands.add_options(command);
  quotas.add_options(command);
  command.add_flag("--nested", nested, "Sets of several sizes that hold each other, and what that costs");
  values.add_option(command, "--values",
                    "Values of vertices, of any sign, that count beside the edges (weights)");
  command
      .add_option(
          "--time", time_limit,
          "Time per size for bounds and search together, reading and writing not counted; hybrid goes "
          "on for so long unless the answer is proven optimal")
      ->type_name("SEC")
      ->check(number_from_zero());
  command
      .add_option("--effort", effort,
                  "Spent on upper bounds: cheap at most 3/10 of --time; auto then about 2 s per size (6 s "
                  "for several) "
                  "where the gap is above 1 %, and as much as the search took; strong then the time left, at "
                  "most 30 s "
                  "per size; proof then answer and bound in turns until they meet or --time ends")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "cheap", "auto", "strong", "proof"}));
  command
      .add_option("--certificate", certificate_path,
                  "Write what 'lode verify --certificate' needs to check the bounds")
      ->type_name("FILE");
  command
      .add_option("--target", target,
                  "Stop once this many edges (this weight, with --values this objective) are reached")
      ->type_name("EDGES")
      ->check(any_number());
  run.add_options(command);
  command
      .add_option(
          "--memory", memory,
          "Search within about so many bytes (500M, 2G): a graph whose rows take more than half of them "
          "is read by passes, and the core of it that fits is searched; bounds keep to the other half; lode "
          "files that take half of "
          "the machine's memory are without being asked")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
  command
      .add_option(
          "-o,--output", set_path,
          "Write the set, one original id per line; {s}, {rank} and {graph} in the name are filled in")
      ->type_name("FILE");
  command.add_option("--induced", induced_path, "Write the induced subgraph as an edge list")
      ->type_name("FILE");
  command.add_option("--format", format, "What is printed")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command.add_flag("--force", force, "Overwrite existing files");
}

}  // namespace lode::tool
