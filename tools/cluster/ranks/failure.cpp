#include "ranks/failure.hpp"

#include <new>

#include <lode/core/error.hpp>

#include "shell/session.hpp"
#include "shell/usage.hpp"

namespace lode::cluster {

SharedFailure failure_of(const std::exception_ptr& error) {
  const auto told = [](int code, const char* message) {
    return SharedFailure(code, tool::with_flags(message));
  };
  try {
    std::rethrow_exception(error);
  } catch (const SharedFailure& failure) {
    return failure;
  } catch (const OrderedError& ordered) {
    return failure_of(ordered.error());
  } catch (const InvalidArgument& problem) {
    return told(tool::usage, problem.what());
  } catch (const InputError& problem) {
    return told(tool::bad_input, problem.what());
  } catch (const VerificationError& problem) {
    return told(tool::not_verified, problem.what());
  } catch (const std::bad_alloc&) {
    return told(tool::failure, "out of memory");
  } catch (const std::exception& problem) {
    return told(tool::failure, problem.what());
  }
}

}  // namespace lode::cluster
