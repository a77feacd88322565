// Densest subgraphs, dense layers, cores, trusses, their trees, and cliques; directed graphs and graphs with
// two sides. Result tuples have the order of the classes of the package.

#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/questions/cliques.hpp>
#include <lode/questions/directed.hpp>
#include <lode/questions/sides.hpp>
#include <lode/questions/trusses.hpp>
#include <lode/report/graph_report.hpp>
#include <lode/study/densest.hpp>

#include "bindings.hpp"

namespace lode::python {
namespace {

py::object densest(const PyGraph& graph, const py::dict& asked) {
  DensestRequest request;
  take(request.terms.values, asked, "values");
  take(request.terms.costs, asked, "costs");
  take(request.anchors, asked, "anchors");
  const bool given = keyword<std::string>(asked, "weighting") == "given";
  request.weighting = given ? EdgeWeighting::given : EdgeWeighting::fraudar;
  request.demands = {keyword<VertexSet>(asked, "include"), keyword<VertexSet>(asked, "exclude")};
  take(request.at_least, asked, "at_least");
  take(request.at_most, asked, "at_most");
  const bool plain =
      given && request.terms.values.empty() && request.terms.costs.empty() && request.anchors.empty();
  return Call(asked)([&](const RunContext& run) { return find_densest(graph.graph, request, run).densest; },
                     [&](const DensestSubgraph& found) {
                       return py::make_tuple(set_array(found.vertices), found.edges, found.weight,
                                             found.ratio(), found.proven_optimal, found.bound,
                                             found.optimality_tolerance, plain);
                     });
}

py::object dense_layers(const PyGraph& graph, const py::dict& asked) {
  return Call(asked)([&](const RunContext& run) { return dense_decomposition(graph.graph, run); },
                     [](const DenseDecomposition& found) {
                       std::vector<std::int64_t> sizes, edges;
                       std::vector<double> weights, densities;
                       for (std::size_t i = 0; i < found.layers.size(); ++i) {
                         sizes.push_back(found.layers[i].size);
                         edges.push_back(static_cast<std::int64_t>(found.layers[i].edges));
                         weights.push_back(found.layers[i].weight);
                         densities.push_back(found.marginal_density(i));
                       }
                       return py::make_tuple(vertex_array(found.order), new_array<std::int64_t>(sizes),
                                             new_array<std::int64_t>(edges), new_array<double>(weights),
                                             new_array<double>(densities), found.complete());
                     });
}

py::object cliques(const PyGraph& graph, const py::dict& asked) {
  CliqueOptions limits;
  limits.enough = keyword<std::optional<Vertex>>(asked, "enough").value_or(limits.enough);
  return Call(asked)([&](const RunContext& run) { return maximum_clique(graph.graph, limits, run); },
                     [](const Clique& found) {
                       return py::make_tuple(set_array(found.vertices), found.upper_bound,
                                             found.proven_optimal());
                     });
}

py::object cores(const PyGraph& graph, const py::dict& asked) {
  return Call(asked)([&](const RunContext& run) { return core_numbers(graph.graph, run); },
                     [](const std::vector<Vertex>& found) { return vertex_array(found); });
}

py::object densest_cliques(const PyGraph& graph, const py::dict& asked) {
  const auto k = keyword<Vertex>(asked, "k");
  const auto curve = keyword<bool>(asked, "curve");
  return Call(asked)(
      [&](const RunContext& run) {
        CliqueDensest found = densest_by_cliques(graph.graph, k, run);
        auto most = curve ? clique_curve(graph.graph, found, run) : std::vector<std::uint64_t>();
        return std::pair(std::move(found), std::move(most));
      },
      [&](const auto& both) {
        const CliqueDensest& found = both.first;
        return py::make_tuple(set_array(found.vertices), found.k, found.cliques, found.edges, found.ratio(),
                              found.bound.value(), found.proven_optimal,
                              std::pair(found.bound.numerator, found.bound.denominator),
                              curve ? new_array<std::uint64_t>(both.second) : py::object(py::none()),
                              clique_certificate_json(graph.graph, found));
      });
}

/// Errors: SystemError if the run was stopped first.
TrussDecomposition whole_trusses(const Graph& graph, const RunContext& run) {
  TrussDecomposition found = truss_numbers(graph, run);
  if (!found.complete()) run.require_time("finding truss numbers");
  return found;
}

/// Ends of the edges and their numbers.
py::object trusses(const PyGraph& graph, const py::dict& asked) {
  return Call(asked)([&](const RunContext& run) { return whole_trusses(graph.graph, run); },
                     [](const TrussDecomposition& found) {
                       std::vector<Vertex> u, v;
                       for (const Edge& edge : found.edges) {
                         u.push_back(edge.u);
                         v.push_back(edge.v);
                       }
                       return py::make_tuple(vertex_array(u), vertex_array(v), vertex_array(found.number));
                     });
}

/// The tree in the JSON of `lode info`.
py::object tree_of_trusses(const PyGraph& graph, const py::dict& asked) {
  return Call(asked)(
      [&](const RunContext& run) {
        const ComponentTree tree = truss_tree(graph.graph, whole_trusses(graph.graph, run), run);
        return component_tree_json("", graph.input, graph.graph, tree, "trusses");
      },
      &text_of);
}

py::object tree_of_cores(const PyGraph& graph, const py::dict& asked) {
  return Call(asked)(
      [&](const RunContext& run) {
        const std::vector<Vertex> numbers = core_numbers(graph.graph, run);
        if (numbers.size() != graph.graph.num_vertices()) run.require_time("finding core numbers");
        const ComponentTree tree = core_tree(graph.graph, numbers, run);
        return component_tree_json("", graph.input, graph.graph, tree, "cores");
      },
      &text_of);
}

// --- directed graphs ------------------------------------------------------------------------------------

/// A graph of arcs from u[i] to v[i] between n vertices, after a check of both.
std::shared_ptr<PyArcs> arcs_from(const Values<std::int64_t>& u, const Values<std::int64_t>& v, Vertex n) {
  if (u.size() != v.size()) throw py::value_error("u and v differ in size");
  std::vector<ArcEnds> ends(static_cast<std::size_t>(u.size()));
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ends[i] = {static_cast<Vertex>(span_of(u)[i]), static_cast<Vertex>(span_of(v)[i])};
  }
  return std::make_shared<PyArcs>(PyArcs{Arcs::from_arcs(ends, n)});
}

/// Number of arcs from the sources to the targets, with loops or without.
EdgeCount count_arcs(const PyArcs& self, const VertexSet& sources, const VertexSet& targets, bool loops) {
  std::vector<bool> is_target(self.arcs.num_vertices());
  for (const Vertex v : targets) is_target.at(v) = true;
  EdgeCount arcs = 0;
  for (const Vertex u : sources) {
    for (const Vertex v : self.arcs.successors(u)) arcs += is_target[v] && (loops || u != v);
  }
  return arcs;
}

py::object densest_directed(const PyArcs& given, const py::dict& asked) {
  const Arcs arcs = keyword<bool>(asked, "drop_loops") ? given.arcs.without_loops() : given.arcs;
  return Call(asked)([&](const RunContext& run) { return directed_densest(arcs, run); },
                     [&](const DirectedDensest& found) {
                       return py::make_tuple(names_of(arcs.names(), found.sources),
                                             names_of(arcs.names(), found.targets), found.arcs, found.rho(),
                                             found.bound, found.proven_optimal, arcs.num_loops());
                     });
}

// --- two sides ------------------------------------------------------------------------------------------

/// A graph with the sources of arcs on the left and the targets on the right. `shape`: that of a matrix.
std::shared_ptr<SidedGraph> sides_of_arcs(const PyArcs& arcs,
                                          const std::optional<std::array<Vertex, 2>>& shape) {
  return std::make_shared<SidedGraph>(sides_of(arcs.arcs, shape.value_or(arcs.shape)));
}

/// A graph with the given vertices on the left.
std::shared_ptr<SidedGraph> sides_of_graph(const PyGraph& graph, const std::vector<Vertex>& left) {
  return std::make_shared<SidedGraph>(sides_of(graph.graph, left));
}

py::tuple pair_of(const SidedGraph& sides, const SidedAnswer& answer) {
  const VertexNames& names = sides.graph.names();
  return py::make_tuple(names_of(names, answer.left), names_of(names, answer.right), answer.edges,
                        answer.bound, answer.bound_name, answer.rule, answer.proven_optimal, answer.method,
                        to_string(answer.stop_reason), answer.seconds);
}

py::object find_pairs(const SidedGraph& sides, const py::dict& asked) {
  PairRequest request;
  for (const auto& [left, right] : keyword<std::vector<std::pair<Vertex, Vertex>>>(asked, "sizes")) {
    request.sizes.push_back({left, right});
  }
  request.effort = subgraph::parse_effort(keyword<std::string>(asked, "effort"));
  return Call(asked)([&](const RunContext& run) { return best_pairs(sides, request, run); },
                     [&](const std::vector<SidedAnswer>& answers) {
                       std::vector<py::tuple> pairs;
                       for (const SidedAnswer& answer : answers) pairs.push_back(pair_of(sides, answer));
                       return pairs;
                     });
}

py::object find_area(const SidedGraph& sides, const py::dict& asked) {
  const auto [left, right] = keyword<std::pair<Vertex, Vertex>>(asked, "min_sides");
  const SideSizes least{left, right};
  return Call(asked)([&](const RunContext& run) { return largest_area(sides, least, run); },
                     [&](const SidedAnswer& answer) { return pair_of(sides, answer); });
}

py::object find_densest_pair(const SidedGraph& sides, const py::dict& asked) {
  return Call(asked)(
      [&](const RunContext& run) {
        DirectedDensest found = densest_pair(sides, run);
        return std::pair(std::move(found), run.elapsed());
      },
      [&](const auto& timed) {
        const DirectedDensest& found = timed.first;
        const VertexNames& names = sides.graph.names();
        return py::make_tuple(names_of(names, found.sources), names_of(names, found.targets), found.arcs,
                              found.bound, "splits", "", found.proven_optimal, "directed",
                              found.proven_optimal ? "optimal" : "deadline", timed.second);
      });
}

/// The names of vertices, and for each its side and numbers.
py::object find_cores(const SidedGraph& sides, const py::dict& asked) {
  return Call(asked)([&](const RunContext& run) { return sided_cores(sides, run); },
                     [&](const std::vector<SidedCore>& cores) {
                       VertexSet vertices;
                       std::vector<std::tuple<const char*, Vertex, Vertex>> corners;
                       for (const SidedCore& core : cores) {
                         vertices.push_back(core.vertex);
                         corners.emplace_back(core.vertex < sides.left ? "left" : "right", core.alpha,
                                              core.beta);
                       }
                       return py::make_tuple(names_of(sides.graph.names(), vertices), corners);
                     });
}

}  // namespace

void add_structure(py::module_& module) {
  module.def("densest", &densest);
  module.def("dense_layers", &dense_layers);
  module.def("cliques", &cliques);
  module.def("cores", &cores);
  module.def("densest_cliques", &densest_cliques);
  module.def("truss_numbers", &trusses);
  module.def("truss_tree", &tree_of_trusses);
  module.def("core_tree", &tree_of_cores);
  py::class_<PyArcs, std::shared_ptr<PyArcs>>(module, "DirectedArcs")
      .def("names", [](const PyArcs& self) { return all_names(self.arcs.names(), self.arcs.num_vertices()); })
      .def("count", &count_arcs);
  module.def("arcs_from", &arcs_from);
  module.def("densest_directed", &densest_directed);
  py::class_<SidedGraph, std::shared_ptr<SidedGraph>>(module, "Sides");
  module.def("sides_of_arcs", &sides_of_arcs);
  module.def("sides_of_graph", &sides_of_graph);
  module.def("find_pairs", &find_pairs);
  module.def("largest_area", &find_area);
  module.def("densest_pair", &find_densest_pair);
  module.def("sided_cores", &find_cores);
}

}  // namespace lode::python
