#pragma once

#include <string>
#include <string_view>

// Messages of the library in the words of who calls it from Python.

namespace lode::python {

/// A parameter of the library by the name that its keyword has in Python: "max-overlap" is max_overlap,
/// "sizes" is s.
std::string python_name(std::string_view parameter);

/// A message of the library, which names its options as "option 'labels'" and calls as "function
/// 'find_json'".
std::string in_python(std::string_view message);

}  // namespace lode::python
