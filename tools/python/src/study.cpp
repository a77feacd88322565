// Comparisons, density reports and methods. Answers are in the JSON of the tool.

#include <pybind11/stl/filesystem.h>

#include <lode/io/output_file.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/density_report.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/report/tables.hpp>
#include <lode/study/compare.hpp>
#include <lode/study/density_report.hpp>
#include <lode/subgraph/registry.hpp>

#include "bindings.hpp"

namespace lode::python {
namespace {

/// A name, a graph and sizes.
using Case = std::tuple<std::string, std::shared_ptr<PyGraph>, std::vector<Vertex>>;

/// The threads are for the bounds.
py::object compare(const std::vector<Case>& cases, const py::dict& asked) {
  std::vector<ComparisonInput> inputs;
  for (const auto& [name, graph, sizes] : cases) inputs.push_back({name, graph->graph, sizes});
  Call call(asked);
  ComparisonOptions options;
  take(options.methods, asked, "methods");
  take(options.starts, asked, "starts");
  if (const auto start = keyword<std::optional<std::string>>(asked, "start"))
    options.start = start_of(*start);
  take(options.seed, asked, "seed");
  options.time_limit = keyword<std::optional<double>>(asked, "run_time").value_or(options.time_limit);
  take(options.threads, asked, "threads");
  take(options.journal, asked, "journal");
  options.cancel = call.stop_flag();
  if (const py::object log = asked["grid_progress"]; !log.is_none()) {
    options.progress = [&call, log](const GridProgress& told) {
      call.call_back([&] {
        log(told.event == GridProgress::Event::began ? "began" : "ended", told.key, told.finished, told.left,
            told.seconds);
      });
    };
  }
  return call([&](const RunContext&) { return compare_methods(inputs, options); },
              [](const Comparison& found) { return text_of(render_json(found)); });
}

struct PyDensityReport {
  Graph graph;
  DensityReport report;
};

/// The report as "text", "html", "markdown" or "json". As "graphml", the best set of largest average degree
/// with its neighbours, or None without answers.
py::object text_in(const PyDensityReport& self, const std::string& format) {
  if (format == "graphml") {
    const auto richest = richest_size(self.report);
    if (!richest) return py::none();
    return text_of(render_graphml(ego_network(self.graph, self.report.sizes[*richest].best.vertices)));
  }
  return text_of(format == "html"       ? render_html(self.report)
                 : format == "markdown" ? render_markdown(self.report)
                 : format == "json"     ? render_json(self.report)
                                        : render_text(self.report));
}

py::object report(const PyGraph& graph, const py::dict& asked) {
  const auto name = keyword<std::string>(asked, "name");
  DensityReportOptions options;
  take(options.sizes, asked, "s");
  take(options.methods, asked, "methods");
  options.effort = subgraph::parse_effort(keyword<std::string>(asked, "effort"));
  return Call(asked)(
      [&](const RunContext& run) { return make_density_report(graph.graph, name, options, run); },
      [&](DensityReport made) {
        made.input_summary = graph.input.summary();
        auto whole = std::make_shared<PyDensityReport>(PyDensityReport{graph.graph, std::move(made)});
        return py::make_tuple(to_string(whole->report.stop_reason), whole->report.seconds, whole);
      });
}

Overwrite overwrite_if(bool force) { return force ? Overwrite::yes : Overwrite::no; }

/// The JSON of all methods of a registry, and of their settings.
template <class Row>
py::tuple methods_of(std::span<const Row> rows, const std::string& methods, const char* command) {
  return py::make_tuple(text_of(methods), text_of(options_json(command, options_of(rows))));
}

}  // namespace

void add_studies(py::module_& module) {
  py::class_<PyDensityReport, std::shared_ptr<PyDensityReport>>(module, "DensityReport")
      .def("text", &text_in);
  module.def("compare", &compare);
  module.def("report", &report);
  module.def("write_text", [](const std::filesystem::path& path, const std::string& text, bool force) {
    write_file(path.string(), text, overwrite_if(force));
  });
  module.def("check_output_path", [](const std::filesystem::path& path, bool force) {
    lode::check_output_path(path.string(), overwrite_if(force));
  });
  module.def("methods", [] {
    const auto rows = subgraph::methods();
    return methods_of(rows, methods_json(rows, {}), "methods");
  });
  module.def("lsq_methods", [] {
    const auto rows = least_squares::methods();
    return methods_of(rows, least_squares_methods_json(rows), "lsq methods");
  });
}

}  // namespace lode::python
