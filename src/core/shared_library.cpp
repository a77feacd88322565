#include "core/shared_library.hpp"

#include <new>

#include <dlfcn.h>

namespace lode::detail {
namespace {

/// The message of the loader about its last failure, which names the library.
std::string loader_problem(const char* name) {
  const char* const text = ::dlerror();
  return text ? text : std::string(name) + ": cannot be loaded";
}

}  // namespace

SharedLibrary::SharedLibrary(const char* name) : handle_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_) return;
  problem_ = loader_problem(name);
  // A library that exists must not be reported as missing.
  for (const char* const words : {"memory", "failed to map"}) {
    if (problem_.find(words) != std::string::npos) throw std::bad_alloc();
  }
}

void* SharedLibrary::address(const char* name) {
  if (!handle_) return nullptr;
  void* const found = ::dlsym(handle_, name);
  if (!found && problem_.empty()) problem_ = loader_problem(name);
  return found;
}

}  // namespace lode::detail
