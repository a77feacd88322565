// Comparisons, density reports, least squares and methods. Answers are in the JSON of the tool.

#include <pybind11/stl/filesystem.h>

#include <lode/io/output_file.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/density_report.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/report/tables.hpp>
#include <lode/study/compare.hpp>
#include <lode/study/density_report.hpp>
#include <lode/study/least_squares.hpp>
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

/// The reason for its end, the time, and the report in every format.
py::object report(const PyGraph& graph, const py::dict& asked) {
  const auto name = keyword<std::string>(asked, "name");
  DensityReportOptions options;
  take(options.sizes, asked, "s");
  take(options.method, asked, "method");
  options.effort = subgraph::parse_effort(keyword<std::string>(asked, "effort"));
  return Call(asked)(
      [&](const RunContext& run) { return make_density_report(graph.graph, name, options, run); },
      [&](DensityReport made) {
        made.input_summary = graph.input.summary();
        using namespace py::literals;
        const py::dict texts("text"_a = text_of(render_text(made)), "html"_a = text_of(render_html(made)),
                             "json"_a = text_of(render_json(made)));
        return py::make_tuple(to_string(made.stop_reason), made.seconds, texts);
      });
}

// --- least squares: matrices are read in place by columns ------------------------------------------------

using least_squares::Constraint;
using least_squares::ConstraintKind;
using least_squares::Instance;
using least_squares::Loss;
using least_squares::Matrix;
using least_squares::Problem;

using PyInstance = std::shared_ptr<Instance>;

/// `a` in Fortran order, which is read in place.
PyInstance dense(const py::array_t<double, py::array::f_style>& a, std::vector<double> b) {
  const auto rows = static_cast<std::size_t>(a.shape(0));
  const auto columns = static_cast<std::size_t>(a.shape(1));
  auto owner = owner_of(a);
  const std::span<const double> values(a.data(), static_cast<std::size_t>(a.size()));
  const py::gil_scoped_release release;
  Matrix matrix = Matrix::dense_array(rows, columns, values, std::move(owner));
  return std::make_shared<Instance>(std::move(matrix), std::move(b));
}

/// Values by place. Those of one place are summed.
PyInstance sparse(std::size_t rows, std::size_t columns, const Values<std::uint32_t>& row_numbers,
                  const Values<std::uint32_t>& column_numbers, const Values<double>& data,
                  std::vector<double> b) {
  const py::gil_scoped_release release;
  std::vector<Matrix::Entry> entries;
  for (std::size_t i = 0; i < span_of(data).size(); ++i) {
    entries.push_back({span_of(row_numbers)[i], span_of(column_numbers)[i], span_of(data)[i]});
  }
  return std::make_shared<Instance>(Matrix::sparse(rows, columns, entries), std::move(b));
}

/// A number of nonzeros or ones, an amount of regularisation, or signs: exactly one of them.
Constraint constraint_of(const py::dict& asked, least_squares::Index columns) {
  using Count = std::optional<least_squares::Index>;
  const auto sparsity = keyword<Count>(asked, "sparsity"), ones = keyword<Count>(asked, "ones");
  const auto lam = keyword<std::optional<double>>(asked, "lam"),
             box = keyword<std::optional<double>>(asked, "box");
  const auto binary = keyword<bool>(asked, "binary");
  if (sparsity.has_value() + lam.has_value() + binary + ones.has_value() != 1) {
    throw InvalidArgument("give one of sparsity, lam, binary and ones");
  }
  if (box && !lam) throw InvalidArgument("box", "", "goes with lam");
  for (const auto& [name, count] : {std::pair("sparsity", sparsity), std::pair("ones", ones)}) {
    if (count && *count > columns) {
      throw InvalidArgument(name, std::to_string(*count), fmt::format(": A has {} columns", columns));
    }
  }
  Constraint constraint;
  constraint.s = sparsity ? *sparsity : ones.value_or(constraint.s);
  if (binary) constraint.kind = ConstraintKind::binary;
  if (ones) constraint.kind = ConstraintKind::binary_c;
  if (lam) {
    constraint.kind = ConstraintKind::sparse;
    constraint.lambda = *lam;
    constraint.box = box.value_or(constraint.box);
  }
  return constraint;
}

/// The JSON of `lode lsq solve --format json`.
py::object json_of(std::vector<LeastSquaresResult> results) {
  LeastSquaresReport report;
  report.results = std::move(results);
  return text_of(least_squares_json(report));
}

OptimalityCheck check_in(const py::dict& asked) {
  return keyword<bool>(asked, "check") ? OptimalityCheck::yes : OptimalityCheck::no;
}

py::object solve(const PyInstance& a, const py::dict& asked) {
  Problem problem;
  problem.instance = a;
  problem.constraint = constraint_of(asked, a->columns());
  problem.loss = keyword<std::string>(asked, "loss") == "squared" ? Loss::squared : Loss::logistic;
  take(problem.refit, asked, "refit");
  if (!problem.refit && !is_sparse(problem.constraint.kind)) {
    throw InvalidArgument("refit", "",
                          fmt::format("has no effect: {} answers have no values that a fit would change",
                                      to_string(problem.constraint.kind)),
                          "leave it out");
  }
  problem.target = keyword<std::optional<double>>(asked, "target").value_or(problem.target);
  take(problem.start, asked, "start");
  const auto method = keyword<std::string>(asked, "method");
  const auto settings = keyword<least_squares::MethodSettings>(asked, "settings");
  const OptimalityCheck check = check_in(asked);
  return Call(asked)(
      [&](const RunContext& run) { return solve_and_check(problem, method, settings, check, run); },
      [](LeastSquaresResult found) { return json_of({std::move(found)}); });
}

py::object path(const PyInstance& a, const py::dict& asked) {
  Problem problem;
  problem.instance = a;
  take(problem.constraint.s, asked, "sparsity");
  if (problem.constraint.s > a->columns()) {
    throw InvalidArgument("sparsity", std::to_string(problem.constraint.s),
                          fmt::format(": A has {} columns", a->columns()));
  }
  const auto sweeps = keyword<int>(asked, "sweeps");
  const OptimalityCheck check = check_in(asked);
  return Call(asked)(
      [&](const RunContext& run) { return solve_path_and_check(problem, {.sweeps = sweeps}, check, run); },
      &json_of);
}

// --- methods and files ----------------------------------------------------------------------------------

/// Writes a file, whole or not at all; without a text, raises what writing would raise.
void write_text(const std::filesystem::path& path, const std::optional<std::string>& text, bool force) {
  const Overwrite overwrite = force ? Overwrite::yes : Overwrite::no;
  if (text) {
    write_file(path.string(), *text, overwrite);
  } else {
    check_output_path(path.string(), overwrite);
  }
}

/// The JSON of all methods of a registry, and of their settings.
template <class Row>
py::tuple methods_of(std::span<const Row> rows, const std::string& methods, const char* command) {
  return py::make_tuple(text_of(methods), text_of(options_table("json", command, options_of(rows))));
}

}  // namespace

void add_studies(py::module_& module) {
  module.def("compare", &compare);
  module.def("report", &report);
  module.def("write_text", &write_text);
  module.def("methods", [] {
    const auto rows = subgraph::methods();
    return methods_of(rows, methods_table("json", rows, {}), "methods");
  });
  module.def("lsq_methods", [] {
    const auto rows = least_squares::methods();
    return methods_of(rows, least_squares_methods_table("json", rows), "lsq methods");
  });
  py::class_<Instance, PyInstance>(module, "Instance").def_property_readonly("columns", &Instance::columns);
  using namespace py::literals;
  module.def("dense", &dense, "a"_a.noconvert(), "b"_a);
  module.def("sparse", &sparse);
  module.def("lsq_solve", &solve);
  module.def("lsq_path", &path);
}

}  // namespace lode::python
