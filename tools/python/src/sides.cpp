// Graphs with two sides. Result tuples have the order of the classes in lode.sides.

#include <numeric>

#include <pybind11/stl.h>

#include <lode/questions/sides.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

/// A graph with two sides in Python.
struct PySides {
  SidedGraph sides;

  py::object names(std::span<const Vertex> vertices) const { return names_of(sides.graph.names(), vertices); }
};

std::shared_ptr<PySides> sides_of_arcs(const PyArcs& arcs,
                                       const std::optional<std::array<Vertex, 2>>& shape) {
  return std::make_shared<PySides>(PySides{sides_of(arcs.arcs, shape.value_or(arcs.shape))});
}

std::shared_ptr<PySides> sides_of_graph(const PyGraph& graph, const std::vector<Vertex>& left) {
  return std::make_shared<PySides>(PySides{sides_of(graph.graph, left)});
}

/// Names of all vertices, the left ones first.
py::object all_names(const PySides& self) {
  VertexSet all(self.sides.graph.num_vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  return self.names(all);
}

/// Number of edges between two sets.
EdgeCount count_edges(const PySides& self, const VertexSet& left, const VertexSet& right) {
  std::vector<bool> is_right(self.sides.graph.num_vertices());
  for (const Vertex v : right) is_right.at(v) = true;
  EdgeCount edges = 0;
  for (const Vertex u : left) {
    self.sides.graph.for_each_neighbor(u, [&](Vertex v, Weight) { edges += is_right[v]; });
  }
  return edges;
}

py::tuple pair_of(const PySides& sides, const SidedAnswer& answer) {
  return py::make_tuple(sides.names(answer.left), sides.names(answer.right), answer.edges, answer.bound,
                        std::string(answer.bound_name), std::string(answer.rule), answer.proven_optimal,
                        std::string(answer.method), std::string(to_string(answer.stop_reason)),
                        answer.seconds);
}

py::object find_pairs(const PySides& sides, const std::vector<std::pair<Vertex, Vertex>>& sizes,
                      const std::string& effort, const How& how) {
  PairRequest request;
  for (const auto& [left, right] : sizes) request.sizes.push_back({left, right});
  request.effort = subgraph::parse_effort(effort);
  Call call(how);
  return call([&](const RunContext& run) { return best_pairs(sides.sides, request, run); },
              [&](const std::vector<SidedAnswer>& answers) {
                py::list list;
                for (const SidedAnswer& answer : answers) list.append(pair_of(sides, answer));
                return py::object(list);
              });
}

py::object find_area(const PySides& sides, const std::pair<Vertex, Vertex>& least, const How& how) {
  Call call(how);
  return call(
      [&](const RunContext& run) {
        return largest_area(sides.sides, {least.first, least.second}, run);
      },
      [&](const SidedAnswer& answer) { return py::object(pair_of(sides, answer)); });
}

py::object find_densest(const PySides& sides, const How& how) {
  struct Timed {
    DirectedDensest densest;
    double seconds = 0.0;
  };
  Call call(how);
  return call(
      [&](const RunContext& run) {
        Timed timed{densest_pair(sides.sides, run)};
        timed.seconds = run.elapsed();
        return timed;
      },
      [&](const Timed& timed) {
        const DirectedDensest& found = timed.densest;
        return py::object(py::make_tuple(sides.names(found.sources), sides.names(found.targets), found.arcs,
                                         found.rho(), found.bound, found.proven_optimal, timed.seconds));
      });
}

py::object find_cores(const PySides& sides, const How& how) {
  Call call(how);
  return call([&](const RunContext& run) { return sided_cores(sides.sides, run); },
              [&](const std::vector<SidedCore>& cores) {
                VertexSet vertices;
                py::list corners;
                for (const SidedCore& core : cores) {
                  vertices.push_back(core.vertex);
                  corners.append(py::make_tuple(core.vertex < sides.sides.left, core.alpha, core.beta));
                }
                return py::object(py::make_tuple(sides.names(vertices), corners));
              });
}

}  // namespace

void add_sides(py::module_& module) {
  using namespace py::literals;
  py::class_<PySides, std::shared_ptr<PySides>>(module, "Sides", "A graph with two sides.")
      .def_property_readonly("left", [](const PySides& sides) { return sides.sides.left; })
      .def_property_readonly("right", [](const PySides& sides) { return sides.sides.right(); })
      .def("names", &all_names)
      .def("count", &count_edges, "left"_a, "right"_a);
  module.def("sides_of_arcs", &sides_of_arcs,
             "A graph with the sources of arcs on the left and the targets on the right. `shape`: that of a "
             "matrix.",
             "arcs"_a, "shape"_a);
  module.def("sides_of_graph", &sides_of_graph, "A graph with the given vertices on the left.", "graph"_a,
             "left"_a);
  module.def("find_pairs", &find_pairs, "The pairs of sets with the most edges between them.", "sides"_a,
             "sizes"_a, "effort"_a, "how"_a);
  module.def("largest_area", &find_area, "The biclique with the largest area.", "sides"_a, "min_sides"_a,
             "how"_a);
  module.def("densest_pair", &find_densest, "The densest pair of sets, proven.", "sides"_a, "how"_a);
  module.def("sided_cores", &find_cores, "The corners of all vertices: the largest cores that hold them.",
             "sides"_a, "how"_a);
}

}  // namespace lode::python
