// Comparisons and density reports.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <lode/io/output_file.hpp>
#include <lode/report/density_report.hpp>
#include <lode/study/compare.hpp>
#include <lode/study/density_report.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

// --- comparisons ----------------------------------------------------------------------------------------

// Rows of tables, with the columns of lode.studies.

py::list runs_of(const Comparison& comparison) {
  py::list rows;
  for (const ComparisonRun& run : comparison.runs) {
    rows.append(py::make_tuple(text_of(comparison.cases[run.place].name), run.s,
                               comparison.methods[run.method].label, run.start, run.seed, run.edges,
                               run.objective, to_string(run.stop_reason), run.iterations, run.seconds,
                               run.seconds_to_best, vertex_array(run.support)));
  }
  return rows;
}

py::list scores_of(const Comparison& comparison) {
  py::list rows;
  for (const ComparisonScore& score : comparison.scores) {
    rows.append(py::make_tuple(comparison.methods[score.method].label, score.instances, score.mean_rank,
                               score.wins, score.best_found, score.relative, score.mean_seconds));
  }
  return rows;
}

py::list instances_of(const Comparison& comparison) {
  py::list rows;
  for (const ComparisonInstance& instance : comparison.instances) {
    rows.append(py::make_tuple(text_of(comparison.cases[instance.place].name), instance.s,
                               instance.bound.value, instance.bound.name, instance.best, instance.complete));
  }
  return rows;
}

/// A name, a graph and sizes.
using Case = std::tuple<std::string, std::shared_ptr<PyGraph>, std::vector<Vertex>>;

/// The time is for one run, the threads are for the bounds.
py::object compare(const std::vector<Case>& cases, const std::vector<std::string>& methods, int starts,
                   const std::optional<std::string>& start, double time, const std::filesystem::path& journal,
                   const std::string& table, const py::object& progress, const How& how) {
  std::vector<ComparisonInput> inputs;
  for (const auto& [name, graph, sizes] : cases) inputs.push_back({name, graph->graph, sizes});
  Call call(how);
  ComparisonOptions options;
  options.methods = methods;
  options.starts = starts;
  if (start) options.start = start_of(*start);
  options.seed = how.seed;
  options.time_limit = time;
  options.threads = how.threads;
  options.journal = journal.string();
  options.cancel = call.stop_flag();
  if (!progress.is_none()) {
    options.progress = [&](const GridProgress& told) {
      call.call_back([&] {
        using namespace py::literals;
        progress("event"_a = told.event == GridProgress::Event::began ? "began" : "ended", "key"_a = told.key,
                 "finished"_a = told.finished, "left"_a = told.left, "seconds"_a = told.seconds);
      });
    };
  }
  return call(
      [&](const RunContext&) { return compare_methods(inputs, options); },
      [&](const Comparison& found) {
        return table == "runs" ? runs_of(found) : table == "scores" ? scores_of(found) : instances_of(found);
      });
}

// --- density reports ------------------------------------------------------------------------------------

struct PyDensityReport {
  Graph graph;
  DensityReport report;
};

py::list sizes_of(const PyDensityReport& self) {
  py::list rows;
  for (const DensityReportSize& size : self.report.sizes) {
    rows.append(py::make_tuple(size.s, size.best_method, size.best.edges, size.best.weight, size.bound.value,
                               size.bound.name, size.gap, size.proven_optimal,
                               vertex_array(size.best.vertices)));
  }
  return rows;
}

/// The best set of largest average degree with its neighbours, written by `render`.
py::object exported(const PyDensityReport& self,
                    std::string (*render)(const EgoNetwork&, const RunContext&)) {
  const auto richest = richest_size(self.report);
  if (!richest) return py::none();
  return text_of(render(ego_network(self.graph, self.report.sizes[*richest].best.vertices), RunContext()));
}

py::object report(const PyGraph& graph, const std::string& name, const std::vector<Vertex>& sizes,
                  const std::vector<std::string>& methods, const std::string& effort, const How& how) {
  DensityReportOptions options;
  options.sizes = sizes;
  options.methods = methods;
  options.effort = subgraph::parse_effort(effort);
  Call call(how);
  return call(
      [&](const RunContext& run) { return make_density_report(graph.graph, name, options, run); },
      [&](DensityReport made) {
        made.input_summary = graph.input.summary();
        return py::cast(std::make_shared<PyDensityReport>(PyDensityReport{graph.graph, std::move(made)}));
      });
}

void add_density_report(py::module_& module) {
  const auto rendered = [](std::string (*render)(const DensityReport&)) {
    return [render](const PyDensityReport& self) { return text_of(render(self.report)); };
  };
  py::class_<PyDensityReport, std::shared_ptr<PyDensityReport>>(module, "DensityReport",
                                                                "The density report of `lode report`.")
      .def_property_readonly("sizes", &sizes_of)
      .def_property_readonly("stop_reason",
                             [](const PyDensityReport& self) { return to_string(self.report.stop_reason); })
      .def_property_readonly("seconds", [](const PyDensityReport& self) { return self.report.seconds; })
      .def("text", rendered(&render_text))
      .def("markdown", rendered(&render_markdown))
      .def("html", rendered(&render_html))
      .def("json", rendered(&render_json))
      .def("graphml", [](const PyDensityReport& self) { return exported(self, &render_graphml); });
}

Overwrite overwrite_if(bool force) { return force ? Overwrite::yes : Overwrite::no; }

}  // namespace

subgraph::StartKind start_of(std::string_view word) {
  return word_of<subgraph::StartKind>("start", word,
                                      {{"degree", subgraph::StartKind::degree},
                                       {"random", subgraph::StartKind::random},
                                       {"peeling", subgraph::StartKind::peeling}});
}

void add_studies(py::module_& module) {
  add_density_report(module);
  using namespace py::literals;
  module.def("compare", &compare, "Every method on every graph and size under the same rules: a table.",
             "cases"_a, "methods"_a, "starts"_a, "start"_a, "time"_a, "journal"_a, "table"_a, "progress"_a,
             "how"_a);
  module.def("report", &report, "The density report of `lode report`.", "graph"_a, "name"_a, "sizes"_a,
             "methods"_a, "effort"_a, "how"_a);
  module.def(
      "write_text",
      [](const std::filesystem::path& path, const std::string& text, bool force) {
        write_file(path.string(), text, overwrite_if(force));
      },
      "Writes a file, whole or not at all.", "path"_a, "text"_a, "force"_a);
  module.def(
      "check_output_path",
      [](const std::filesystem::path& path, bool force) {
        lode::check_output_path(path.string(), overwrite_if(force));
      },
      "Raises what write_text would raise.", "path"_a, "force"_a);
}

}  // namespace lode::python
