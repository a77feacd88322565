#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/questions/cliques.hpp>
#include <lode/report/format.hpp>

#include "questions/questions.hpp"
#include "report/tables/answer_words.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"

namespace lode {
namespace {

using namespace detail;

std::string fraction_text(Fraction fraction) {
  return fmt::format("{}/{} = {}", fraction.numerator, fraction.denominator,
                     format_rounded(fraction.value(), 10));
}

std::string proof_sentence(const CliqueDensest& densest) {
  if (!densest.proven_optimal) return "none, the search was stopped: the densest set found so far";
  if (densest.cliques == 0) return "the graph has no such cliques";
  return fmt::format("all loads down to the ratio, on a clique core of {} and {}, {}",
                     format_plural(densest.core_vertices, "vertex", "vertices"),
                     format_plural(densest.core_cliques, "clique", "cliques"),
                     format_plural(densest.passes, "pass", "passes"));
}

QuestionAnswer ask_cliques(QuestionInput& in) {
  const QuestionData<Graph>& read = in.graph();
  const RunContext run = in.run(read.name);
  const auto k = static_cast<Vertex>(*in.whole_number("--clique"));
  const CliqueDensest densest = densest_by_cliques(read.data, k, run);
  const double seconds = run.elapsed();
  const auto size = static_cast<Vertex>(densest.vertices.size());
  const bool weighted = read.data.weighted();
  const Fraction ratio{densest.cliques, std::max<std::uint64_t>(1, size)};
  const Facts facts = {
      {"", {}, "input", escape_terminal(read.input.summary())},
      {"size", size, "densest set", format_plural(size, "vertex", "vertices")},
      {"cliques", densest.cliques, "cliques",
       fmt::format(
           "{} of {} vertices{}", densest.cliques, densest.k,
           densest.graph_cliques > 0 ? fmt::format(", of {} in the graph", densest.graph_cliques) : "")},
      {"edges", densest.edges, "edges",
       fmt::format("{} of {} possible", densest.edges, possible_edges(size))},
      {"weight", json_number(densest.weight)},
      {"ratio",
       {{"numerator", ratio.numerator},
        {"denominator", ratio.denominator},
        {"value", json_number(ratio.value())}},
       "ratio",
       fraction_text(ratio) + " cliques per vertex"},
      {"bound", json_number(densest.bound.value()), "bound",
       "no set has more than " + fraction_text(densest.bound)},
      {"bound_fraction",
       {{"numerator", densest.bound.numerator}, {"denominator", densest.bound.denominator}}},
      {density_key(weighted), json_number(weight_density(densest.weight, size))},
      {degree_key(weighted), json_number(average_degree(densest.weight, size))},
      {"proven_optimal", densest.proven_optimal},
      {"proof",
       {{"core_vertices", densest.core_vertices},
        {"core_cliques", densest.core_cliques},
        {"passes", densest.passes}},
       "proof",
       proof_sentence(densest)},
      time_fact(read.seconds, seconds),
      {"vertices", json_names(read.data, densest.vertices)}};
  Json head = json_document("densest");
  head["graph"] = json_graph(read.name, read.input);
  head["clique"] = densest.k;
  head["graph_cliques"] = densest.graph_cliques;
  QuestionAnswer answer{answer_document(
      in.option("--format") == "json", std::move(head), facts, escape_terminal(read.name),
      names_text("vertices", read.data, densest.vertices), json_seconds(read.seconds, seconds))};
  answer.add_file(in, "-o", [&] { return vertex_set_text(read.data, densest.vertices, densest.edges); });
  answer.add_file(in, "--curve", [&] {
    std::string text = "s,bound\n";
    const std::vector<std::uint64_t> curve = clique_curve(read.data, densest, run);
    for (std::size_t s = 0; s < curve.size(); ++s) text += fmt::format("{},{}\n", s, curve[s]);
    return text;
  });
  answer.add_file(in, "--certificate", [&] { return clique_certificate_json(read.data, densest); });
  return answer;
}

std::string check_certificate(QuestionInput& in, const std::string& path) {
  const CheckedCliques checked = check_clique_certificate(path, in.graph().data, in.run("verify"));
  return fmt::format(
      "no set has more than {} cliques of {} vertices per vertex: verified\n"
      "the set of {} has {}: {}\n",
      fraction_text(checked.bound), checked.k, format_plural(checked.vertices.size(), "vertex", "vertices"),
      format_plural(checked.cliques, "clique", "cliques"),
      checked.proven_optimal() ? "verified, and optimal" : "verified, not proven optimal");
}

}  // namespace

std::vector<Question> questions::cliques() {
  using Kind = QuestionOption::Kind;
  return {
      {.command = "densest",
       .options = {{"--clique", "K",
                    "Count cliques of K vertices in place of edges: 3 for triangles, up to 6",
                    Kind::whole_number, true, true, "", "", least_counted_clique},
                   {"--curve", "FILE",
                    "With --clique: write for every s an upper bound on the cliques of s vertices, as CSV",
                    Kind::output_file, false, false, "--clique"}},
       .honours = "--weighted --time -o --certificate",
       .fields = {{"clique", "integer", "k: cliques of k vertices are counted."},
                  {"graph_cliques", "integer", "Cliques of the whole graph."},
                  {"result", "#totals", "The answer."},
                  {"result.size", "integer", "Number of vertices of the set."},
                  {"result.cliques", "integer", "Cliques inside the set."},
                  {"result.ratio", "#ratio"},
                  {"result.bound", "number", "No set has more cliques per vertex; rounded."},
                  {"result.bound_fraction", "#fraction", "The exact bound."},
                  {"result.proven_optimal", "boolean", "Whether no set has more cliques per vertex."},
                  {"result.proof.core_vertices", "integer", "Vertices of the core that was searched."},
                  {"result.proof.core_cliques", "integer", "Cliques of that core."},
                  {"result.proof.passes", "integer", "Number of passes over the cliques."},
                  {"result.vertices", "vertex[]", "The vertices, by their original ids."}},
       .ask = ask_cliques,
       .certificate = "cliques",
       .check = check_certificate}};
}

}  // namespace lode
