#include "errors.hpp"

#include <exception>
#include <string>
#include <system_error>

#include <lode/core/error.hpp>

#include "python_words.hpp"

namespace lode::python {
namespace {

/// The classes, alive as long as the process.
struct Errors {
  PyObject* base = nullptr;
  PyObject* argument = nullptr;
  PyObject* input = nullptr;
  PyObject* verification = nullptr;
  PyObject* interrupted = nullptr;
};
Errors errors;

PyObject* add_error(py::module_& module, const char* name, const char* meaning, const py::object& bases) {
  PyObject* type =
      PyErr_NewExceptionWithDoc((std::string("lode.") + name).c_str(), meaning, bases.ptr(), nullptr);
  if (type == nullptr) throw py::error_already_set();
  module.add_object(name, type);
  return type;
}

/// The text of an error as Python's; file names in it may be any bytes.
py::object text_of(const std::string& what) {
  PyObject* text = PyUnicode_DecodeUTF8(what.data(), static_cast<Py_ssize_t>(what.size()), "replace");
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(text);
}

py::object instance(PyObject* type, const std::string& what) {
  return py::reinterpret_borrow<py::object>(type)(text_of(what));
}

void raise(PyObject* type, const py::object& error) { PyErr_SetObject(type, error.ptr()); }

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const InvalidArgument& error) {
    const std::string name = python_name(error.parameter());
    const std::string_view rest = std::string_view(error.what()).substr(error.parameter().size());
    const py::object object = instance(errors.argument, name + in_python(rest));
    object.attr("parameter") = text_of(name);
    raise(errors.argument, object);
  } catch (const InputError& error) {
    const py::object object = instance(errors.input, in_python(error.what()));
    object.attr("file") = text_of(error.position().file);
    object.attr("line") = error.position().line;
    object.attr("column") = error.position().column;
    object.attr("problem") = text_of(in_python(error.problem()));
    object.attr("remedy") = text_of(in_python(error.remedy()));
    raise(errors.input, object);
  } catch (const VerificationError& error) {
    raise(errors.verification, instance(errors.verification, in_python(error.what())));
  } catch (const StoppedEarly& error) {
    raise(errors.interrupted, instance(errors.interrupted, in_python(error.what())));
  } catch (const Error& error) {
    raise(errors.base, instance(errors.base, in_python(error.what())));
  } catch (const std::system_error& error) {
    raise(errors.base, instance(errors.base, in_python(error.what())));
  }
}

}  // namespace

void add_errors(py::module_& module) {
  const py::object runtime_error = py::reinterpret_borrow<py::object>(PyExc_RuntimeError);
  errors.base = add_error(module, "LodeError", "Base of every error of lode.", runtime_error);
  const py::object base = py::reinterpret_borrow<py::object>(errors.base);
  errors.argument = add_error(
      module, "InvalidArgument",
      "A parameter is outside its range, or arrays are not what they should be; `parameter` is its name.",
      py::make_tuple(base, py::reinterpret_borrow<py::object>(PyExc_ValueError)));
  errors.input =
      add_error(module, "InputError",
                "The content of a file is not what it should be: `file`, `line` and `column` (from "
                "1; 0: unknown), `problem` and `remedy`.",
                base);
  errors.verification = add_error(module, "VerificationError", "A claim does not hold.", base);
  errors.interrupted =
      add_error(module, "Interrupted", "A call was stopped before it had anything to return.", base);
  for (PyObject* type : {errors.argument, errors.input}) {
    const py::object object = py::reinterpret_borrow<py::object>(type);
    for (const char* name : {"parameter", "file", "problem", "remedy"}) {
      if ((type == errors.argument) == (std::string(name) == "parameter")) object.attr(name) = "";
    }
  }
  py::reinterpret_borrow<py::object>(errors.input).attr("line") = 0;
  py::reinterpret_borrow<py::object>(errors.input).attr("column") = 0;
  py::register_local_exception_translator(&translate);
}

}  // namespace lode::python
