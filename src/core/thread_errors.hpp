#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <lode/core/error.hpp>

namespace lode::detail {

/// Calls `work` and returns its result. TBB reports by std::runtime_error that the system has no more
/// threads; this function turns that error into SystemError.
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
