#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <lode/core/error.hpp>

namespace lode::detail {

/// What `work` returns. TBB says by a std::runtime_error that the system has no more threads: it leaves the
/// library as SystemError.
template <class Work>
auto with_thread_errors(const Work& work) {
  try {
    return work();
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    if (!std::string_view(error.what()).starts_with("pthread_")) throw;
    throw SystemError(std::string("no thread can be started (") + error.what() +
                      "); allow more memory or more processes");
  }
}

}  // namespace lode::detail
