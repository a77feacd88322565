#include "find/arguments.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"
#include "shell/output_pattern.hpp"

namespace lode::tool {
namespace {

/// Errors: InvalidArgument, which names every option that can stand in place of sizes.
[[noreturn]] void refuse_no_sizes(const std::vector<std::string>& graphs) {
  const std::string& last = graphs.back();
  if (graphs.size() > 1 && last.find_first_not_of("0123456789:,") == std::string::npos) {
    throw InvalidArgument(fmt::format("'{0}' is taken for a graph; sizes are given as in: -s {0}", last));
  }
  std::string others;
  for (const Question& question : all_questions()) {
    if (std::ranges::find(question.refuses, "-s") == question.refuses.end()) continue;
    for (const QuestionOption& option : question.options) others += fmt::format(" or {}", option.name);
  }
  throw InvalidArgument(fmt::format("-s,--size is required,{} in its place", others));
}

}  // namespace

void FindArguments::check(std::size_t answers, Session& session) const {
  if (answers == 0 && sizes.empty()) refuse_no_sizes(graph.names);
  subgraph::method(method.method);
  demands.check();
  for (const auto& [option, path] : {std::pair("-o", set_path), std::pair("--induced", induced_path)}) {
    if (demands.top.value_or(1) != 1) need_place(option, path, "{rank}", "--top asks for several answers");
    if (answers > 1) need_place(option, path, "{s}", "several answers are asked for");
  }
  if (!induced_path.empty()) output_format(induced_path, {.format = "edges"});
  const bool has_signs = values.given() || graph.read.signs == WeightSigns::any;
  if (target < 0.0 && !has_signs) {
    throw InvalidArgument(fmt::format("--target: {} is below 0", target));
  }
  std::vector<std::string> known;
  for (const std::string& path : {set_path, induced_path, certificate_path}) {
    if (!is_open_pattern(path)) known.push_back(path);
  }
  session.check_outputs(known, inputs(), overwrite());
}

void FindArguments::add_options(CLI::App& command) {
  graph.add_options_of_several(command);
  graph.add_signed_option(command);
  graph.add_core_option(command);
  values.add_option(command, "--values",
                    "Numbers of vertices, of any sign, that are added to the edges or weights of a set");
  begin_section(command, heading::question);
  command
      .add_option("-s,--size", sizes,
                  "Sizes of the sets: 50, 10,20,50, 2:200 or 10:200:10, both ends included")
      ->type_name("SIZES");
  questions.add_options(command);
  demands.add_options(command);
  begin_section(command, heading::effort);
  command
      .add_option("--time", time_limit,
                  "Limit for the search and the bounds of one size\n"
                  "Reading and writing do not count. hybrid uses all of it unless it proves its answer")
      ->type_name("SECONDS")
      ->check(number_from_zero());
  command
      .add_option("--effort", effort,
                  "Work on upper bounds: none, cheap, auto, strong or proof\n"
                  "With cheap they take at most 3/10 of --time. With auto they take about 2 s more for one "
                  "size, or 6 s for several, where the gap is above 1 %, and as much as the search took. "
                  "Graphs of up to 300 vertices get 2 s for one answer, 6 s for all. "
                  "With strong they take the remaining time, at most 30 s for each size. With proof the "
                  "set and the bound are improved in turns until they meet or --time ends")
      ->capture_default_str()
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"none", "cheap", "auto", "strong", "proof"}));
  add_method_options(command, options_of(subgraph::methods()), method.method, method.settings);
  begin_section(command, heading::effort);
  run.add_options(command);
  begin_section(command, heading::effort, Shown::in_full);
  command
      .add_option("--target", target,
                  "Stop once a set has this many edges; with weights or --values, this weight or objective")
      ->type_name("EDGES")
      ->check(any_number());
  command
      .add_option("--memory", memory,
                  "Memory of the search, as 500M or 2G\nA graph whose rows take more than half of this is "
                  "read from its file repeatedly, and only a core that fits is searched. This is the default "
                  "for a lode file that takes half of the memory of the machine")
      ->transform(memory_size())
      ->type_name("BYTES");
  begin_section(command, heading::output);
  command
      .add_option("-o,--output", set_path,
                  "Write the set into a file, one original id a line\n{s}, {rank} and {graph} in the name "
                  "are filled in")
      ->type_name("FILE");
  command
      .add_option("--certificate", certificate_path,
                  "Write a proof of the bounds, which 'lode verify --certificate' checks")
      ->type_name("FILE");
  command.add_option("--format", format, "Output format")
      ->capture_default_str()
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  begin_section(command, heading::output, Shown::in_full);
  command.add_option("--induced", induced_path, "Write the subgraph of the set as an edge list")
      ->type_name("FILE");
  command.add_flag("--force", force, "Overwrite files that exist");
}

}  // namespace lode::tool
