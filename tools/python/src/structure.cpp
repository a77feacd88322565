// Densest subgraphs, dense layers, cores, trusses, their trees, and cliques. Result tuples have the order of
// the classes in lode.functions.

#include <pybind11/stl.h>

#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/questions/cliques.hpp>
#include <lode/questions/trusses.hpp>
#include <lode/study/densest.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

/// The arguments of densest from Python.
struct DensestQuestion {
  std::vector<double> values;
  std::vector<double> costs;
  VertexSet anchors;
  bool fraudar = false;
  VertexSet include;
  VertexSet exclude;
  std::optional<std::uint64_t> at_least;
  std::optional<std::uint64_t> at_most;
};

DensestRequest request_of(const DensestQuestion& question) {
  const auto size = [](std::optional<std::uint64_t> k) -> std::optional<Vertex> {
    if (!k) return std::nullopt;
    return static_cast<Vertex>(std::min<std::uint64_t>(*k, no_vertex));
  };
  DensestRequest request;
  request.terms = {question.values, question.costs};
  request.anchors = question.anchors;
  if (question.fraudar) request.weighting = EdgeWeighting::fraudar;
  request.demands = {question.include, question.exclude};
  request.at_least = size(question.at_least);
  request.at_most = size(question.at_most);
  return request;
}

py::object densest(const PyGraph& graph, const DensestQuestion& question, const How& how) {
  Call call(how);
  return call(
      [&](const RunContext& run) { return find_densest(graph.graph, request_of(question), run).densest; },
      [](const DensestSubgraph& found) {
        return py::make_tuple(vertex_array(found.vertices), found.edges, found.weight, found.ratio(),
                              found.proven_optimal, found.bound, found.optimality_tolerance);
      });
}

py::object dense_layers(const PyGraph& graph, const How& how) {
  Call call(how);
  return call([&](const RunContext& run) { return dense_decomposition(graph.graph, run); },
              [](const DenseDecomposition& found) {
                std::vector<Vertex> sizes;
                std::vector<EdgeCount> edges;
                std::vector<double> weights, densities;
                for (std::size_t i = 0; i < found.layers.size(); ++i) {
                  sizes.push_back(found.layers[i].size);
                  edges.push_back(found.layers[i].edges);
                  weights.push_back(found.layers[i].weight);
                  densities.push_back(found.marginal_density(i));
                }
                return py::make_tuple(vertex_array(found.order), vertex_array(sizes),
                                      new_array<std::int64_t>(edges), new_array<double>(weights),
                                      new_array<double>(densities), found.complete());
              });
}

py::object clique(const PyGraph& graph, std::optional<std::uint64_t> enough, const How& how) {
  CliqueOptions limits;
  if (enough) limits.enough = static_cast<Vertex>(std::min<std::uint64_t>(*enough, no_vertex));
  Call call(how);
  return call([&](const RunContext& run) { return maximum_clique(graph.graph, limits, run); },
              [](const Clique& found) {
                return py::make_tuple(vertex_array(found.vertices), found.upper_bound,
                                      found.proven_optimal());
              });
}

py::object core_numbers_array(const PyGraph& graph, const How& how) {
  Call call(how);
  return call([&](const RunContext& run) { return core_numbers(graph.graph, run); },
              [](const std::vector<Vertex>& cores) -> py::object { return vertex_array(cores); });
}

py::object densest_cliques(const PyGraph& graph, Vertex k, bool curve, const How& how) {
  struct Found {
    CliqueDensest densest;
    std::vector<std::uint64_t> curve;
  };
  Call call(how);
  return call(
      [&](const RunContext& run) {
        Found found{densest_by_cliques(graph.graph, k, run), {}};
        if (curve) found.curve = clique_curve(graph.graph, found.densest, run);
        return found;
      },
      [&](const Found& found) {
        const CliqueDensest& densest = found.densest;
        return py::make_tuple(vertex_array(densest.vertices), densest.k, densest.cliques, densest.edges,
                              densest.ratio(), densest.bound.value(), densest.proven_optimal,
                              py::make_tuple(densest.bound.numerator, densest.bound.denominator),
                              curve ? new_array<std::uint64_t>(found.curve) : py::object(py::none()),
                              clique_certificate_json(graph.graph, densest));
      });
}

/// Errors: SystemError if the run was stopped first.
TrussDecomposition whole_trusses(const Graph& graph, const RunContext& run) {
  TrussDecomposition found = truss_numbers(graph, run);
  if (!found.complete()) run.require_time("finding truss numbers");
  return found;
}

/// Ends of the edges and their numbers.
py::object truss_arrays(const PyGraph& graph, const How& how) {
  Call call(how);
  return call([&](const RunContext& run) { return whole_trusses(graph.graph, run); },
              [](const TrussDecomposition& found) {
                std::vector<Vertex> u, v;
                for (const Edge& edge : found.edges) {
                  u.push_back(edge.u);
                  v.push_back(edge.v);
                }
                return py::make_tuple(vertex_array(u), vertex_array(v), vertex_array(found.number));
              });
}

/// parent (-1: none), k, vertices, edges by node; members, and the position of each node's first member.
py::object tree_arrays(const PyGraph& graph, bool trusses, const How& how) {
  Call call(how);
  return call(
      [&](const RunContext& run) {
        if (trusses) return truss_tree(graph.graph, whole_trusses(graph.graph, run), run);
        const std::vector<Vertex> cores = core_numbers(graph.graph, run);
        if (cores.size() != graph.graph.num_vertices()) run.require_time("finding core numbers");
        return core_tree(graph.graph, cores, run);
      },
      [](const ComponentTree& tree) {
        std::vector<std::int64_t> parent;
        std::vector<Vertex> k, vertices;
        std::vector<EdgeCount> edges;
        std::vector<std::uint64_t> begin;
        for (const ComponentNode& node : tree.nodes) {
          parent.push_back(node.parent == no_node ? -1 : std::int64_t{node.parent});
          k.push_back(node.k);
          vertices.push_back(node.vertices);
          edges.push_back(node.edges);
          begin.push_back(node.members_begin);
          begin.push_back(node.members_end);
        }
        return py::make_tuple(new_array<std::int64_t>(parent), vertex_array(k), vertex_array(vertices),
                              new_array<std::int64_t>(edges), vertex_array(tree.members),
                              new_array<std::int64_t>(begin));
      });
}

}  // namespace

void add_structure(py::module_& module) {
  using namespace py::literals;
  py::class_<DensestQuestion>(module, "DensestQuestion", "A question about densities.")
      .def(py::init<>())
      .def_readwrite("values", &DensestQuestion::values)
      .def_readwrite("costs", &DensestQuestion::costs)
      .def_readwrite("anchors", &DensestQuestion::anchors)
      .def_readwrite("fraudar", &DensestQuestion::fraudar)
      .def_readwrite("include", &DensestQuestion::include)
      .def_readwrite("exclude", &DensestQuestion::exclude)
      .def_readwrite("at_least", &DensestQuestion::at_least)
      .def_readwrite("at_most", &DensestQuestion::at_most);
  module.def("densest", &densest, "The largest densest set, proven.", "graph"_a, "question"_a, "how"_a);
  module.def("dense_layers", &dense_layers, "The locally-dense decomposition.", "graph"_a, "how"_a);
  module.def("maximum_clique", &clique, "A maximum clique, by branch and bound.", "graph"_a, "enough"_a,
             "how"_a);
  module.def("core_numbers", &core_numbers_array, "Core numbers by vertex.", "graph"_a, "how"_a);
  module.def("densest_cliques", &densest_cliques,
             "The largest set with the most k-cliques per vertex, proven.", "graph"_a, "k"_a, "curve"_a,
             "how"_a);
  module.def("truss_numbers", &truss_arrays, "Edges and their truss numbers.", "graph"_a, "how"_a);
  module.def("component_tree", &tree_arrays, "Components of all k-cores or k-trusses.", "graph"_a,
             "trusses"_a, "how"_a);
}

}  // namespace lode::python
