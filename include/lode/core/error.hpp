#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace lode {

/// Base of every exception that lode throws. `what()` is one line for a user.
///
/// Two other kinds of exception pass through the library unchanged: std::bad_alloc when memory runs out, and
/// any error thrown by a function of the caller (a sink, an operator, a solver).
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A parameter is outside its range, or a combination of parameters is not defined. The tool exits with 2.
/// The message reads "PARAMETER VALUE PROBLEM; REMEDY" if the problem is a predicate ("is not known"),
/// "PARAMETER VALUE: PROBLEM; REMEDY" if it begins with a colon, and "PARAMETER PROBLEM, not VALUE; REMEDY"
/// if it begins with "must".
class InvalidArgument : public Error {
 public:
  /// Builds the message from its pieces. Empty pieces are left out.
  InvalidArgument(std::string parameter, std::string value, std::string problem, std::string remedy = "");
  /// Takes the whole message as one text. `parameter()` is then empty.
  explicit InvalidArgument(const std::string& message);
  /// Name of the parameter that is wrong.
  const std::string& parameter() const { return parameter_; }

 private:
  std::string parameter_;
};

/// The place in an input where something is wrong. Lines and columns count from 1; 0 means unknown.
struct InputPosition {
  std::string file;          ///< name of the file, as the caller gave it
  std::uint64_t line = 0;    ///< line from 1, or 0
  std::uint64_t column = 0;  ///< column from 1, or 0
};

/// The input cannot be read in its format. The tool exits with 3. The message reads "FILE:LINE:COLUMN:
/// PROBLEM; REMEDY".
class InputError : public Error {
 public:
  /// Builds the message from its pieces. An empty remedy is left out.
  InputError(InputPosition position, std::string problem, std::string remedy = "");
  /// The place in the input.
  const InputPosition& position() const { return position_; }
  /// The problem, without the place and the remedy.
  const std::string& problem() const { return problem_; }
  /// Advice to the user; may be empty.
  const std::string& remedy() const { return remedy_; }

 private:
  InputPosition position_;
  std::string problem_;
  std::string remedy_;
};

/// A system call or a library failed (a file cannot be written, for example), or a run was stopped before
/// work that is useless when half done. The tool exits with 1.
class SystemError : public Error {
 public:
  using Error::Error;
};

/// An answer contradicts its claims. The tool exits with 4.
class VerificationError : public Error {
 public:
  using Error::Error;
};

/// An invariant of lode itself is broken: a defect of lode. The tool exits with 1.
class InternalError : public Error {
 public:
  using Error::Error;
};

}  // namespace lode
#pragma GCC visibility pop
