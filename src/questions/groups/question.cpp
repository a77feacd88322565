#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

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

// Values of --by, in the order of GroupsBy.
constexpr std::string_view ways[] = {"surplus", "ratio", "density"};

/// The names of vertices, separated by blanks.
std::string names_in_line(const Graph& graph, const VertexSet& vertices) {
  std::string text;
  for (const Vertex v : vertices) text += (text.empty() ? "" : " ") + quoted_if_needed(graph.name(v));
  return text;
}

/// The columns of groups that are elements of one list.
Columns<Group> columns_of(const Graph& graph, const std::vector<Group>& list, const GroupsRequest& request) {
  using G = const Group&;
  const bool weighted = graph.weighted();
  Columns<Group> columns;
  // A number, in a printed table only with a place above 0.
  const auto add = [&](const char* key, int place, std::string title, auto text, auto of) {
    columns.add(key, [of](G g) { return json_number(of(g)); })
        .table(place, std::move(title), [of, text](G g) { return text(of(g)); });
  };
  const auto digits = [](int count) { return [count](double x) { return format_rounded(x, count); }; };
  const std::string by(ways[static_cast<std::size_t>(request.by)]);
  columns.add("rank", [&list](G g) { return &g - list.data() + 1; }).table(1, "group");
  columns.add("size", [](G g) { return g.size(); }).table(2, "size");
  columns.add("edges", [](G g) { return g.edges; }).table(3, "edges");
  add("weight", weighted ? 4 : 0, "weight", format_weight, [](G g) { return g.weight; });
  add(density_key(weighted), 5, density_words(weighted), format_density,
      [](G g) { return weight_density(g.weight, g.size()); });
  add(degree_key(weighted), 6, degree_words(weighted), digits(4),
      [](G g) { return average_degree(g.weight, g.size()); });
  add("value", request.by == GroupsBy::density ? 0 : 7, by, digits(6), [](G g) { return g.value; });
  columns.add("bound", [](G g) { return json_number(g.bound); }).table(8, "at most", [](G g) {
    return g.proven_optimal ? "proven best" : format_rounded(g.bound, 6);
  });
  columns.add("proven_optimal", [](G g) { return g.proven_optimal; });
  columns.json("shared", [](G g) { return g.shared > 0 ? Json(g.shared) : no_value(); });
  add("expected", 9, "by chance", digits(3), [](G g) { return g.expected; });
  add("ratio", 10, "times chance", digits(3), [](G g) { return g.ratio(); });
  if (request.null_graphs > 0) add("p_value", 11, "p-value", digits(3), [](G g) { return *g.p_value; });
  columns.json("vertices", [&graph](G g) { return json_names(graph, g.vertices); });
  columns.csv("vertices", [&graph](G g) { return names_in_line(graph, g.vertices); });
  return columns;
}

GroupsRequest request_of(QuestionInput& in) {
  using enum GroupsBy;
  constexpr std::pair<std::string_view, GroupsBy> of_one[] = {
      {"--surplus", surplus}, {"--until", ratio}, {"--min-density", density}, {"--min-size", density}};
  GroupsRequest request;
  const auto* const by = std::ranges::find(ways, in.option("--by"));
  if (in.given("--by") && by == std::end(ways)) {
    throw InvalidArgument("--by", in.option("--by"), "is not known", "use surplus, ratio or density");
  }
  if (by != std::end(ways)) request.by = static_cast<GroupsBy>(by - ways);
  for (const auto& [option, way] : of_one) {
    if (!in.given(option) || way == request.by) continue;
    const std::string_view word = ways[static_cast<std::size_t>(way)];
    throw InvalidArgument(std::string(option), in.option(option), fmt::format("is about groups by {}", word),
                          fmt::format("add --by {}, or leave it out", word));
  }
  const auto level = [&](std::string_view option, double otherwise) {
    if (in.option(option) == "0" && (option == "--until" || option == "--overlap")) return 0.0;
    return in.given(option) ? parse_level(option, in.option(option)) : otherwise;
  };
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
  request.null_graphs = found.null_graphs;
  const std::vector<Group>& rows = found.groups;
  const Columns<Group> columns = columns_of(read.data, rows, request);
  QuestionAnswer answer;
  if (in.option("--format") == "csv") {
    answer.document = csv_rows(columns, rows);
  } else if (in.option("--format") == "json") {
    Json json = json_document("groups");
    json["graph"] = json_graph(read.name, read.input);
    json["by"] = ways[static_cast<std::size_t>(request.by)];
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
    for (std::size_t i = 0; i < rows.size(); ++i) {
      answer.document += names_text(fmt::format("group {}", i + 1).c_str(), read.data, rows[i].vertices);
    }
  }
  answer.add_file(in, "-o", [&] {
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (const Vertex v : rows[i].vertices) {
        text += fmt::format("{} {}\n", quoted_if_needed(read.data.name(v)), i + 1);
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
             "density: most vertices of a density",
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
            {"--effort", "LEVEL", "Work on upper bounds; default auto, which is as cheap", Kind::text, true,
             false, "", "", 0, "Effort", "none,cheap,auto,strong"}},
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
                  {"groups[].proven_optimal", "boolean",
                   "Whether the value meets the bound; with overlap, of the first group only."},
                  {"groups[].shared", "integer?", "Vertices that are in earlier groups, too."},
                  {"groups[].expected", "number", "Weight expected inside from the degrees alone."},
                  {"groups[].ratio", "number|null", "weight / expected."},
                  {"groups[].p_value", "number?",
                   "Part of the random graphs whose group of this rank has at least this value."},
                  {"groups[].vertices", "vertex[]", "The vertices, by their original ids."},
                  {"seconds", "#search_seconds"}},
       .ask = ask_groups}};
}

}  // namespace lode
