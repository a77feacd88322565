#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/questions/directed.hpp>
#include <lode/report/format.hpp>
#include <lode/study/question.hpp>

#include "questions/questions.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"

namespace lode {
namespace {

using namespace detail;

/// The facts about a densest pair of sets of arcs or of two sides. `unit`: "arcs" or "edges".
void add_pair_facts(Facts& facts, const DirectedDensest& densest, const char* unit) {
  const std::string bound = densest.proven_optimal ? "the same" : format_rounded(densest.bound, 10);
  const Facts more = {{"edges", densest.arcs},
                      {"weight", densest.arcs},
                      {"rho", json_number(densest.rho()), "rho",
                       fmt::format("{}/sqrt({}*{}) = {}", densest.arcs, densest.sources.size(),
                                   densest.targets.size(), format_rounded(densest.rho(), 10))},
                      {"bound", json_number(densest.bound), "bound", bound + ": no pair has a larger rho"},
                      {"proven_optimal", densest.proven_optimal},
                      {"proof",
                       {{"splits", densest.ratios}, {"flows", densest.flows}},
                       "proof",
                       fmt::format("{} of the {}, {}", format_plural(densest.ratios, "split", "splits"), unit,
                                   format_plural(densest.flows, "flow", "flows"))}};
  facts.insert(facts.end(), more.begin(), more.end());
}

/// Fields of a document, and those of add_pair_facts.
std::vector<QuestionField> fields_of_pair(std::vector<QuestionField> fields) {
  fields.insert(fields.end(),
                {{"result.edges", "integer", "Edges from the first set to the second."},
                 {"result.weight", "integer", "The same as edges."},
                 {"result.rho", "number", "edges / sqrt(product of the sizes of both sets)."},
                 {"result.bound", "number|null", "No pair has a larger rho."},
                 {"result.proven_optimal", "boolean", "Whether rho meets the bound."},
                 {"result.proof.splits", "integer", "Ratios of the sizes for which the edges were split."},
                 {"result.proof.flows", "integer", "Maximum flows that were computed."}});
  return fields;
}

QuestionAnswer ask_directed(QuestionInput& in) {
  QuestionData<Arcs> read = in.arcs();
  const bool drops_loops = in.given("--drop-loops");
  const EdgeCount loops = read.data.num_loops();
  const Arcs arcs = drops_loops ? read.data.without_loops() : std::move(read.data);
  const RunContext run = in.run(read.name);
  const DirectedDensest densest =
      directed_densest(arcs, run, in.given("--certificate") ? KeepSplits::yes : KeepSplits::no);
  VertexSet both;
  std::ranges::set_union(densest.sources, densest.targets, std::back_inserter(both));
  const std::size_t sources = densest.sources.size();
  const std::size_t targets = densest.targets.size();
  Facts facts = {
      {"", {}, "input", escape_terminal(read.input.summary())},
      {"loops_counted", !drops_loops, "loops",
       fmt::format("{}, {}", drops_loops ? "left out" : "counted", format_plural(loops, "loop", "loops"))},
      {"size", both.size(), "densest pair",
       fmt::format("{} and {}, {} in both", format_plural(sources, "source", "sources"),
                   format_plural(targets, "target", "targets"), sources + targets - both.size())},
      {"", {}, "arcs", fmt::format("{} from sources to targets", densest.arcs)}};
  add_pair_facts(facts, densest, "arcs");
  facts.push_back(time_fact(read.seconds, run.elapsed()));
  facts.push_back({"sources", json_names(arcs, densest.sources)});
  facts.push_back({"targets", json_names(arcs, densest.targets)});
  facts.push_back({"vertices", json_names(arcs, both)});
  Json head = json_document("densest");
  head["graph"] = {{"name", read.name},
                   {"vertices", arcs.num_vertices()},
                   {"edges", arcs.num_arcs()},
                   {"directed", true},
                   {"loops", arcs.num_loops()},
                   {"self_loops_dropped", drops_loops ? loops : 0},
                   {"duplicates_merged", read.input.duplicates_merged},
                   {"weighted", false},
                   {"notes", read.input.notes}};
  QuestionAnswer answer{answer_document(
      in.option("--format") == "json", std::move(head), facts, escape_terminal(read.name),
      names_text("sources", arcs, densest.sources) + names_text("targets", arcs, densest.targets),
      json_seconds(read.seconds, run.elapsed()))};
  answer.add_file(in, "-o", [&] {
    return fmt::format("# arcs {}\n", densest.arcs) + side_lines("source", arcs, densest.sources) +
           side_lines("target", arcs, densest.targets);
  });
  answer.add_file(in, "--certificate", [&] { return directed_certificate_json(arcs, densest, drops_loops); });
  return answer;
}

QuestionAnswer ask_sides(QuestionInput& in) {
  const QuestionData<SidedGraph> read = in.sides();
  const RunContext run = in.run(read.name);
  const DirectedDensest densest = densest_pair(read.data, run);
  const std::size_t left = densest.sources.size();
  const std::size_t right = densest.targets.size();
  Facts facts = {
      {"size", left + right, "densest pair", fmt::format("{} left and {} right vertices", left, right)},
      {"left_size", left},
      {"right_size", right, "edges", fmt::format("{} of {} possible", densest.arcs, left * right)}};
  add_pair_facts(facts, densest, "edges");
  facts.push_back(time_fact(read.seconds, run.elapsed()));
  facts.push_back({"left", json_names(read.data.graph, densest.sources)});
  facts.push_back({"right", json_names(read.data.graph, densest.targets)});
  Json head = json_document("densest");
  head["graph"] = json_sides(read);
  QuestionAnswer answer{answer_document(in.option("--format") == "json", std::move(head), facts,
                                        sides_text(read),
                                        both_sides_text(read.data, densest.sources, densest.targets),
                                        json_seconds(read.seconds, run.elapsed()))};
  answer.add_file(in, "-o",
                  [&] { return pair_lines(read.data, densest.sources, densest.targets, densest.arcs); });
  return answer;
}

std::string check_certificate(QuestionInput& in, const std::string& path) {
  const QuestionData<Arcs> read = in.arcs();
  const CheckedDirected checked = check_directed_certificate(path, read.data, in.run("verify"));
  const DirectedDensest& answer = checked.answer;
  return fmt::format("{} and {}: {}, rho {}, loops {}: verified\nno pair has a rho above {}: verified{}\n",
                     format_plural(answer.sources.size(), "source", "sources"),
                     format_plural(answer.targets.size(), "target", "targets"),
                     format_plural(answer.arcs, "arc", "arcs"), format_rounded(answer.rho(), 10),
                     checked.drops_loops ? "left out" : "counted", format_upper_bound(answer.bound),
                     answer.proven_optimal ? " (the pair is optimal)" : "");
}

}  // namespace

std::vector<Question> questions::directed() {
  using Kind = QuestionOption::Kind;
  return {{.command = "densest",
           .options = {{"--directed", "", "Keep directions: sets S and T with most arcs per sqrt(|S| |T|)",
                        Kind::flag, true, true},
                       {"--drop-loops", "", "With --directed: leave loops out; else they count", Kind::flag,
                        false, false, "--directed"}},
           .takes = Question::Takes::arcs,
           .honours = "--weighted --time -o --certificate",
           .fields = fields_of_pair(
               {{"graph", "#directed_graph"},
                {"result.loops_counted", "boolean", "Whether edges from a vertex to itself count."},
                {"result.size", "integer", "Vertices of both sets together."},
                {"result.sources", "vertex[]", "The set S."},
                {"result.targets", "vertex[]", "The set T."},
                {"result.vertices", "vertex[]", "The vertices of both sets."}}),
           .ask = ask_directed,
           .certificate = "directed",
           .check = check_certificate},
          {.command = "densest",
           .options = {sides_option},
           .takes = Question::Takes::sides,
           .honours = "--time -o",
           .fields = fields_of_pair({{"graph", "#sided_graph"},
                                     {"result.size", "integer", "Vertices of both sides together."},
                                     {"result.left_size", "integer", "Left vertices of the pair."},
                                     {"result.right_size", "integer", "Right vertices of the pair."},
                                     {"result.left", "vertex[]", "The left vertices."},
                                     {"result.right", "vertex[]", "The right vertices."}}),
           .ask = ask_sides}};
}

}  // namespace lode
