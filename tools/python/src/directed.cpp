// Directed graphs and their densest pair of sets. Result tuples have the order of the class in
// lode.functions.

#include <numeric>

#include <pybind11/stl.h>

#include <lode/questions/directed.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

/// A graph of arcs from u[i] to v[i] between n vertices, after a check of both.
std::shared_ptr<PyArcs> arcs_from(const Values<std::int64_t>& u, const Values<std::int64_t>& v, Vertex n) {
  if (u.size() != v.size()) throw py::value_error("u and v differ in size");
  std::vector<ArcEnds> ends(static_cast<std::size_t>(u.size()));
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ends[i] = {static_cast<Vertex>(span_of(u)[i]), static_cast<Vertex>(span_of(v)[i])};
  }
  return std::make_shared<PyArcs>(PyArcs{Arcs::from_arcs(ends, n)});
}

VertexSet all_of(const Arcs& arcs) {
  VertexSet all(arcs.num_vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  return all;
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

py::object densest_directed(const PyArcs& given, bool drop_loops, const How& how) {
  const Arcs arcs = drop_loops ? given.arcs.without_loops() : given.arcs;
  Call call(how);
  return call([&](const RunContext& run) { return directed_densest(arcs, run); },
              [&](const DirectedDensest& found) {
                return py::make_tuple(names_of(arcs.names(), found.sources),
                                      names_of(arcs.names(), found.targets), found.arcs, found.rho(),
                                      found.bound, found.proven_optimal, arcs.num_loops());
              });
}

}  // namespace

void add_directed(py::module_& module) {
  using namespace py::literals;
  py::class_<PyArcs, std::shared_ptr<PyArcs>>(module, "DirectedArcs", "A directed graph.")
      .def("names", [](const PyArcs& self) { return names_of(self.arcs.names(), all_of(self.arcs)); })
      .def("count", &count_arcs, "sources"_a, "targets"_a, "loops"_a);
  module.def("arcs_from", &arcs_from, "A directed graph of arcs between n vertices.", "u"_a, "v"_a, "n"_a);
  module.def("densest_directed", &densest_directed, "The directed densest subgraph, proven.", "arcs"_a,
             "drop_loops"_a, "how"_a);
}

}  // namespace lode::python
