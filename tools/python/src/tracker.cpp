// The density tracker. Calls are direct, without a Call of their own, but for solve.

#include <lode/graph/densest.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

py::object solve(DensityTracker& tracker, const How& how) {
  Call call(how);
  return call([&](const RunContext& run) { return tracker.solve(run); },
              [&](const DensestSubgraph& found) {
                return py::make_tuple(made_graph(tracker.graph()), vertex_array(found.vertices), found.edges,
                                      found.weight, found.ratio(), found.proven_optimal, found.bound);
              });
}

}  // namespace

void add_tracker(py::module_& module) {
  using namespace py::literals;
  py::class_<DensityTracker>(module, "DensityTracker",
                             "An upper bound on the density of a graph whose edges come and go.")
      .def(py::init([](const PyGraph& graph) { return DensityTracker(graph.graph); }), "graph"_a)
      .def("add", &DensityTracker::add, "u"_a, "v"_a, "weight"_a)
      .def("remove", &DensityTracker::remove, "u"_a, "v"_a)
      .def("bound", &DensityTracker::bound)
      .def("has_edge", &DensityTracker::has_edge, "u"_a, "v"_a)
      .def_property_readonly("n", &DensityTracker::num_vertices)
      .def_property_readonly("m", &DensityTracker::num_edges)
      .def("solve", &solve, "how"_a);
}

}  // namespace lode::python
