// Comparisons and density reports.

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/density_report.hpp>
#include <lode/study/compare.hpp>
#include <lode/study/density_report.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "settings.hpp"

namespace lode::python {
namespace {

/// Columns of a table, filled row by row.
class Columns {
 public:
  explicit Columns(std::initializer_list<const char*> names) {
    for (const char* name : names) columns_.emplace_back(name, py::list());
  }
  template <class... Values>
  void add(const Values&... values) {
    std::size_t column = 0;
    (columns_[column++].second.append(values), ...);
  }
  py::dict dict() const {
    py::dict all;
    for (const auto& [name, values] : columns_) all[name] = values;
    return all;
  }

 private:
  std::vector<std::pair<const char*, py::list>> columns_;
};

// --- comparisons ----------------------------------------------------------------------------------------

struct GridEvent {
  const char* event;
  std::string key;
  std::size_t finished;
  std::size_t left;
  double seconds;
  std::optional<double> seconds_left;
};

py::dict runs_of(const Comparison& comparison) {
  Columns columns({"graph", "s", "method", "start", "seed", "edges", "weight", "stop_reason", "iterations",
                   "seconds", "seconds_to_best", "vertices"});
  for (const ComparisonRun& run : comparison.runs) {
    columns.add(text_of(comparison.cases[run.place].name), run.s, comparison.methods[run.method].label,
                run.start, run.seed, run.edges, run.objective, to_string(run.stop_reason), run.iterations,
                run.seconds, run.seconds_to_best, vertex_array(run.support));
  }
  return columns.dict();
}

py::dict scores_of(const Comparison& comparison) {
  Columns columns({"method", "instances", "mean_rank", "wins", "best_found", "relative", "mean_seconds"});
  for (const ComparisonScore& score : comparison.scores) {
    columns.add(comparison.methods[score.method].label, score.instances, score.mean_rank, score.wins,
                score.best_found, score.relative, score.mean_seconds);
  }
  return columns.dict();
}

py::dict instances_of(const Comparison& comparison) {
  Columns columns({"graph", "s", "upper_bound", "bound", "best", "complete"});
  for (const ComparisonInstance& instance : comparison.instances) {
    columns.add(text_of(comparison.cases[instance.place].name), instance.s, instance.bound.value,
                instance.bound.name, instance.best, instance.complete);
  }
  return columns.dict();
}

std::vector<ComparisonInput> inputs_of(const py::sequence& graphs) {
  std::vector<ComparisonInput> inputs;
  for (const py::handle entry : graphs) {
    const auto parts = py::reinterpret_borrow<py::object>(entry).cast<py::tuple>();
    if (parts.size() != 3) throw py::type_error("graphs must be (name, graph, sizes)");
    inputs.push_back(
        {parts[0].cast<std::string>(), parts[1].cast<PyGraph&>().graph, vertices_of(parts[2], "sizes")});
  }
  return inputs;
}

std::optional<subgraph::StartKind> parse_start(const std::optional<std::string>& start) {
  if (!start) return {};
  return word_of<subgraph::StartKind>("start", *start,
                                      {{"degree", subgraph::StartKind::degree},
                                       {"random", subgraph::StartKind::random},
                                       {"peeling", subgraph::StartKind::peeling}});
}

py::object compare(const py::sequence& graphs, const std::vector<std::string>& methods, int starts,
                   const std::optional<std::string>& start, std::uint64_t seed, double time, bool parallel,
                   int threads, const std::filesystem::path& journal, const py::object& progress,
                   std::shared_ptr<Cancel> cancel, const std::string& on_interrupt) {
  const std::vector<ComparisonInput> inputs = inputs_of(graphs);
  ComparisonOptions options;
  options.methods = methods;
  options.starts = starts;
  options.start = parse_start(start);
  options.seed = seed;
  options.time_limit = time;
  options.parallel = parallel;
  options.threads = threads;
  options.journal = journal.string();
  CallOptions how;
  how.cancel = std::move(cancel);
  how.on_interrupt = on_interrupt;
  Call call(how);
  options.cancel = call.stop_flag();
  if (!progress.is_none()) {
    if (PyCallable_Check(progress.ptr()) == 0) throw py::type_error("progress must be callable");
    options.progress = [&](const GridProgress& told) {
      call.call_back([&] {
        const char* event = told.event == GridProgress::Event::began ? "began" : "ended";
        progress(GridEvent{event, std::string(told.key), told.finished, told.left, told.seconds,
                           told.seconds_left});
      });
    };
  }
  return call([&](const RunContext&) { return compare_methods(inputs, options); },
              [](Comparison found) { return py::cast(std::make_shared<Comparison>(std::move(found))); });
}

void add_comparison(py::module_& module) {
  const auto rendered = [](std::string (*render)(const Comparison&)) {
    return [render](const Comparison& self) { return text_of(render(self)); };
  };
  py::class_<Comparison, std::shared_ptr<Comparison>>(module, "Comparison", "Methods against each other.")
      .def_property_readonly("runs", &runs_of)
      .def_property_readonly("scores", &scores_of)
      .def_property_readonly("instances", &instances_of)
      .def_readonly("interrupted", &Comparison::interrupted)
      .def_readonly("seconds", &Comparison::seconds)
      .def("text", rendered(&render_text))
      .def("markdown", rendered(&render_markdown))
      .def("html", rendered(&render_html))
      .def("json", rendered(&render_json))
      .def("csv", rendered(&render_csv));
  py::class_<GridEvent>(module, "GridProgress", "A run of a comparison began or ended.")
      .def_readonly("event", &GridEvent::event)
      .def_readonly("key", &GridEvent::key)
      .def_readonly("finished", &GridEvent::finished)
      .def_readonly("left", &GridEvent::left)
      .def_readonly("seconds", &GridEvent::seconds)
      .def_readonly("seconds_left", &GridEvent::seconds_left);
  module.def("compare", &compare, "Every method on every graph and size under the same rules.",
             py::arg("graphs"), py::kw_only(), py::arg("methods") = py::tuple(), py::arg("starts") = 3,
             py::arg("start") = py::none(), py::arg("seed") = 1, py::arg("time") = 30.0,
             py::arg("parallel") = false, py::arg("threads") = 0, py::arg("journal") = "",
             py::arg("progress") = py::none(), py::arg("cancel") = py::none(),
             py::arg("on_interrupt") = "raise");
}

// --- density reports ------------------------------------------------------------------------------------

struct PyDensityReport {
  Graph graph;
  DensityReport report;
};

py::dict sizes_of(const PyDensityReport& self) {
  Columns columns({"s", "method", "edges", "weight", "upper_bound", "bound", "gap", "optimal", "vertices"});
  for (const DensityReportSize& size : self.report.sizes) {
    columns.add(size.s, size.best_method, size.best.edges, size.best.weight, size.bound.value,
                size.bound.name, size.gap, size.proven_optimal, vertex_array(size.best.vertices));
  }
  return columns.dict();
}

/// The best set of largest average degree and its neighbours, written by `render`.
py::object exported(const PyDensityReport& self,
                    std::string (*render)(const EgoNetwork&, const RunContext&)) {
  const auto richest = richest_size(self.report);
  if (!richest) return py::none();
  return text_of(render(ego_network(self.graph, self.report.sizes[*richest].best.vertices), RunContext()));
}

py::object report(const std::shared_ptr<PyGraph>& graph, const std::string& name, const py::object& sizes,
                  const std::vector<std::string>& methods, const std::string& effort,
                  std::optional<double> time, std::uint64_t seed, int threads, const py::object& progress,
                  double progress_interval, std::shared_ptr<Cancel> cancel, const std::string& on_interrupt) {
  DensityReportOptions options;
  options.sizes = vertices_of(sizes, "sizes");
  options.methods = methods;
  options.effort = subgraph::parse_effort(effort);
  Call call({seed, threads, time, std::move(cancel), on_interrupt, progress, progress_interval});
  return call(
      [&](const RunContext& run) { return make_density_report(graph->graph, name, options, run); },
      [&](DensityReport made) -> py::object {
        made.input_summary = graph->input.summary();
        return py::cast(std::make_shared<PyDensityReport>(PyDensityReport{graph->graph, std::move(made)}));
      });
}

void add_density_report(py::module_& module) {
  const auto rendered = [](std::string (*render)(const DensityReport&)) {
    return [render](const PyDensityReport& self) { return text_of(render(self.report)); };
  };
  py::class_<PyDensityReport, std::shared_ptr<PyDensityReport>>(
      module, "DensityReport", "What lode report shows: sizes, degrees, cores, density against size.")
      .def_property_readonly("sizes", &sizes_of)
      .def_property_readonly("stop_reason",
                             [](const PyDensityReport& self) { return to_string(self.report.stop_reason); })
      .def_property_readonly("seconds", [](const PyDensityReport& self) { return self.report.seconds; })
      .def("text", rendered(&render_text))
      .def("markdown", rendered(&render_markdown))
      .def("html", rendered(&render_html))
      .def("json", rendered(&render_json))
      .def("graphml", [](const PyDensityReport& self) { return exported(self, &render_graphml); })
      .def("gexf", [](const PyDensityReport& self) { return exported(self, &render_gexf); });
  module.def("report", &report, "What lode report shows.", py::arg("graph").none(false), py::arg("name"),
             py::kw_only(), py::arg("sizes") = py::tuple(), py::arg("methods") = py::tuple(),
             py::arg("effort") = "auto", py::arg("time") = 60.0, py::arg("seed") = 1, py::arg("threads") = 0,
             py::arg("progress") = py::none(), py::arg("progress_interval") = 0.1,
             py::arg("cancel") = py::none(), py::arg("on_interrupt") = "raise");
}

Overwrite overwrite_if(bool force) { return force ? Overwrite::yes : Overwrite::no; }

}  // namespace

void add_studies(py::module_& module) {
  add_comparison(module);
  add_density_report(module);
  module.def(
      "write_text",
      [](const std::filesystem::path& path, const std::string& text, bool force) {
        write_file(path.string(), text, overwrite_if(force));
      },
      "Writes a file whole or not at all.", py::arg("path"), py::arg("text"), py::kw_only(),
      py::arg("force") = false);
  module.def(
      "check_output_path",
      [](const std::filesystem::path& path, bool force) {
        lode::check_output_path(path.string(), overwrite_if(force));
      },
      "Raises what write_text would raise.", py::arg("path"), py::kw_only(), py::arg("force") = false);
}

}  // namespace lode::python
