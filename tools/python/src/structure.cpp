// Densest subgraphs, dense layers, cores, their tree, and cliques; directed graphs. Result tuples have the
// order of the classes of the package.

#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/hierarchy.hpp>
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

/// A graph of arcs from u[i] to v[i] between n vertices, after a check of both. `shape`: that of a matrix.
std::shared_ptr<PyArcs> arcs_from(const Values<std::int64_t>& u, const Values<std::int64_t>& v, Vertex n,
                                  const std::array<Vertex, 2>& shape) {
  if (u.size() != v.size()) throw py::value_error("u and v differ in size");
  std::vector<ArcEnds> ends(static_cast<std::size_t>(u.size()));
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ends[i] = {static_cast<Vertex>(span_of(u)[i]), static_cast<Vertex>(span_of(v)[i])};
  }
  auto made = std::make_shared<PyArcs>(PyArcs{Arcs::from_arcs(ends, n), {}});
  made->input.shape = shape;
  return made;
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

}  // namespace

void add_structure(py::module_& module) {
  module.def("densest", &densest);
  module.def("dense_layers", &dense_layers);
  module.def("cliques", &cliques);
  module.def("cores", &cores);
  module.def("core_tree", &tree_of_cores);
  py::class_<PyArcs, std::shared_ptr<PyArcs>>(module, "DirectedArcs")
      .def("names", [](const PyArcs& self) { return all_names(self.arcs.names(), self.arcs.num_vertices()); })
      .def("count", &count_arcs);
  module.def("arcs_from", &arcs_from);
}

}  // namespace lode::python
