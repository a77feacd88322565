#include "report/svg/spy_plot.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode::detail {
namespace {

constexpr double side = 520.0;  // of the matrix, in drawing units
constexpr double top = 24.0;    // room for the words above it

/// Members first, each group by falling weight into the set.
std::vector<Vertex> matrix_order(const EgoNetwork& network) {
  const Graph& graph = network.graph;
  std::vector<Weight> into(graph.num_vertices(), 0.0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { into[v] += network.member[u] ? w : 0.0; });
  }
  std::vector<Vertex> order(graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::stable_sort(order.begin(), order.end(), [&](Vertex a, Vertex b) {
    if (network.member[a] != network.member[b]) return network.member[a] != 0;
    return into[a] > into[b];
  });
  return order;
}

/// Runs of neighbouring dots along the rows of a matrix, as the data of an SVG path.
class RunPath {
 public:
  void add(Vertex row, Vertex begin, Vertex end) {
    const bool same_row = !text_.empty() && row == row_;
    text_ += same_row ? fmt::format("m{} 0h{}", begin - pen_, end - begin)
                      : fmt::format("M{} {}h{}", begin, row, end - begin);
    row_ = row;
    pen_ = end;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  Vertex row_ = 0;
  Vertex pen_ = 0;
};

/// Edges inside the set, across, and between neighbours.
struct Paths {
  RunPath inside;
  RunPath across;
  RunPath outside;
};

Paths matrix_paths(const EgoNetwork& network, Vertex s) {
  const std::vector<Vertex> order = matrix_order(network);
  std::vector<Vertex> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<Vertex>(i);
  Paths paths;
  for (Vertex row = 0; row < order.size(); ++row) {
    std::vector<Vertex> columns;
    for (const Vertex u : network.graph.neighbors(order[row])) columns.push_back(place[u]);
    std::sort(columns.begin(), columns.end());
    for (std::size_t begin = 0; begin < columns.size();) {
      std::size_t end = begin + 1;
      while (end < columns.size() && columns[end] == columns[end - 1] + 1 && columns[end] != s) ++end;
      const bool member_column = columns[begin] < s;
      RunPath& path = row < s && member_column   ? paths.inside
                      : row < s || member_column ? paths.across
                                                 : paths.outside;
      path.add(row, columns[begin], columns[end - 1] + 1);
      begin = end;
    }
  }
  return paths;
}

}  // namespace

std::string spy_plot(const EgoNetwork& network, Vertex s) {
  const Vertex n = network.graph.num_vertices();
  const double cell = side / std::max<Vertex>(1, n);
  const Paths paths = matrix_paths(network, s);
  std::string out = fmt::format(
      "<svg class=\"chart spy\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"spy-t spy-d\">\n"
      "<title id=\"spy-t\">Adjacency of the best set of {2}</title>"
      "<desc id=\"spy-d\">A matrix with a dot for every edge: the members of the set come first, {3} of its "
      "neighbours after them.</desc>\n",
      side + 2.0, side + top + 2.0, format_plural(s, "vertex", "vertices"), n - s);
  out += fmt::format("<text x=\"0\" y=\"14\">the set</text>");
  if (n > s && cell * s > 60.0 && cell * (n - s) > 80.0) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"14\">neighbours</text>", cell * s + 4.0);
  }
  out += fmt::format("\n<g transform=\"translate(1 {:.1f}) scale({:.5f})\">\n", top + cell / 2.0, cell);
  for (const auto& [kind, path] :
       {std::pair{"ref", &paths.outside}, std::pair{"s1", &paths.across}, std::pair{"s0", &paths.inside}}) {
    if (!path->text().empty()) out += fmt::format("<path class=\"dots {}\" d=\"{}\"/>\n", kind, path->text());
  }
  out += "</g>\n";
  out += fmt::format(R"(<path class="base" d="M1 {:.1f}h{:.1f}v{:.1f}h-{:.1f}z"/>)", top, side, side, side);
  out += fmt::format(R"(<path class="edge" d="M1 {:.1f}h{:.1f}v{:.1f}h-{:.1f}z"/>)", top, cell * s, cell * s,
                     cell * s);
  return out + "\n</svg>\n";
}

std::string_view spy_style() {
  return R"(.spy{max-width:35rem}.spy .dots{fill:none;stroke:var(--c)}.spy .dots.ref{opacity:.55}
.spy .edge{fill:none;stroke:var(--ink);stroke-width:1.25}
)";
}

}  // namespace lode::detail
