#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/questions/groups.hpp>

#include "questions/questions.hpp"
#include "report/tables/answer_words.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/names.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using namespace detail;

/// A group with its rank.
struct RankedGroup : Group {
  std::size_t rank = 0;
  Vertex size() const { return static_cast<Vertex>(vertices.size()); }
};

/// The names of vertices, separated by blanks.
std::string names_in_line(const Graph& graph, const VertexSet& vertices) {
  std::string text;
  for (const Vertex v : vertices) text += (text.empty() ? "" : " ") + quoted_if_needed(graph.name(v));
  return text;
}

Columns<RankedGroup> columns_of(const Graph& graph, GroupsBy by, Vertex null_graphs) {
  using G = const RankedGroup&;
  constexpr const char* values[] = {"surplus", "ratio", "size"};
  const bool weighted = graph.weighted();
  Columns<RankedGroup> columns;
  columns.add("rank", [](G g) { return g.rank; }).table(1, "group");
  columns.add("size", [](G g) { return g.size(); }).table(2, "size");
  columns.add("edges", [](G g) { return g.edges; }).table(3, "edges");
  auto& weight = columns.add("weight", [](G g) { return json_number(g.weight); });
  if (weighted) weight.table(4, "weight", [](G g) { return format_weight(g.weight); });
  columns.add(density_key(weighted), [](G g) { return json_number(weight_density(g.weight, g.size())); })
      .table(5, density_words(weighted),
             [](G g) { return format_density(weight_density(g.weight, g.size())); });
  columns.add(degree_key(weighted), [](G g) { return json_number(average_degree(g.weight, g.size())); })
      .table(6, degree_words(weighted),
             [](G g) { return format_rounded(average_degree(g.weight, g.size())); });
  auto& value = columns.add("value", [](G g) { return json_number(g.value); });
  if (by != GroupsBy::density) {
    value.table(7, values[static_cast<std::size_t>(by)], [](G g) { return format_rounded(g.value, 6); });
  }
  columns.add("bound", [](G g) { return json_number(g.bound); }).table(8, "at most", [](G g) {
    return g.proven_optimal ? "proven best" : std::isfinite(g.bound) ? format_rounded(g.bound, 6) : "n/a";
  });
  columns.add("proven_optimal", [](G g) { return g.proven_optimal; });
  columns.json("shared", [](G g) { return g.shared > 0 ? Json(g.shared) : no_value(); });
  columns.add("expected", [](G g) { return json_number(g.expected); }).table(9, "by chance", [](G g) {
    return format_rounded(g.expected, 3);
  });
  columns.add("ratio", [](G g) { return json_number(g.ratio()); }).table(10, "ratio", [](G g) {
    return format_rounded(g.ratio(), 3);
  });
  if (null_graphs > 0) {
    columns.add("p_value", [](G g) { return json_number(*g.p_value); }).table(11, "p-value", [](G g) {
      return format_rounded(*g.p_value, 3);
    });
  }
  columns.json("vertices", [&graph](G g) { return json_names(graph, g.vertices); });
  columns.csv("vertices", [&graph](G g) { return names_in_line(graph, g.vertices); });
  return columns;
}

GroupsRequest request_of(QuestionInput& in) {
  constexpr std::string_view of_one[][2] = {{"--surplus", "surplus"},
                                            {"--until", "ratio"},
                                            {"--min-density", "density"},
                                            {"--min-size", "density"}};
  const std::string by = in.given("--by") ? in.option("--by") : "surplus";
  for (const auto& [option, way] : of_one) {
    if (in.given(option) && way != by) {
      throw InvalidArgument(std::string(option), in.option(option), fmt::format("is about groups by {}", way),
                            fmt::format("add --by {}, or leave it out", way));
    }
  }
  const auto level = [&](std::string_view option, double otherwise) {
    return in.given(option) ? parse_level(option, in.option(option)) : otherwise;
  };
  GroupsRequest request;
  request.by = by == "ratio" ? GroupsBy::ratio : by == "density" ? GroupsBy::density : GroupsBy::surplus;
  request.surplus = level("--surplus", request.surplus);
  if (in.given("--until")) request.until = level("--until", 0.0);
  request.min_density = level("--min-density", request.min_density);
  request.min_size = static_cast<Vertex>(in.whole_number("--min-size").value_or(request.min_size));
  request.overlap = level("--overlap", request.overlap);
  if (const auto most = in.whole_number("--most")) request.most = static_cast<Vertex>(*most);
  request.null_graphs = static_cast<Vertex>(in.whole_number("--null").value_or(0));
  if (in.given("--effort")) request.effort = subgraph::parse_effort(in.option("--effort"));
  return request;
}

QuestionAnswer ask_groups(QuestionInput& in) {
  GroupsRequest request = request_of(in);
  const QuestionData<Graph>& read = in.graph();
  request.seeds = in.vertices("--seed-vertices");
  request.exclude = in.vertices("--exclude");
  const RunContext run = in.run(read.name);
  const Groups found = find_groups(read.data, request, run);
  const double seconds = run.elapsed();
  std::vector<RankedGroup> rows;
  for (const Group& group : found.groups) rows.push_back({group, rows.size() + 1});
  const Columns<RankedGroup> columns = columns_of(read.data, request.by, request.null_graphs);
  QuestionAnswer answer;
  if (in.option("--format") == "csv") {
    answer.document = csv_rows(columns, rows);
  } else if (in.option("--format") == "json") {
    Json json = json_document("groups");
    json["graph"] = json_graph(read.name, read.input);
    json["by"] = in.given("--by") ? in.option("--by") : "surplus";
    json["null_graphs"] = found.null_graphs;
    json["complete"] = found.complete;
    json["groups"] = columns.objects(rows);
    json["seconds"] = json_seconds(read.seconds, seconds);
    answer.document = json_text(json);
  } else {
    answer.document = fmt::format(
        "{}: {}, {}{}\n", escape_terminal(read.name), escape_terminal(read.input.summary()),
        format_plural(rows.size(), "group", "groups"), found.complete ? "" : " before the run was stopped");
    if (!rows.empty()) answer.document += table_text(text_table(columns, rows));
    for (const RankedGroup& row : rows) {
      answer.document += names_text(fmt::format("group {}", row.rank).c_str(), read.data, row.vertices);
    }
  }
  answer.add_file(in, "-o", [&] {
    std::string text;
    for (const RankedGroup& row : rows) {
      for (const Vertex v : row.vertices) {
        text += fmt::format("{} {}\n", quoted_if_needed(read.data.name(v)), row.rank);
      }
    }
    return text;
  });
  return answer;
}

}  // namespace

std::vector<Question> questions::groups() {
  using Kind = QuestionOption::Kind;
  return {
      {.command = "groups",
       .options =
           {{"--by", "WAY",
             "What makes a set the best group\n"
             "surplus: most weight above a price of every pair; ratio: most weight per vertex, exact; "
             "density: most "
             "vertices of a density",
             Kind::text, true, true, "", "", 0, "", "surplus,ratio,density"},
            {"--surplus", "A", "By surplus: the price of a pair, in mean edge weights; default: 1/3",
             Kind::text, true},
            {"--until", "DEGREE",
             "By ratio: end before groups of a lower average degree; default: twice that of the graph it "
             "leaves",
             Kind::text, true},
            {"--min-density", "D", "By density: least density of a group; default: 0.8", Kind::text, true},
            {"--min-size", "M", "By density: least size of a group; default: 3", Kind::whole_number, true,
             false, "", "", 1},
            {"--most", "N", "End after this many groups", Kind::whole_number, true, true, "", "", 1},
            {"--overlap", "P", "Part of its vertices that a group may share with earlier ones; default: none",
             Kind::text, true},
            {"--seed-vertices", "IDS",
             "One group around each of these vertices, in this order: 3,17,99 or file:PATH, one id a line",
             Kind::vertices, true, true},
            {"--exclude", "IDS", "Vertices that are in no group, given likewise", Kind::vertices, true, true},
            {"--null", "N",
             "Compare the groups with those of N random graphs of the same degrees, and print p-values",
             Kind::whole_number, true, true},
            {"--effort", "LEVEL", "Work on bounds; auto: as cheap", Kind::text, true, false, "", "", 0,
             "Effort", "none,cheap,auto,strong"}},
       .honours = "--weighted --time -o --seed",
       .fields = {{"graph", "#graph"},
                  {"by", "string", "What makes a set the best group: surplus, ratio or density."},
                  {"null_graphs", "integer", "Number of rewired graphs behind the p-values."},
                  {"complete", "boolean", "Whether the list is complete: no limit of time ended it."},
                  {"groups", "object[]", "The groups, in the order found."},
                  {"groups[].rank", "integer", "Place in the list, from 1 on."},
                  {"groups[].size", "integer", "Number of vertices."},
                  {"groups[].edges", "integer", "Edges inside."},
                  {"groups[].weight", "number", "Weight of these edges."},
                  {"groups[].edge_density", "number?", "Edges per pair of vertices."},
                  {"groups[].weight_per_pair", "number?", "Weight per pair of vertices, with weights."},
                  {"groups[].average_degree", "number?", "Twice the edges per vertex."},
                  {"groups[].average_strength", "number?", "Twice the weight per vertex, with weights."},
                  {"groups[].value", "number",
                   "The number that was maximised: surplus, weight per vertex, or size."},
                  {"groups[].bound", "number|null",
                   "No set without vertices of earlier groups has a larger value; null: not known."},
                  {"groups[].proven_optimal", "boolean", "Whether the value meets the bound."},
                  {"groups[].shared", "integer?", "Vertices that are in earlier groups, too."},
                  {"groups[].expected", "number", "Weight inside that the degrees let expect."},
                  {"groups[].ratio", "number|null", "weight / expected."},
                  {"groups[].p_value", "number?",
                   "Part of the random graphs whose group of this rank has at least this value."},
                  {"groups[].vertices", "vertex[]", "The vertices, by their original ids."},
                  {"seconds", "#search_seconds"}},
       .ask = ask_groups}};
}

}  // namespace lode
