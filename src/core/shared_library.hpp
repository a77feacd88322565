#pragma once

#include <string>

namespace lode::detail {

/// A shared library that few runs need. The constructor loads it; it stays loaded until the program ends.
class SharedLibrary {
 public:
  /// `name` is the name that the loader knows, for example "libz.so.1".
  explicit SharedLibrary(const char* name);

  /// What is wrong, with the name of the library. Empty when the library and all functions asked for are
  /// there.
  const std::string& problem() const { return problem_; }

  /// The function of that name. Null when there is none; `problem` then says so.
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
