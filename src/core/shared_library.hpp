#pragma once

#include <string>

namespace lode::detail {

/// A shared library that few runs need. The constructor loads it; it stays loaded until the program ends.
class SharedLibrary {
 public:
  /// `name` is the loader's name, for example "libz.so.1".
  explicit SharedLibrary(const char* name);

  /// The problem, with the name of the library. Empty if the library and all functions asked for exist.
  const std::string& problem() const { return problem_; }

  /// The function of that name. Null, and a `problem`, if the library has no such function.
  template <class Function>
  Function* function(const char* name) {
    return reinterpret_cast<Function*>(address(name));
  }

 private:
  void* address(const char* name);

  void* handle_;
  std::string problem_;
};

}  // namespace lode::detail
