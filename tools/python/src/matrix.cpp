// A of least squares, from NumPy and SciPy.

#include "matrix.hpp"

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "arrays.hpp"
#include "settings.hpp"

namespace lode::python {
namespace {

using least_squares::DenseArray;
using least_squares::Layout;
using least_squares::Matrix;

/// Values that lie in memory by columns or by rows, with or without gaps.
struct DenseLayout {
  Layout layout;
  std::size_t stride;  ///< in values
};

std::optional<DenseLayout> layout_of(const py::array& array) {
  constexpr auto width = static_cast<py::ssize_t>(sizeof(double));
  const auto fits = [&](py::ssize_t inner, py::ssize_t outer, py::ssize_t length) {
    return (inner == width || length <= 1) && outer % width == 0 && outer >= length * width;
  };
  const py::ssize_t rows = array.shape(0);
  const py::ssize_t columns = array.shape(1);
  const auto count = [](py::ssize_t bytes) { return static_cast<std::size_t>(bytes / width); };
  if (fits(array.strides(0), array.strides(1), rows) || columns <= 1) {
    if (array.strides(0) == width || rows <= 1) {
      return DenseLayout{Layout::column_major,
                         columns <= 1 ? static_cast<std::size_t>(rows) : count(array.strides(1))};
    }
  }
  if (fits(array.strides(1), array.strides(0), columns) || rows <= 1) {
    if (array.strides(1) == width || columns <= 1) {
      return DenseLayout{Layout::row_major,
                         rows <= 1 ? static_cast<std::size_t>(columns) : count(array.strides(0))};
    }
  }
  return {};
}

PyMatrix dense(const py::object& object) {
  py::array array = array_of(object, "A", 2);
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b')
    throw py::type_error("A must hold real numbers");
  const bool given = py::isinstance<py::array_t<double>>(array) &&
                     array.dtype().attr("isnative").cast<bool>() &&
                     (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0 && layout_of(array);
  if (!given) {
    array = py::array_t<double, py::array::f_style>::ensure(array);
    if (!array) throw py::error_already_set();
  }
  const auto rows = static_cast<std::size_t>(array.shape(0));
  const auto columns = static_cast<std::size_t>(array.shape(1));
  const DenseLayout layout = *layout_of(array);
  const bool by_columns = layout.layout == Layout::column_major;
  const std::size_t length = by_columns ? rows : columns;
  const std::size_t lines = by_columns ? columns : rows;
  const std::size_t values = rows == 0 || columns == 0 ? 0 : layout.stride * (lines - 1) + length;
  const auto* const data = static_cast<const double*>(array.data());
  auto owner = owner_of(array);
  const py::gil_scoped_release release;
  PyMatrix result;
  result.matrix =
      Matrix::dense_array(rows, columns, {{data, values}, layout.layout, layout.stride, std::move(owner)});
  result.shared = given && values > 0 && result.matrix.dense_values().data() == data;
  return result;
}

struct Compressed {
  std::size_t rows;
  std::size_t columns;
  Integers indptr;
  Integers indices;
  Doubles data;
};

Compressed compressed_of(const py::tuple& shape, const py::object& indptr, const py::object& indices,
                         const py::object& data) {
  if (shape.size() != 2) throw py::type_error("shape must be (rows, columns)");
  constexpr std::uint64_t most = no_vertex - 1;
  return {static_cast<std::size_t>(whole_number(shape[0], "rows", most)),
          static_cast<std::size_t>(whole_number(shape[1], "columns", most)), integers_of(indptr, "indptr"),
          integers_of(indices, "indices"), doubles_of(data, "data")};
}

PyMatrix csc(const py::tuple& shape, const py::object& indptr, const py::object& indices,
             const py::object& data) {
  const Compressed given = compressed_of(shape, indptr, indices, data);
  auto owner = owner_of(py::make_tuple(given.indptr.array, given.indices.array, given.data.array));
  const py::gil_scoped_release release;
  PyMatrix result;
  std::visit(
      [&](auto offsets, auto rows) {
        result.matrix = Matrix::csc(given.rows, given.columns, offsets, rows, given.data.values, owner);
      },
      given.indptr.values, given.indices.values);
  const bool wide = std::visit([](auto span) { return sizeof(*span.data()) == 8; }, given.indptr.values);
  result.shared = given.data.in_place && wide && result.matrix.columns() > 0 &&
                  result.matrix.num_stored() > 0 && result.matrix.num_stored() == given.data.values.size() &&
                  [&] {
                    for (least_squares::Index j = 0; j < result.matrix.columns(); ++j) {
                      const auto values = result.matrix.entry_values(j);
                      if (!values.empty()) return values.data() == given.data.values.data();
                    }
                    return false;
                  }();
  return result;
}

/// The rows of a CSR matrix as entries.
PyMatrix csr(const py::tuple& shape, const py::object& indptr, const py::object& indices,
             const py::object& data) {
  const Compressed given = compressed_of(shape, indptr, indices, data);
  const py::gil_scoped_release release;
  LentIntegers lent;
  const auto offsets =
      std::visit([&](auto values) { return lent.as_wide("indptr", values); }, given.indptr.values);
  const auto columns =
      std::visit([&](auto values) { return lent.as_narrow("indices", values); }, given.indices.values);
  const auto values = given.data.values;
  if (offsets.size() != given.rows + 1 || offsets.front() != 0 || offsets.back() != columns.size() ||
      values.size() != columns.size()) {
    throw InvalidArgument(
        "indptr", fmt::format("{} offsets up to {}", offsets.size(), offsets.empty() ? 0 : offsets.back()),
        fmt::format("must be rows + 1 offsets from 0 to the number of indices, {}", columns.size()));
  }
  std::vector<Matrix::Entry> entries;
  entries.reserve(values.size());
  for (std::size_t row = 0; row < given.rows; ++row) {
    if (offsets[row + 1] < offsets[row] || offsets[row + 1] > columns.size()) {
      throw InvalidArgument(fmt::format("indptr[{}]", row + 1), std::to_string(offsets[row + 1]),
                            "must not fall and not exceed the number of indices");
    }
    for (std::uint64_t i = offsets[row]; i < offsets[row + 1]; ++i) {
      entries.push_back({static_cast<std::uint32_t>(row), columns[i], values[i]});
    }
  }
  return {Matrix::sparse(given.rows, given.columns, std::move(entries)), false};
}

}  // namespace

void add_matrix(py::module_& module) {
  py::class_<PyMatrix, std::shared_ptr<PyMatrix>>(module, "Matrix", "A of min F(Ax, b). Immutable.")
      .def_static("dense", &dense, py::arg("array"))
      .def_static("csc", &csc, py::arg("shape"), py::arg("indptr"), py::arg("indices"), py::arg("data"))
      .def_static("csr", &csr, py::arg("shape"), py::arg("indptr"), py::arg("indices"), py::arg("data"))
      .def_property_readonly(
          "shape",
          [](const PyMatrix& self) { return py::make_tuple(self.matrix.rows(), self.matrix.columns()); })
      .def_property_readonly("is_dense", [](const PyMatrix& self) { return self.matrix.is_dense(); })
      .def_property_readonly("num_stored", [](const PyMatrix& self) { return self.matrix.num_stored(); })
      .def_readonly("shared", &PyMatrix::shared);
}

}  // namespace lode::python
