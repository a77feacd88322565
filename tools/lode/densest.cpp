#include <memory>

#include "commands.hpp"
#include "densest/plain.hpp"
#include "shell/questions.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {
namespace {

using Kind = QuestionOption::Kind;

const Question densest_question = {
    .command = "densest",
    .options =
        {{"--values", "FILE|COLUMN",
          "Numbers of vertices, of any sign, that are added to the weight of a set", Kind::values},
         {"--costs", "FILE|COLUMN",
          "Positive costs of vertices, whose sum divides the weight in place of the number of vertices",
          Kind::values},
         {"--include", "IDS", "Vertices that the set must hold: 3,17,99 or file:PATH, one id a line",
          Kind::vertices, false, true, "", "--anchors --at-least --at-most --certificate"},
         {"--exclude", "IDS", "Vertices that the set must not hold, given likewise", Kind::vertices, false,
          true, "", "--anchors --at-least --at-most --certificate"},
         {"--at-least", "K", "Sets of at least this many vertices", Kind::whole_number, false, true, "",
          "--at-most --anchors --values --costs --certificate"},
         {"--at-most", "K", "Sets of at most this many vertices", Kind::whole_number, false, true, "",
          "--anchors --values --costs --certificate"},
         {"--anchors", "IDS",
          "Dense sets around these vertices: maximise (2 w(S) - D) / |S|, where D is the sum of the degrees "
          "of "
          "the other vertices of S",
          Kind::vertices, false, false, "", "--values --costs --certificate"},
         {"--weighting", "RULE",
          "Weights of edges: given, or fraudar, which divides a weight by log(d + 5), where d is the larger "
          "degree of the two ends",
          Kind::text, false, false, "", "--certificate", 0, "", "given,fraudar", "given"},
         {"--time", "SECONDS",
          "Limit for the answer; default: until it is proven\nThe best set found by then is printed with a "
          "bound",
          Kind::number, false, true, "", "", 0, "Effort"},
         {"--decomposition", "FILE",
          "Write the dense layers as CSV: id, layer, density of the layer on those before it",
          Kind::output_file, false, true, "", "--anchors --include --exclude"},
         {"--layers", "FILE", "List all locally densest sets, the densest first, and write them as CSV",
          Kind::output_file, false, true, "", "--anchors --include --exclude"},
         {"-o,--output", "FILE", "Write the set into a file, one original id a line", Kind::output_file,
          false, true},
         {"--certificate", "FILE", "Write a proof of the bound, which 'lode verify --certificate' checks",
          Kind::output_file, false, true}},
    .ask = ask_densest};

}  // namespace

void add_densest(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<QuestionArguments>();
  CLI::App& command =
      *app.add_subcommand("densest", "Finds the set with the most edges per vertex, of any size, exactly");
  set_examples(command, {{"lode densest karate", "the densest subgraph, proven"},
                         {"lode densest karate --clique 3", "the set with the most triangles per vertex"}});
  arguments->graph.add_options_of_several(command);
  arguments->add_options(command, densest_question);
  begin_section(command, heading::effort);
  add_threads(command, arguments->run.threads);
  arguments->out.add_options(command, {"text", "json"});
  command.callback([arguments, &session] {
    const Question& question = arguments->asked();
    run_on_each("densest", arguments->graph, arguments->out, session,
                [&] { answer_question(question, *arguments, session); });
  });
}

}  // namespace lode::tool
