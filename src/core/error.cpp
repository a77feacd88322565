#include <utility>

#include <lode/core/error.hpp>

namespace lode {
namespace {

/// The sentence of an argument that is refused.
std::string sentence(const std::string& name, const std::string& value, const std::string& problem) {
  if (problem.starts_with("must ")) return name + " " + problem + ", not " + value;
  const std::string given = name + (value.empty() ? "" : (name.ends_with(']') ? " = " : " ") + value);
  return problem.empty() ? given : given + (problem.front() == ':' ? "" : " ") + problem;
}

std::string with_remedy(const std::string& message, const std::string& remedy) {
  return remedy.empty() ? message : message + "; " + remedy;
}

std::string located(const InputPosition& position, const std::string& problem) {
  std::string text = position.file;
  if (position.line > 0) text += ":" + std::to_string(position.line);
  if (position.line > 0 && position.column > 0) text += ":" + std::to_string(position.column);
  return text + ": " + problem;
}

}  // namespace

// The four texts are taken alike, though only one of them is kept.
// NOLINTBEGIN(performance-unnecessary-value-param)
InvalidArgument::InvalidArgument(std::string parameter, std::string value, std::string problem,
                                 std::string remedy)
    : Error(with_remedy(sentence(parameter, value, problem), remedy)), parameter_(std::move(parameter)) {}
// NOLINTEND(performance-unnecessary-value-param)

InvalidArgument::InvalidArgument(const std::string& message) : Error(message) {}

InputError::InputError(InputPosition position, std::string problem, std::string remedy)
    : Error(with_remedy(located(position, problem), remedy)),
      position_(std::move(position)),
      problem_(std::move(problem)),
      remedy_(std::move(remedy)) {}

}  // namespace lode
