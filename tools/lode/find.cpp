#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/registry.hpp>

#include "commands.hpp"
#include "find/output.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

using Kind = QuestionOption::Kind;
constexpr double any = -std::numeric_limits<double>::infinity();

const Question find_question = {
    .command = "find",
    .options =
        {{"--values", "FILE|COLUMN",
          "Numbers of vertices, of any sign, that are added to the edges or weights of a set", Kind::values},
         {"-s,--size", "SIZES", "Sizes of the sets: 50, 10,20,50, 2:200 or 10:200:10, both ends included",
          Kind::text, false, true},
         {"--include", "IDS", "Vertices that the set must hold: 3,17,99 or file:PATH, one id a line",
          Kind::vertices, false, true},
         {"--exclude", "IDS", "Vertices that the set must not hold, given likewise", Kind::vertices, false,
          true},
         {"--connected", "", "Only sets that induce a connected subgraph", Kind::flag, false, true},
         {"--top", "N", "Give N distinct sets of each size, the best one first", Kind::whole_number, false,
          true, "", "", 1},
         {"--max-overlap", "PART",
          "Part of its vertices that a set of --top may share with an earlier one: at least 0, below 1; "
          "default 0.5",
          Kind::number, false, false, "--top", "", any},
         {"--minimise", "", "Find the sets of least weight, or fewest edges, with a lower bound"},
         {"--time", "SECONDS",
          "Limit for the search and the bounds of one size\nReading and writing do not count. hybrid uses "
          "all of it unless it proves its answer",
          Kind::number, false, true, "", "", 0, "Effort"},
         {"--effort", "LEVEL",
          "Work on upper bounds: none, cheap, auto, strong or proof\nWith cheap they take at most 3/10 of "
          "--time. With auto they take about 2 s more for one size, or 6 s for several, where the gap is "
          "above 1 %, and as much as the search took. Graphs of up to 300 vertices get 2 s for one answer, 6 "
          "s for all. With strong they take the remaining time, at most 30 s for each size. With proof the "
          "set and the bound are improved in turns until they meet or --time ends",
          Kind::text, false, true, "", "", 0, "Effort", "none,cheap,auto,strong,proof", "auto"},
         {"--start", "START",
          "Set from which the search begins: degree for the vertices of largest degree, random, peeling for "
          "the set that peeling leaves, or file:PATH",
          Kind::vertices, false, false, "", "", 0, "Effort", "degree,random,peeling,file:PATH"},
         {"--target", "EDGES",
          "Stop once a set has this many edges; with weights or --values, this weight or objective",
          Kind::number, false, false, "", "", any, "Effort"},
         {"--memory", "BYTES",
          "Memory of the search, as 500M or 2G\nA graph whose rows take more than half of this is read from "
          "its file repeatedly, and only a core that fits is searched. This is the default for a lode file "
          "that takes half of the memory of the machine",
          Kind::bytes, false, false, "", "", 0, "Effort"},
         {"-o,--output", "FILE",
          "Write the set into a file, one original id a line\n{s}, {rank} and {graph} in the name are filled "
          "in",
          Kind::output_file, false, true},
         {"--certificate", "FILE", "Write a proof of the bounds, which 'lode verify --certificate' checks",
          Kind::output_file, false, true},
         {"--induced", "FILE", "Write the subgraph of the set as an edge list", Kind::output_file}},
    .find = [](const QuestionInput&) {
      return FindVariant{0, [](const Graph& graph, const FindRequest& request, const FindEvents& events,
                               const RunContext& run) { return find(graph, request, events, run); }};
    }};

/// Errors: InvalidArgument, which names every option that can stand in place of sizes.
[[noreturn]] void refuse_no_sizes(const std::vector<std::string>& graphs) {
  const std::string& last = graphs.back();
  if (graphs.size() > 1 && last.find_first_not_of("0123456789:,") == std::string::npos) {
    throw InvalidArgument(fmt::format("'{0}' is taken for a graph; sizes are given as in: -s {0}", last));
  }
  std::string others;
  for (const Question& question : all_questions()) {
    if (!question.refuses.starts_with("-s ")) continue;
    for (const QuestionOption& option : question.options) others += fmt::format(" or {}", option.name);
  }
  throw InvalidArgument(fmt::format("-s,--size is required,{} in its place", others));
}

/// Checks before any input is read. `answers`: number of answers about largest sets; 0: sizes are asked for.
void check(const FindArguments& arguments, std::size_t answers, Session& session) {
  const std::string induced = arguments.option("--induced"), target = arguments.option("--target");
  if (answers == 0 && arguments.option("-s").empty()) refuse_no_sizes(arguments.graph.names);
  subgraph::method(arguments.method.method);
  for (const char* const option : {"-o", "--induced"}) {
    const std::string top = arguments.option("--top");
    if (!top.empty() && top != "1")
      arguments.out.need_place(option, "{rank}", "--top asks for several answers");
    if (answers > 1) arguments.out.need_place(option, "{s}", "several answers are asked for");
  }
  if (!induced.empty()) output_format(induced, {.format = "edges"});
  const bool has_signs = arguments.graph.gives_numbers() || arguments.graph.read.signs == WeightSigns::any;
  if (target.starts_with('-') && std::stod(target) < 0.0 && !has_signs)
    throw InvalidArgument(fmt::format("--target: {} is below 0", target));
  arguments.out.check(session);
}

}  // namespace

void add_find(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<FindArguments>();
  CLI::App& command =
      *app.add_subcommand("find", "Finds the sets of s vertices with the most edges, and upper bounds");
  set_examples(
      command,
      {{"lode find karate -s 5", "the best set of 5 vertices"},
       {"lode find karate -s 2:20 --effort proof --format csv", "all sizes from 2 to 20, with proofs"}},
      "'lode help METHOD' has the settings of a method.");
  arguments->graph.add_options(command, {.several = true, .signs = true, .core = true});
  arguments->add_options(command, find_question);
  begin_section(command, heading::effort);
  arguments->run.add_options(command);
  add_method_options(command, options_of(subgraph::methods()), arguments->method.method,
                     arguments->method.settings);
  arguments->out.add_options(command, {"text", "json", "csv"});
  command.callback([arguments, &session] {
    const Question& question = arguments->asked();
    FindVariant variant;
    if (question.find) {
      variant = question.find(ToolInput(*arguments, session));
      check(*arguments, variant.answers, session);
    }
    run_on_each("find", arguments->graph, arguments->out, session, [&] {
      if (question.ask) return answer_question(question, *arguments, session);
      find_and_print(variant, *arguments, session);
    });
  });
}

}  // namespace lode::tool
