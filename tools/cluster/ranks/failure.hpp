#pragma once

#include <cstdint>
#include <exception>
#include <string>

namespace lode::cluster {

/// A failure of all ranks: the message of one of them and its exit code.
class SharedFailure : public std::exception {
 public:
  SharedFailure(int code, std::string message) : code_(code), message_(std::move(message)) {}
  int code() const { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  int code_;
  std::string message_;
};

/// An error with its order among the errors of other ranks: the lowest is reported.
class OrderedError : public std::exception {
 public:
  OrderedError(std::uint64_t order, std::exception_ptr error) : order_(order), error_(std::move(error)) {}
  std::uint64_t order() const { return order_; }
  std::exception_ptr error() const { return error_; }
  const char* what() const noexcept override { return "an error with its order"; }

 private:
  std::uint64_t order_;
  std::exception_ptr error_;
};

/// Exit code and message of any exception, as in lode's tool.
SharedFailure failure_of(const std::exception_ptr& error);

}  // namespace lode::cluster
