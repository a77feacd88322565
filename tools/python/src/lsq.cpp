// Least squares under constraints. Matrices are read in place by columns.

#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/study/least_squares.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

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
Constraint constraint_of(std::optional<least_squares::Index> sparsity, std::optional<double> lam,
                         std::optional<double> box, bool binary, std::optional<least_squares::Index> ones,
                         least_squares::Index columns) {
  if (sparsity.has_value() + lam.has_value() + binary + ones.has_value() != 1) {
    throw InvalidArgument("give one of sparsity, lam, binary and ones");
  }
  if (box && !lam) throw InvalidArgument("box", fmt::format("{}", *box), "goes with lam");
  Constraint constraint;
  const auto count = [&](const char* name, least_squares::Index wanted) {
    constraint.s = wanted;
    if (wanted > columns) {
      throw InvalidArgument(name, std::to_string(wanted), fmt::format("A has {} columns", columns));
    }
  };
  if (sparsity) count("sparsity", *sparsity);
  if (binary) constraint.kind = ConstraintKind::binary;
  if (lam) {
    constraint.kind = ConstraintKind::sparse;
    constraint.lambda = *lam;
    constraint.box = box.value_or(constraint.box);
  }
  if (ones) {
    constraint.kind = ConstraintKind::binary_c;
    count("ones", *ones);
  }
  return constraint;
}

/// The JSON of `lode lsq solve --format json`.
py::object json_of(std::vector<LeastSquaresResult> results) {
  LeastSquaresReport report;
  report.results = std::move(results);
  return text_of(least_squares_json(report));
}

OptimalityCheck check_if(bool check) { return check ? OptimalityCheck::yes : OptimalityCheck::no; }

py::object solve(const PyInstance& a, std::optional<least_squares::Index> sparsity, std::optional<double> lam,
                 std::optional<double> box, bool binary, std::optional<least_squares::Index> ones,
                 const std::string& loss, const std::string& method,
                 const least_squares::MethodSettings& settings, std::optional<std::vector<double>> start,
                 std::optional<double> target, bool refit, bool check, const How& how) {
  Problem problem;
  problem.instance = a;
  problem.constraint = constraint_of(sparsity, lam, box, binary, ones, a->columns());
  problem.loss = word_of<Loss>("loss", loss, {{"squared", Loss::squared}, {"logistic", Loss::logistic}});
  if (!refit && !is_sparse(problem.constraint.kind)) {
    throw InvalidArgument(
        "refit", "false",
        fmt::format("{} answers have no values that a fit would change", to_string(problem.constraint.kind)),
        "leave it out");
  }
  problem.refit = refit;
  problem.target = target.value_or(problem.target);
  problem.start = std::move(start);
  Call call(how);
  return call(
      [&](const RunContext& run) { return solve_and_check(problem, method, settings, check_if(check), run); },
      [](LeastSquaresResult found) { return json_of({std::move(found)}); });
}

py::object path(const PyInstance& a, least_squares::Index sparsity, int sweeps, bool check, const How& how) {
  Problem problem;
  problem.instance = a;
  problem.constraint = constraint_of(sparsity, {}, {}, false, {}, a->columns());
  Call call(how);
  return call(
      [&](const RunContext& run) {
        return solve_path_and_check(problem, {.sweeps = sweeps}, check_if(check), run);
      },
      json_of);
}

}  // namespace

void add_least_squares(py::module_& module) {
  py::class_<Instance, PyInstance>(module, "Instance", "A and b of min F(Ax, b). Immutable.")
      .def_property_readonly("columns", &Instance::columns);
  using namespace py::literals;
  module.def("dense", &dense, "An instance with a dense A in Fortran order.", "a"_a.noconvert(), "b"_a);
  module.def("sparse", &sparse, "An instance with a sparse A.", "rows"_a, "columns"_a, "row_numbers"_a,
             "column_numbers"_a, "data"_a, "b"_a);
  module.def("lsq_solve", &solve, "The best x under a constraint, in the JSON of the tool.", "instance"_a,
             "sparsity"_a, "lam"_a, "box"_a, "binary"_a, "ones"_a, "loss"_a, "method"_a, "settings"_a,
             "start"_a, "target"_a, "refit"_a, "check"_a, "how"_a);
  module.def("lsq_path", &path, "Best supports of every size from 1 to `sparsity`, in the JSON of the tool.",
             "instance"_a, "sparsity"_a, "sweeps"_a, "check"_a, "how"_a);
}

}  // namespace lode::python
