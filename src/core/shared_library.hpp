#pragma once

#include <string>

namespace lode::detail {

/// A shared library that few runs need: loaded when this is made, and kept until the program ends.
class SharedLibrary {
 public:
  /// `name` as the loader knows it, "libz.so.1".
  explicit SharedLibrary(const char* name);

  /// What is wrong, with the library's name; empty when it and all functions asked for are there.
  const std::string& problem() const { return problem_; }

  /// The function of that name; null, with a problem, where there is none.
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
