#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace lode {

/// Base of every exception lode throws. `what()` is one line fit for a user.
///
/// Two others leave the library as they come: std::bad_alloc where memory runs out, and what a function of
/// the caller (a sink, an operator, a solver) throws.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A parameter is outside its range, or a combination is not defined. The tool exits with 2.
/// The message reads "PARAMETER is VALUE: PROBLEM; REMEDY".
class InvalidArgument : public Error {
 public:
  InvalidArgument(std::string parameter, std::string value, std::string problem, std::string remedy = "");
  explicit InvalidArgument(const std::string& message);
  const std::string& parameter() const { return parameter_; }

 private:
  std::string parameter_;
};

/// Where in an input something is wrong; line and column count from 1, 0 means unknown.
struct InputPosition {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// The input cannot be read as what it should be. The tool exits with 3.
/// The message reads "FILE:LINE:COLUMN: PROBLEM; REMEDY".
class InputError : public Error {
 public:
  InputError(InputPosition position, std::string problem, std::string remedy = "");
  const InputPosition& position() const { return position_; }
  const std::string& problem() const { return problem_; }
  const std::string& remedy() const { return remedy_; }

 private:
  InputPosition position_;
  std::string problem_;
  std::string remedy_;
};

/// The system refused something lode needs (cannot write, a library that fails), or a run was stopped before
/// work that is worth nothing half done was. The tool exits with 1.
class SystemError : public Error {
 public:
  using Error::Error;
};

/// An answer does not hold what it claims. The tool exits with 4.
class VerificationError : public Error {
 public:
  using Error::Error;
};

/// A broken invariant of lode itself. The tool exits with 1.
class InternalError : public Error {
 public:
  using Error::Error;
};

}  // namespace lode
#pragma GCC visibility pop
