#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/questions/sides.hpp>
#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>

#include "core/column.hpp"
#include "questions/questions.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_names;
using detail::json_number;
using SidedColumns = detail::Columns<SidedAnswer>;

/// Names separated by blanks; blanks and backslashes inside a label are escaped by a backslash.
std::string csv_side(const SidedGraph& sides, std::span<const Vertex> vertices) {
  std::string text;
  for (const Vertex v : vertices) {
    if (!text.empty()) text += ' ';
    for (const char c : sides.graph.name(v)) {
      if (c == ' ' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

double gap_of(const SidedAnswer& answer) {
  return subgraph::relative_gap(static_cast<double>(answer.bound), static_cast<double>(answer.objective()));
}

double density_of(const SidedAnswer& answer) {
  return answer.area() == 0 ? 0.0 : static_cast<double>(answer.edges) / static_cast<double>(answer.area());
}

std::string bound_name(const SidedAnswer& answer) {
  return answer.rule.empty() ? std::string(answer.bound_name)
                             : fmt::format("{}, {}", answer.bound_name, answer.rule);
}

std::string optimality(const SidedAnswer& answer) {
  return answer.proven_optimal ? "optimal" : format_percent(gap_of(answer));
}

std::string bound_sentence(const SidedAnswer& answer) {
  return fmt::format("{} {} ({}){}{}", answer.least ? "area" : "edges", answer.bound, bound_name(answer),
                     answer.proven_optimal ? ": proven " : ", gap ", optimality(answer));
}

std::string title(const SidedAnswer& answer) {
  if (!answer.least) return fmt::format("{} x {}", answer.left.size(), answer.right.size());
  if (*answer.least == SideSizes{}) return "largest biclique";
  return fmt::format("largest biclique, at least {} x {}", answer.least->left, answer.least->right);
}

SidedColumns answer_columns(const QuestionData<SidedGraph>& read, const std::vector<SidedAnswer>& answers,
                            std::uint64_t seed, int threads) {
  using A = const SidedAnswer&;
  SidedColumns columns;
  const SidedGraph& sides = read.data;
  const bool areas = !answers.empty() && answers.front().least.has_value();
  columns.add("s", [](A a) { return a.left.size() + a.right.size(); });
  columns.add("left_size", [](A a) { return a.left.size(); }).table(1, "left");
  columns.add("right_size", [](A a) { return a.right.size(); }).table(2, "right");
  columns.add("area", [](A a) { return a.area(); }).table(3, "area").tell("sizes", [](A a) {
    return fmt::format("{} left and {} right vertices: area {}", a.left.size(), a.right.size(), a.area());
  });
  columns.add("edges", [](A a) { return a.edges; }).table(4, "edges").tell("edges", [](A a) {
    return fmt::format("{} of {} possible", a.edges, a.area());
  });
  columns.add("weight", [](A a) { return a.edges; });
  columns.add("edge_density", [](A a) { return json_number(density_of(a)); })
      .table(5, "edge density", [](A a) { return format_density(density_of(a)); })
      .tell("edge density", [](A a) { return format_density(density_of(a)) + " (edges / area)"; });
  columns.add("bound_of", [](A a) { return a.least ? "area" : "edges"; });
  columns.add("bound", [](A a) { return a.bound; })
      .table(6, "upper bound")
      .tell("upper bound", bound_sentence);
  columns.add("bound_rule", [](A a) { return a.bound_name; }).table(7, "bound", bound_name, Align::left);
  columns.json("rule", [](A a) { return a.rule.empty() ? detail::no_value() : Json(a.rule); });
  columns.json("multiplier",
               [](A a) { return a.rule.empty() ? detail::no_value() : json_number(a.multiplier); });
  columns.add("gap", [](A a) { return json_number(gap_of(a)); }).table(8, "gap", optimality);
  columns.add("proven_optimal", [](A a) { return a.proven_optimal; });
  if (areas) {
    columns.add("least_left", [](A a) { return a.least->left; });
    columns.add("least_right", [](A a) { return a.least->right; });
  }
  columns.add("method", [](A a) { return a.method; }).table(9, "method", {}, Align::left);
  columns.add("seed", [=](A) { return seed; });
  columns.add("threads", [=](A) { return threads; });
  columns.add("stop_reason", [](A a) { return to_string(a.stop_reason); }).tell("found by", [](A a) {
    return fmt::format("{} in {}, stopped: {}", a.method, format_seconds(a.seconds),
                       to_string(a.stop_reason));
  });
  columns.add("seconds", [](A a) { return json_number(a.seconds); });
  columns.json("left", [&](A a) { return json_names(sides.graph, a.left); });
  columns.json("right", [&](A a) { return json_names(sides.graph, a.right); });
  columns.csv("graph", [&](A) { return read.name; });
  columns.csv("left", [&](A a) { return csv_side(sides, a.left); });
  columns.csv("right", [&](A a) { return csv_side(sides, a.right); });
  return columns;
}

double side_density(const SidedGraph& sides) {
  return static_cast<double>(sides.graph.num_edges()) /
         (static_cast<double>(sides.left) * static_cast<double>(sides.right()));
}

std::string answers_text(const QuestionData<SidedGraph>& read, const std::vector<SidedAnswer>& answers,
                         const SidedColumns& columns, double total_seconds) {
  std::string text = detail::sides_text(read);
  if (answers.empty()) return text + "no answer: stopped before the first one\n";
  if (answers.size() > 1) {
    text += '\n' + table_text(detail::text_table(columns, answers));
    text += "\nedge density: edges / area; upper bound: on edges\n";
  }
  for (const SidedAnswer& answer : answers) {
    text += '\n' + title(answer) + '\n';
    if (answer.left.empty()) text += "  no pair of sets was found that does this\n";
    if (answers.size() == 1) text += detail::lines_text(columns, answer);
    text += detail::both_sides_text(read.data, answer.left, answer.right);
  }
  return text + fmt::format("\nloaded in {}, {} in all\n", format_seconds(read.seconds),
                            format_seconds(total_seconds));
}

/// "5x7", "5x7,3x3", "1:18x1:14": left and right sizes; ranges give all pairs, each once. Errors:
/// InvalidArgument naming the option for anything else, and for sizes that a side does not have.
std::vector<SideSizes> parse_side_sizes(const std::string& option, const std::string& text,
                                        const SidedGraph& sides) {
  std::vector<SideSizes> sizes;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(',', at);
    const std::string item = text.substr(at, end - at);
    const std::size_t x = item.find('x');
    if (x == std::string::npos) {
      throw InvalidArgument(option, text, fmt::format(": '{}' has no x", item),
                            "write 5x7, 5x7,3x3 or 1:18x1:14: left, x, right");
    }
    const auto side = [&](const std::string& part, Vertex n, const char* name) {
      return parse_sizes(part, n, fmt::format("the {} side has {} vertices", name, n));
    };
    const std::vector<Vertex> left = side(item.substr(0, x), sides.left, "left");
    const std::vector<Vertex> right = side(item.substr(x + 1), sides.right(), "right");
    if (left.size() * right.size() > 1'000'000)
      throw InvalidArgument(option, text, "asks for more than a million sizes");
    for (const Vertex a : left) {
      for (const Vertex b : right) {
        if (std::ranges::find(sizes, SideSizes{a, b}) == sizes.end()) sizes.push_back({a, b});
      }
    }
    if (end == std::string::npos) return sizes;
    at = end + 1;
  }
}

/// Checks the options of a search for pairs. Returns whether the largest biclique is asked for.
bool asks_biclique(const QuestionInput& in) {
  const std::string density = in.option("--min-density"), sizes = in.option("-s");
  if (density.empty() && sizes.empty())
    throw InvalidArgument("-s,--size is required with --sides, or --min-density 1 in its place");
  if (!density.empty() && !sizes.empty())
    throw InvalidArgument("--min-density does not go with -s; leave out one of them");
  if (!density.empty() && density != "1" && density != "1.0") {
    throw InvalidArgument("--min-density", density,
                          "is not 1: with --sides, only bicliques have a density to reach",
                          "write 1, or ask for sizes, as -s 5x7");
  }
  if (in.option("-o").find('{') != std::string::npos) {
    throw InvalidArgument("-o", in.option("-o"), "contains {s} or {rank}, which have no meaning with --sides",
                          "leave them out");
  }
  return !density.empty();
}

QuestionAnswer find_pairs(QuestionInput& in) {
  const bool biclique = asks_biclique(in);
  const QuestionData<SidedGraph> read = in.sides();
  std::vector<SideSizes> sizes = {{}};
  if (!biclique) sizes = parse_side_sizes("-s", in.option("-s"), read.data);
  if (biclique && in.given("--min-sides"))
    sizes = parse_side_sizes("--min-sides", in.option("--min-sides"), read.data);
  if (biclique && sizes.size() > 1)
    throw InvalidArgument("--min-sides", in.option("--min-sides"), "is not one size", "write 3x3");
  if (sizes.size() > 1 && in.given("-o")) {
    throw InvalidArgument("-o", "", "writes one pair, but several are asked for",
                          "use --format json for all pairs");
  }
  const RunContext run = in.run(read.name, sizes.size());
  std::vector<SidedAnswer> answers;
  if (biclique) {
    answers.push_back(largest_area(read.data, sizes.front(), run));
  } else {
    answers = best_pairs(read.data, {sizes, subgraph::parse_effort(in.option("--effort"))}, run);
  }
  const double total = read.seconds + run.elapsed();
  const SidedColumns columns = answer_columns(read, answers, run.seed(), run.threads());
  QuestionAnswer answer;
  if (in.option("--format") == "csv") {
    answer.document = detail::csv_rows(columns, answers);
  } else if (in.option("--format") == "json") {
    Json json = detail::json_document("find");
    json["graph"] = detail::json_sides(read);
    json["results"] = columns.objects(answers);
    json["seconds"] = {{"load", json_number(read.seconds)}, {"total", json_number(total)}};
    answer.document = detail::json_text(json);
  } else {
    answer.document = answers_text(read, answers, columns, total);
  }
  if (in.given("-o") && !answers.empty()) {
    const SidedAnswer& first = answers.front();
    answer.files.push_back({"-o", detail::pair_lines(read.data, first.left, first.right, first.edges)});
  }
  return answer;
}

/// The corners of sided_cores as CSV, one per line: "side,id,alpha,beta".
std::string cores_csv(const SidedGraph& sides, const std::vector<SidedCore>& cores) {
  Table table;
  table.columns = {{"side"}, {"id"}, {"alpha"}, {"beta"}};
  for (const SidedCore& core : cores) {
    table.rows.push_back({core.vertex < sides.left ? "left" : "right", sides.graph.name(core.vertex),
                          std::to_string(core.alpha), std::to_string(core.beta)});
  }
  return table_csv(table);
}

QuestionAnswer describe(QuestionInput& in) {
  const QuestionData<SidedGraph> read = in.sides();
  const Graph& graph = read.data.graph;
  Json json = detail::json_document("info");
  json["graph"] = detail::json_sides(read);
  json["graph"]["edge_density"] = json_number(side_density(read.data));
  std::string text = detail::sides_text(read);
  for (const bool left : {true, false}) {
    const Vertex begin = left ? 0 : read.data.left, end = left ? read.data.left : graph.num_vertices();
    Vertex least = no_vertex, most = 0, isolated = 0;
    for (Vertex v = begin; v < end; ++v) {
      least = std::min(least, graph.degree(v));
      most = std::max(most, graph.degree(v));
      isolated += graph.degree(v) == 0;
    }
    json[left ? "left" : "right"] = {
        {"vertices", end - begin}, {"least_degree", least}, {"most_degree", most}, {"isolated", isolated}};
    text += fmt::format("  {:<15} {} to {} edges, {} without any\n", left ? "left degrees" : "right degrees",
                        least, most, isolated);
  }
  text += fmt::format("  {:<15} {} (edges / all pairs of a left and a right vertex)\n", "edge density",
                      format_density(side_density(read.data)));
  QuestionAnswer answer{in.option("--format") == "json" ? detail::json_text(json) : text};
  if (!in.given("--sided-cores")) return answer;
  const RunContext run = in.run(read.name);
  const std::vector<SidedCore> cores = sided_cores(read.data, run);
  answer.files.push_back(
      {"--sided-cores", run.should_stop() ? std::nullopt : std::optional(cores_csv(read.data, cores))});
  return answer;
}

}  // namespace

std::vector<Question> questions::sides() {
  using Kind = QuestionOption::Kind;
  return {{.command = "find",
           .options =
               {sides_option,
                {"--min-sides", "AxB",
                 "With --sides and --min-density 1: the least numbers of left and of right vertices, as 3x3",
                 Kind::text, false, false, "--sides --min-density"}},
           .takes = Question::Takes::sides,
           .honours = "-s --min-density --time --effort --seed -o",
           .fields = {{"graph", "#sided_graph"},
                      {"results", "#run[]", "The answers, in the order asked."},
                      {"results[].s", "integer", "Left and right vertices together."},
                      {"results[].left_size", "integer", "Left vertices of the pair."},
                      {"results[].right_size", "integer", "Right vertices of the pair."},
                      {"results[].area", "integer", "left_size x right_size."},
                      {"results[].edges", "integer", "Edges between the two sets."},
                      {"results[].weight", "integer", "The same as edges."},
                      {"results[].edge_density", "number", "edges / area."},
                      {"results[].bound_of", "string", "edges or area: what the bound limits."},
                      {"results[].bound", "integer", "No pair has more edges, or a larger area."},
                      {"results[].bound_rule", "string", "Name of the rule that proved the bound."},
                      {"results[].rule", "string?", "Rule of a bound with multipliers."},
                      {"results[].multiplier", "number?", "Multiplier that gave the bound."},
                      {"results[].gap", "number", "(bound - edges) / bound, or with areas."},
                      {"results[].proven_optimal", "boolean", "Whether the answer meets the bound."},
                      {"results[].least_left", "integer?", "Least number of left vertices asked for."},
                      {"results[].least_right", "integer?", "Least number of right vertices asked for."},
                      {"results[].left", "vertex[]", "The left vertices."},
                      {"results[].right", "vertex[]", "The right vertices."},
                      {"seconds", "#seconds"}},
           .ask = find_pairs},
          {.command = "info",
           .options = {sides_option,
                       {"--sided-cores", "FILE",
                        "With --sides: write the (alpha, beta)-cores of every vertex\n"
                        "For each vertex, the largest alpha and the largest beta are written",
                        Kind::output_file, false, true, "--sides"}},
           .takes = Question::Takes::sides,
           .fields = {{"graph", "#sided_graph"},
                      {"graph.edge_density", "number", "Edges per pair of a left and a right vertex."},
                      {"left", "#side", "The left side."},
                      {"right", "#side", "The right side."}},
           .ask = describe}};
}

}  // namespace lode
