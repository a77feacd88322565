#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/questions/cliques.hpp>
#include <lode/report/format.hpp>

#include "questions/questions.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"

namespace lode {
namespace {

using detail::Facts;
using detail::Json;
using detail::json_names;
using detail::json_number;

std::string fraction_text(Fraction fraction) {
  return fmt::format("{}/{} = {}", fraction.numerator, fraction.denominator,
                     format_rounded(fraction.value(), 10));
}

Json fraction_json(Fraction fraction) {
  return {{"numerator", fraction.numerator},
          {"denominator", fraction.denominator},
          {"value", json_number(fraction.value())}};
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
      {"ratio", fraction_json(ratio), "ratio", fraction_text(ratio) + " cliques per vertex"},
      {"bound", fraction_json(densest.bound), "bound",
       "no set has more than " + fraction_text(densest.bound)},
      {"edge_density", json_number(edge_density(densest.edges, size).value())},
      {"average_degree", json_number(average_degree(static_cast<Weight>(densest.edges), size))},
      {"proven_optimal", densest.proven_optimal},
      {"proof",
       {{"core_vertices", densest.core_vertices},
        {"core_cliques", densest.core_cliques},
        {"passes", densest.passes}},
       "proof",
       proof_sentence(densest)},
      detail::time_fact(read.seconds, seconds),
      {"vertices", json_names(read.data, densest.vertices)}};
  Json head = detail::json_document("densest");
  head["graph"] = detail::json_graph(read.name, read.input);
  head["clique"] = densest.k;
  head["graph_cliques"] = densest.graph_cliques;
  QuestionAnswer answer{detail::answer_document(in.option("--format") == "json", std::move(head), facts,
                                                escape_terminal(read.name),
                                                detail::names_text("vertices", read.data, densest.vertices),
                                                detail::json_seconds(read.seconds, seconds))};
  if (in.given("-o")) {
    answer.files.push_back({"-o", vertex_set_text(read.data, densest.vertices, densest.edges)});
  }
  if (in.given("--curve")) {
    std::string text = "s,bound\n";
    const std::vector<std::uint64_t> curve = clique_curve(read.data, densest, run);
    for (std::size_t s = 0; s < curve.size(); ++s) text += fmt::format("{},{}\n", s, curve[s]);
    answer.files.push_back({"--curve", std::move(text)});
  }
  if (in.given("--certificate")) {
    answer.files.push_back({"--certificate", clique_certificate_json(read.data, densest)});
  }
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
       .ask = ask_cliques,
       .certificate = "cliques",
       .check = check_certificate}};
}

}  // namespace lode
