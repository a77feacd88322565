// Least squares under constraints.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/least_squares/generators.hpp>
#include <lode/report/format.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/study/least_squares.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "matrix.hpp"
#include "settings.hpp"

namespace lode::python {
namespace {

using least_squares::Certificate;
using least_squares::Constraint;
using least_squares::ConstraintKind;
using least_squares::Instance;
using least_squares::Loss;
using least_squares::Problem;

/// A LeastSquaresResult with x in full.
struct Fit {
  LeastSquaresResult result;
  std::size_t columns = 0;

  const least_squares::Solution& solution() const { return result.solution; }
};

py::array_t<double> point(const Fit& fit) {
  py::array_t<double> x(static_cast<py::ssize_t>(fit.columns));
  double* to = x.mutable_data();
  std::fill(to, to + fit.columns, 0.0);
  for (std::size_t i = 0; i < fit.solution().support.size(); ++i) {
    to[fit.solution().support[i]] = fit.solution().x[i];
  }
  return x;
}

/// As graphs have it; the class of Python is the same.
subgraph::StationarityReport stationarity_of(const Certificate::Stationarity& found) {
  using Mode = subgraph::StationarityReport::Mode;
  return {found.k, found.mode == Certificate::Mode::exhaustive ? Mode::exhaustive : Mode::sampled,
          found.blocks, found.holds};
}

std::vector<subgraph::StationarityReport> stationarities(const Certificate& self) {
  std::vector<subgraph::StationarityReport> all;
  for (const auto& found : self.stationarity) all.push_back(stationarity_of(found));
  return all;
}

bool is_complete(const Certificate& self) {
  return !self.stopped && std::all_of(self.stationarity.begin(), self.stationarity.end(),
                                      [](const auto& found) { return found.complete; });
}

// --- problems -------------------------------------------------------------------------------------------

std::shared_ptr<const Instance> instance_of(const PyMatrix& a, const py::object& b) {
  const Doubles given = doubles_of(b, "b");
  std::vector<double> values(given.values.begin(), given.values.end());
  const py::gil_scoped_release release;
  return std::make_shared<const Instance>(a.matrix, std::move(values));
}

struct ConstraintArguments {
  py::object sparsity;
  std::optional<double> lam;
  std::optional<double> box;
  bool binary;
  py::object ones;
};

least_squares::Index count_of(const py::object& count, const char* what, least_squares::Index columns) {
  const std::uint64_t value = whole_number(count, what, std::numeric_limits<std::uint64_t>::max());
  if (value <= columns) return static_cast<least_squares::Index>(value);
  throw InvalidArgument(what, std::to_string(value), fmt::format("A has {} columns", columns));
}

Constraint constraint_of(const ConstraintArguments& given, least_squares::Index columns) {
  const int kinds = !given.sparsity.is_none() + given.lam.has_value() + given.binary + !given.ones.is_none();
  if (kinds != 1) throw InvalidArgument("give one of sparsity, lam, binary and ones");
  if (given.box && !given.lam) throw InvalidArgument("box", fmt::format("{}", *given.box), "goes with lam");
  Constraint constraint;
  if (given.binary) {
    constraint.kind = ConstraintKind::binary;
  } else if (given.lam) {
    constraint.kind = ConstraintKind::sparse;
    constraint.lambda = *given.lam;
    constraint.box = given.box.value_or(constraint.box);
  } else if (!given.ones.is_none()) {
    constraint.kind = ConstraintKind::binary_c;
    constraint.s = count_of(given.ones, "ones", columns);
  } else {
    constraint.s = count_of(given.sparsity, "sparsity", columns);
  }
  return constraint;
}

py::object solve(const std::shared_ptr<PyMatrix>& a, const py::object& b, const py::object& sparsity,
                 std::optional<double> lam, std::optional<double> box, bool binary, const py::object& ones,
                 const std::string& loss, const std::string& method, const py::dict& settings,
                 const py::object& start, std::optional<double> target, bool raw, bool check,
                 std::optional<double> time, std::uint64_t seed, int threads, const py::object& progress,
                 double progress_interval, std::shared_ptr<Cancel> cancel, const std::string& on_interrupt) {
  Problem problem;
  problem.instance = instance_of(*a, b);
  problem.constraint = constraint_of({sparsity, lam, box, binary, ones}, problem.instance->columns());
  problem.loss = word_of<Loss>("loss", loss, {{"squared", Loss::squared}, {"logistic", Loss::logistic}});
  if (raw && !is_sparse(problem.constraint.kind)) {
    throw InvalidArgument("raw", std::string(to_string(problem.constraint.kind)),
                          "has no values that a fit would change", "leave it out");
  }
  problem.refit = !raw;
  problem.target = target.value_or(problem.target);
  if (!start.is_none()) {
    const Doubles values = doubles_of(start, "start");
    problem.start.emplace(values.values.begin(), values.values.end());
  }
  const auto values = python::settings_of(settings);
  const OptimalityCheck checked = check ? OptimalityCheck::yes : OptimalityCheck::no;
  Call call({seed, threads, time, std::move(cancel), on_interrupt, progress, progress_interval});
  return call([&](const RunContext& run) { return solve_and_check(problem, method, values, checked, run); },
              [&](LeastSquaresResult found) -> py::object {
                return py::cast(Fit{std::move(found), problem.instance->columns()});
              });
}

py::object path(const std::shared_ptr<PyMatrix>& a, const py::object& b, const py::object& sparsity,
                int sweeps, bool check, std::optional<double> time, std::uint64_t seed, int threads,
                const py::object& progress, double progress_interval, std::shared_ptr<Cancel> cancel,
                const std::string& on_interrupt) {
  Problem problem;
  problem.instance = instance_of(*a, b);
  problem.constraint.s = count_of(sparsity, "sparsity", problem.instance->columns());
  if (problem.constraint.s < 1) throw InvalidArgument("sparsity", "0", "must be at least 1");
  const OptimalityCheck checked = check ? OptimalityCheck::yes : OptimalityCheck::no;
  Call call({seed, threads, time, std::move(cancel), on_interrupt, progress, progress_interval});
  return call(
      [&](const RunContext& run) { return solve_path_and_check(problem, {.sweeps = sweeps}, checked, run); },
      [&](std::vector<LeastSquaresResult> found) -> py::object {
        py::list fits;
        for (LeastSquaresResult& one : found) {
          fits.append(Fit{std::move(one), problem.instance->columns()});
        }
        return fits;
      });
}

// --- data -----------------------------------------------------------------------------------------------

/// A dense matrix of the library as an array in Fortran order that keeps it alive.
py::array array_of_matrix(least_squares::Matrix matrix) {
  auto* const kept = new least_squares::Matrix(std::move(matrix));
  const py::capsule owner(kept, [](void* pointer) { delete static_cast<least_squares::Matrix*>(pointer); });
  const auto rows = static_cast<py::ssize_t>(kept->rows());
  const auto columns = static_cast<py::ssize_t>(kept->columns());
  constexpr auto width = static_cast<py::ssize_t>(sizeof(double));
  py::array_t<double> view({rows, columns}, {width, width * rows}, kept->dense_values().data(), owner);
  view.attr("setflags")(py::arg("write") = false);
  return view;
}

py::tuple regression(std::size_t rows, std::uint32_t columns, const std::string& design,
                     const std::string& noise, std::uint64_t seed) {
  using least_squares::Design;
  using least_squares::Noise;
  least_squares::RegressionOptions options;
  options.rows = rows;
  options.columns = columns;
  options.design = word_of<Design>("design", design, {{"AI", Design::ai}, {"AII", Design::aii}});
  options.noise = word_of<Noise>("noise", noise, {{"bI", Noise::bi}, {"bII", Noise::bii}});
  options.seed = seed;
  least_squares::GeneratedData data;
  {
    const py::gil_scoped_release release;
    data = least_squares::regression_data(options);
  }
  return py::make_tuple(array_of_matrix(std::move(data.a)), new_array<double>(data.b),
                        new_array<double>(data.truth));
}

py::tuple uniform(std::size_t rows, std::uint32_t columns, std::uint64_t seed) {
  least_squares::GeneratedData data;
  {
    const py::gil_scoped_release release;
    data = least_squares::uniform_data({rows, columns, seed});
  }
  return py::make_tuple(array_of_matrix(std::move(data.a)), new_array<double>(data.b));
}

void add_fit(py::module_& module) {
  py::class_<Certificate>(module, "OptimalityCheck", "Which optimality an answer has been shown to have.")
      .def_property_readonly("stationarity", &stationarities)
      .def_property_readonly("complete", &is_complete)
      .def_readonly("single_exchange", &Certificate::single_exchange);
  py::class_<Fit>(module, "Fit", "The best x found, and which optimality it has.")
      .def_property_readonly("x", &point)
      .def_property_readonly("support", [](const Fit& self) { return vertex_array(self.solution().support); })
      .def_property_readonly("objective", [](const Fit& self) { return self.solution().objective; })
      .def_property_readonly("constraint",
                             [](const Fit& self) { return to_string(self.result.constraint.kind); })
      .def_property_readonly("s", [](const Fit& self) { return self.result.constraint.s; })
      .def_property_readonly("loss", [](const Fit& self) { return to_string(self.result.loss); })
      .def_property_readonly("method", [](const Fit& self) { return self.result.method; })
      .def_property_readonly("preset", [](const Fit& self) { return self.result.preset; })
      .def_property_readonly("stop_reason",
                             [](const Fit& self) { return to_string(self.solution().stop_reason); })
      .def_property_readonly("iterations", [](const Fit& self) { return self.solution().iterations; })
      .def_property_readonly("seconds", [](const Fit& self) { return self.solution().seconds; })
      .def_property_readonly("seconds_to_best",
                             [](const Fit& self) { return self.solution().seconds_to_best; })
      .def_property_readonly("trace", [](const Fit& self) { return trace_array(self.solution().trace); })
      .def_property_readonly("check", [](const Fit& self) { return self.solution().certificate; })
      .def_property_readonly("check_sentence",
                             [](const Fit& self) {
                               return self.solution().certificate
                                          ? certificate_sentence(*self.solution().certificate)
                                          : std::string();
                             })
      .def_property_readonly("note", [](const Fit& self) { return self.solution().note; })
      .def("__repr__", [](const Fit& self) {
        return fmt::format("<lode._core.Fit: objective {}, {} of {} columns>",
                           format_weight(self.solution().objective), self.solution().support.size(),
                           self.columns);
      });
}

}  // namespace

void add_least_squares(py::module_& module) {
  add_fit(module);
  module.def("lsq_solve", &solve, "The best x under a constraint, and which optimality it has.",
             py::arg("a").none(false), py::arg("b"), py::kw_only(), py::arg("sparsity") = py::none(),
             py::arg("lam") = py::none(), py::arg("box") = py::none(), py::arg("binary") = false,
             py::arg("ones") = py::none(), py::arg("loss") = "squared", py::arg("method") = "hybrid",
             py::arg("settings") = py::dict(), py::arg("start") = py::none(), py::arg("target") = py::none(),
             py::arg("raw") = false, py::arg("check") = true, py::arg("time") = py::none(),
             py::arg("seed") = 1, py::arg("threads") = 0, py::arg("progress") = py::none(),
             py::arg("progress_interval") = 0.1, py::arg("cancel") = py::none(),
             py::arg("on_interrupt") = "raise");
  module.def("lsq_path", &path, "Best supports of every size from 1 to `sparsity`.", py::arg("a").none(false),
             py::arg("b"), py::arg("sparsity"), py::kw_only(),
             py::arg("sweeps") = least_squares::PathOptions{}.sweeps, py::arg("check") = true,
             py::arg("time") = py::none(), py::arg("seed") = 1, py::arg("threads") = 0,
             py::arg("progress") = py::none(), py::arg("progress_interval") = 0.1,
             py::arg("cancel") = py::none(), py::arg("on_interrupt") = "raise");
  module.def("lsq_regression_data", &regression, "A, b and the x that b was made from.",
             py::arg("rows") = least_squares::RegressionOptions{}.rows,
             py::arg("columns") = least_squares::RegressionOptions{}.columns, py::kw_only(),
             py::arg("design") = "AI", py::arg("noise") = "bI", py::arg("seed") = 1);
  module.def("lsq_uniform_data", &uniform, "A and b, uniform in [0, 1).",
             py::arg("rows") = least_squares::UniformOptions{}.rows,
             py::arg("columns") = least_squares::UniformOptions{}.columns, py::kw_only(),
             py::arg("seed") = 1);
}

}  // namespace lode::python
