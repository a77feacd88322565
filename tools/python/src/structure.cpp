// Densest subgraphs, cores, components and cliques.

#include <pybind11/stl.h>

#include <lode/graph/clique.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "settings.hpp"

namespace lode::python {
namespace {

CallOptions options_of(std::optional<double> time, int threads, std::shared_ptr<Cancel> cancel,
                       const std::string& on_interrupt) {
  CallOptions options;
  options.time = time;
  options.threads = threads;
  options.cancel = std::move(cancel);
  options.on_interrupt = on_interrupt;
  return options;
}

py::object densest(const std::shared_ptr<PyGraph>& graph, std::optional<double> time, int threads,
                   std::shared_ptr<Cancel> cancel, const std::string& on_interrupt) {
  Call call(options_of(time, threads, std::move(cancel), on_interrupt));
  return call([&](const RunContext& run) { return densest_subgraph(graph->graph, run); },
              [](DensestSubgraph found) { return py::cast(std::move(found)); });
}

py::object dense_layers(const std::shared_ptr<PyGraph>& graph, std::optional<double> time, int threads,
                        std::shared_ptr<Cancel> cancel, const std::string& on_interrupt) {
  Call call(options_of(time, threads, std::move(cancel), on_interrupt));
  return call([&](const RunContext& run) { return dense_decomposition(graph->graph, run); },
              [](DenseDecomposition found) { return py::cast(std::move(found)); });
}

py::object clique(const std::shared_ptr<PyGraph>& graph, const py::object& enough,
                  const py::object& work_limit, std::optional<double> time, int threads,
                  std::shared_ptr<Cancel> cancel, const std::string& on_interrupt) {
  CliqueOptions limits;
  if (!enough.is_none()) {
    limits.enough = static_cast<Vertex>(whole_number(enough, "enough", no_vertex));
  }
  if (!work_limit.is_none()) {
    limits.work_limit = whole_number(work_limit, "work_limit", std::numeric_limits<std::uint64_t>::max());
  }
  Call call(options_of(time, threads, std::move(cancel), on_interrupt));
  return call([&](const RunContext& run) { return maximum_clique(graph->graph, limits, run); },
              [](Clique found) { return py::cast(std::move(found)); });
}

py::object core_numbers_array(const std::shared_ptr<PyGraph>& graph, int threads) {
  Call call(options_of({}, threads, {}, "raise"));
  return call([&](const RunContext& run) { return core_numbers(graph->graph, run); },
              [](const std::vector<Vertex>& cores) -> py::object { return vertex_array(cores); });
}

py::object k_core_vertices(const std::shared_ptr<PyGraph>& graph, const py::object& k, int threads) {
  const auto degree = static_cast<Vertex>(whole_number(k, "k", no_vertex));
  Call call(options_of({}, threads, {}, "raise"));
  return call([&](const RunContext& run) { return k_core(graph->graph, degree, run); },
              [](const std::optional<Part>& core) -> py::object {
                return vertex_array(core ? core->original : std::vector<Vertex>());
              });
}

/// Arrays of one number per layer.
template <class T, class Number>
py::array_t<T> by_layer(const DenseDecomposition& self, const Number& number) {
  py::array_t<T> array(static_cast<py::ssize_t>(self.layers.size()));
  T* to = array.mutable_data();
  for (std::size_t i = 0; i < self.layers.size(); ++i) *to++ = static_cast<T>(number(i));
  return array;
}

void add_classes(py::module_& module) {
  py::class_<DensestSubgraph>(module, "Densest", "The largest set of most weight per vertex.")
      .def_property_readonly("vertices",
                             [](const DensestSubgraph& self) { return vertex_array(self.vertices); })
      .def_readonly("edges", &DensestSubgraph::edges)
      .def_readonly("weight", &DensestSubgraph::weight)
      .def_property_readonly("ratio", &DensestSubgraph::ratio)
      .def_readonly("proven", &DensestSubgraph::proven)
      .def_readonly("core_vertices", &DensestSubgraph::core_vertices)
      .def_readonly("core_edges", &DensestSubgraph::core_edges)
      .def_readonly("flows", &DensestSubgraph::flows);
  using Layers = DenseDecomposition;
  py::class_<Layers>(module, "DenseLayers", "Nested sets of falling density, exact.")
      .def_property_readonly("order", [](const Layers& self) { return vertex_array(self.order); })
      .def_property_readonly("sizes",
                             [](const Layers& self) {
                               return by_layer<std::int64_t>(
                                   self, [&](std::size_t i) { return self.layers[i].size; });
                             })
      .def_property_readonly("edges",
                             [](const Layers& self) {
                               return by_layer<std::int64_t>(
                                   self, [&](std::size_t i) { return self.layers[i].edges; });
                             })
      .def_property_readonly("weights",
                             [](const Layers& self) {
                               return by_layer<double>(self,
                                                       [&](std::size_t i) { return self.layers[i].weight; });
                             })
      .def_property_readonly("densities",
                             [](const Layers& self) {
                               return by_layer<double>(
                                   self, [&](std::size_t i) { return self.marginal_density(i); });
                             })
      .def_property_readonly("load", [](const Layers& self) { return new_array<double>(self.load); })
      .def_property_readonly("complete", &Layers::complete);
  py::class_<Clique>(module, "Clique", "A large clique, and how large one can be.")
      .def_property_readonly("vertices", [](const Clique& self) { return vertex_array(self.vertices); })
      .def_readonly("upper_bound", &Clique::upper_bound)
      .def_property_readonly("exact", &Clique::exact)
      .def_readonly("nodes", &Clique::nodes);
}

}  // namespace

void add_structure(py::module_& module) {
  add_classes(module);
  module.def("densest", &densest, "The largest set of most weight per vertex, proven.",
             py::arg("graph").none(false), py::kw_only(), py::arg("time") = py::none(),
             py::arg("threads") = 0, py::arg("cancel") = py::none(), py::arg("on_interrupt") = "raise");
  module.def("dense_layers", &dense_layers, "The locally-dense decomposition.", py::arg("graph").none(false),
             py::kw_only(), py::arg("time") = py::none(), py::arg("threads") = 0,
             py::arg("cancel") = py::none(), py::arg("on_interrupt") = "raise");
  module.def("maximum_clique", &clique, "A maximum clique, by branch and bound.",
             py::arg("graph").none(false), py::kw_only(), py::arg("enough") = py::none(),
             py::arg("work_limit") = py::none(), py::arg("time") = py::none(), py::arg("threads") = 0,
             py::arg("cancel") = py::none(), py::arg("on_interrupt") = "raise");
  module.def("core_numbers", &core_numbers_array, "Core numbers by vertex.", py::arg("graph").none(false),
             py::kw_only(), py::arg("threads") = 0);
  module.def(
      "core_order",
      [](const std::shared_ptr<PyGraph>& graph) {
        CoreDecomposition cores;
        {
          const py::gil_scoped_release release;
          cores = core_decomposition(graph->graph);
        }
        return py::make_tuple(vertex_array(cores.core), vertex_array(cores.order));
      },
      "Core numbers by vertex, and a smallest-last order.", py::arg("graph").none(false));
  module.def(
      "strength_cores",
      [](const std::shared_ptr<PyGraph>& graph) {
        StrengthCoreDecomposition cores;
        {
          const py::gil_scoped_release release;
          cores = strength_cores(graph->graph);
        }
        return new_array<double>(cores.core);
      },
      "Core values with degree replaced by strength.", py::arg("graph").none(false));
  module.def("k_core", &k_core_vertices, "Vertices of the k-core.", py::arg("graph").none(false),
             py::arg("k"), py::kw_only(), py::arg("threads") = 0);
  module.def(
      "components",
      [](const std::shared_ptr<PyGraph>& graph) {
        Components found;
        {
          const py::gil_scoped_release release;
          found = connected_components(graph->graph);
        }
        return vertex_array(found.component);
      },
      "Component of every vertex.", py::arg("graph").none(false));
}

}  // namespace lode::python
