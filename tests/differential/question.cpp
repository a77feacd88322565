#include "differential/question.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/subgraph/registry.hpp>

namespace lode::differential {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t number) : rng_(number, 78) {}

  std::uint64_t below(std::uint64_t n) { return rng_.below(n); }
  bool chance(double p) { return rng_.uniform() < p; }
  double uniform() { return rng_.uniform(); }
  template <class List>
  const auto& one_of(const List& list) {
    return list[below(std::size(list))];
  }
  /// Some of the vertices below n, in any order.
  VertexSet vertices(Vertex n, Vertex most) {
    VertexSet all(n);
    for (Vertex v = 0; v < n; ++v) {
      all[v] = v;
      std::swap(all[v], all[below(v + std::uint64_t{1})]);
    }
    all.resize(1 + below(most));
    return all;
  }

 private:
  Rng rng_;
};

/// A value that the option takes, small where it is a number of steps.
std::string value_of(const OptionInfo& option, Draw& draw) {
  if (!option.words.empty() && (option.kind == OptionKind::word || draw.chance(0.3))) {
    return std::string(draw.one_of(option.words));
  }
  const double least = std::max(option.bounds.least, -4.0);
  if (option.kind == OptionKind::integer) {
    return fmt::format("{}", std::min(option.bounds.most, least + static_cast<double>(draw.below(5))));
  }
  if (option.kind == OptionKind::form) return "R2-G2";
  return fmt::format("{}", least + draw.uniform() * (std::min(option.bounds.most, least + 3.0) - least));
}

void draw_method(FindRequest& request, Draw& draw) {
  const subgraph::MethodRow& row = draw.one_of(subgraph::methods());
  request.method = row.name;
  if (!row.presets.empty() && draw.chance(0.8)) request.settings["preset"] = draw.one_of(row.presets);
  for (const OptionInfo& option : row.options) {
    if (draw.chance(0.08)) request.settings[std::string(option.name)] = value_of(option, draw);
  }
}

void draw_sizes(FindRequest& request, const std::vector<Vertex>& possible, Draw& draw) {
  request.sizes = possible;
  if (draw.chance(0.6)) {
    request.sizes = {draw.one_of(possible)};
  } else if (draw.chance(0.3)) {
    std::ranges::reverse(request.sizes);
  } else if (draw.chance(0.3)) {
    std::erase_if(request.sizes, [&](Vertex) { return request.sizes.size() > 1 && draw.chance(0.5); });
  }
}

void draw_start(FindRequest& request, Vertex n, Draw& draw) {
  using enum subgraph::StartKind;
  constexpr subgraph::StartKind kinds[] = {random, degree, peeling, given};
  request.start = draw.one_of(kinds);
  if (request.start == given) request.given = draw.vertices(n, n);
}

/// The vertices that are left when those with less than `least` weight towards the others are taken away, one
/// by one.
std::vector<Vertex> core_of(const std::vector<WeightedEdge>& edges, Vertex n, double least) {
  std::vector<char> in(n, 1);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<double> strength(n, 0.0);
    for (const WeightedEdge& e : edges) {
      if (!in[e.u] || !in[e.v]) continue;
      strength[e.u] += e.weight;
      strength[e.v] += e.weight;
    }
    for (Vertex v = 0; v < n; ++v) {
      if (!in[v] || strength[v] >= least) continue;
      in[v] = 0;
      changed = true;
    }
  }
  std::vector<Vertex> core;
  for (Vertex v = 0; v < n; ++v) {
    if (in[v]) core.push_back(v);
  }
  return core;
}

bool has_whole_weights(const std::vector<WeightedEdge>& edges) {
  return std::ranges::all_of(edges, [](const WeightedEdge& e) {
    return e.weight >= 0.0 && e.weight < 0x1p40 && e.weight == std::floor(e.weight);
  });
}

/// The subgraph of the family's graph on these vertices, from the list of edges.
Graph graph_on(const test::HardFamily& family, const std::vector<Vertex>& vertices) {
  std::vector<WeightedEdge> edges;
  const auto place = [&](Vertex v) {
    const auto at = std::ranges::lower_bound(vertices, v);
    return at != vertices.end() && *at == v ? static_cast<Vertex>(at - vertices.begin()) : no_vertex;
  };
  for (const WeightedEdge& e : family.edges()) {
    if (place(e.u) != no_vertex && place(e.v) != no_vertex)
      edges.push_back({place(e.u), place(e.v), e.weight});
  }
  const auto n = static_cast<Vertex>(vertices.size());
  if (family.graph().weighted()) return Graph::from_edges(edges, n);
  std::vector<Edge> plain;
  for (const WeightedEdge& e : edges) plain.push_back({e.u, e.v});
  return Graph::from_edges(plain, n);
}

/// Makes the question one about a core, if the graph has a proper one.
void draw_core(Question& question, const test::HardFamily& family, Draw& draw) {
  const Vertex n = family.graph().num_vertices();
  double most = 1.0;
  for (const WeightedEdge& e : family.edges()) most = std::max(most, e.weight);
  const double least = 1.0 + std::floor(draw.uniform() * 4.0 * most);
  const std::vector<Vertex> core = core_of(family.edges(), n, least);
  if (core.empty()) return;
  question.original = core;
  question.graph = graph_on(family, core);
  question.request.core_of = CoreOrigin{.core = least};
}

std::string text_of(const Question& question, const test::HardFamily& family) {
  const FindRequest& request = question.request;
  std::string text =
      fmt::format("{}; sizes {}, {}", family.description(), fmt::join(request.sizes, " "), request.method);
  for (const auto& [name, value] : request.settings) text += fmt::format(" {}={}", name, value);
  text += fmt::format(", effort {}, {} threads, seed {}", subgraph::to_string(request.effort),
                      question.run.threads, question.run.seed);
  if (!request.include.empty()) text += fmt::format(", include {}", fmt::join(request.include, " "));
  if (!request.exclude.empty()) text += fmt::format(", exclude {}", fmt::join(request.exclude, " "));
  if (request.connected) text += ", connected";
  if (request.top) text += fmt::format(", top {} overlap {}", *request.top, request.max_overlap);
  if (request.minimise) text += ", minimise";
  if (request.start) text += fmt::format(", start {}", static_cast<int>(*request.start));
  if (std::isfinite(request.target)) text += fmt::format(", target {}", request.target);
  if (request.keep_proofs) text += ", proofs";
  if (request.core_of)
    text += fmt::format(", the {}-core {}", request.core_of->core, fmt::join(question.original, " "));
  return text;
}

}  // namespace

test::HardFamily family_of(std::uint64_t number) {
  using Signs = test::HardFamily::Signs;
  const std::uint64_t graph = number / questions_per_graph;
  return test::HardFamily(graph, graph % 4 == 3 ? Signs::mixed : Signs::positive);
}

Question draw_question(const test::HardFamily& family, std::uint64_t number) {
  Draw draw(number);
  Question question;
  FindRequest& request = question.request;
  question.graph = family.graph();
  for (Vertex v = 0; v < question.graph.num_vertices(); ++v) question.original.push_back(v);
  const bool is_plain = family.family().values.empty() && has_whole_weights(family.edges());
  if (is_plain && draw.chance(0.7)) draw_core(question, family, draw);
  const Vertex n = question.graph.num_vertices();
  draw_method(request, draw);
  const subgraph::MethodRow& row = subgraph::method(request.method);
  request.values = family.family().values;
  if (!request.core_of && draw.chance(row.anchors ? 0.8 : 0.05)) request.include = family.family().include;
  if (!request.core_of && draw.chance(0.8)) request.exclude = family.family().exclude;
  std::vector<Vertex> possible;
  const auto least = std::max<Vertex>(1, static_cast<Vertex>(request.include.size()));
  for (Vertex s = least; s <= n - static_cast<Vertex>(request.exclude.size()); ++s) possible.push_back(s);
  draw_sizes(request, possible, draw);
  request.connected = draw.chance(row.connected ? 0.2 : 0.02);
  if (draw.chance(0.2)) {
    constexpr double overlaps[] = {0.0, 0.0, 0.34, 0.5, 0.9};
    request.top = 1 + static_cast<int>(draw.below(4));
    request.max_overlap = draw.one_of(overlaps);
  }
  constexpr subgraph::Effort efforts[] = {subgraph::Effort::none, subgraph::Effort::cheap,
                                          subgraph::Effort::automatic, subgraph::Effort::strong,
                                          subgraph::Effort::proof};
  request.effort = draw.one_of(efforts);
  request.minimise = !request.core_of && draw.chance(0.12);
  request.keep_proofs = draw.chance(0.4);
  if (draw.chance(row.uses_start ? 0.25 : 0.01)) draw_start(request, n, draw);
  if (draw.chance(0.1)) request.target = family.heaviest(family.sizes().front()) * 2.0 * draw.uniform();
  question.run.seed = draw.below(1000);
  question.run.threads = draw.chance(0.8) ? 1 : static_cast<int>(2 + draw.below(3));
  // Effort proof goes on until the limit where rounding leaves a gap: numbers of both signs that nearly
  // cancel.
  request.time_use = TimeUse::as_needed;
  question.run.time_limit = request.effort == subgraph::Effort::proof ? 0.2 : 5.0;
  question.text = text_of(question, family);
  return question;
}

}  // namespace lode::differential
