// Densest subgraphs, dense layers, core numbers and cliques. Results are tuples in the order of the classes
// of lode.functions.

#include <pybind11/stl.h>

#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

py::object densest(const PyGraph& graph, const How& how) {
  Call call(how);
  return call([&](const RunContext& run) { return densest_subgraph(graph.graph, run); },
              [](const DensestSubgraph& found) {
                return py::make_tuple(vertex_array(found.vertices), found.edges, found.weight, found.ratio(),
                                      found.proven);
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
                return py::make_tuple(vertex_array(found.vertices), found.upper_bound, found.exact());
              });
}

py::object core_numbers_array(const PyGraph& graph, const How& how) {
  Call call(how);
  return call([&](const RunContext& run) { return core_numbers(graph.graph, run); },
              [](const std::vector<Vertex>& cores) -> py::object { return vertex_array(cores); });
}

}  // namespace

void add_structure(py::module_& module) {
  using namespace py::literals;
  module.def("densest", &densest, "The largest set of most weight per vertex, proven.", "graph"_a, "how"_a);
  module.def("dense_layers", &dense_layers, "The locally-dense decomposition.", "graph"_a, "how"_a);
  module.def("maximum_clique", &clique, "A maximum clique, by branch and bound.", "graph"_a, "enough"_a,
             "how"_a);
  module.def("core_numbers", &core_numbers_array, "Core numbers by vertex.", "graph"_a, "how"_a);
}

}  // namespace lode::python
