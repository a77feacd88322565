#include <exception>
#include <system_error>

#include <lode/core/error.hpp>

#include "arrays.hpp"
#include "call.hpp"

namespace lode::python {
namespace {

/// Raises an error of lode.errors by the name of its class. File names in its text may contain any bytes.
template <class... Facts>
void raise(const char* kind, const char* what, Facts&&... facts) {
  const py::object error =
      py::module_::import("lode._words").attr("error_of")(kind, text_of(what), std::forward<Facts>(facts)...);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
}

void translate(std::exception_ptr thrown) {
  using namespace py::literals;
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const InvalidArgument& error) {
    raise("InvalidArgument", error.what(), "parameter"_a = text_of(error.parameter()));
  } catch (const InputError& error) {
    raise("InputError", error.what(), "file"_a = text_of(error.position().file),
          "line"_a = error.position().line, "column"_a = error.position().column,
          "problem"_a = text_of(error.problem()), "remedy"_a = text_of(error.remedy()));
  } catch (const VerificationError& error) {
    raise("VerificationError", error.what());
  } catch (const StoppedEarly& error) {
    raise("Interrupted", error.what());
  } catch (const Error& error) {
    raise("LodeError", error.what());
  } catch (const std::system_error& error) {
    raise("LodeError", error.what());
  }
}

}  // namespace

void translate_errors() { py::register_local_exception_translator(&translate); }

}  // namespace lode::python
