#include <charconv>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "lsq/arguments.hpp"
#include "shell/options.hpp"

namespace lode::tool {

using least_squares::Constraint;
using least_squares::ConstraintKind;
using least_squares::Index;

void ConstraintArgument::add_options(CLI::App& command, const char* size_type) {
  begin_section(command, heading::question);
  add_option(command, "-s,--sparsity", sparsity, size_type, "Constraint: x has at most S nonzeros");
  CLI::Option* const priced =
      add_option(command, "--lambda", lambda, "L", "Constraint: every nonzero costs L");
  add_option(command, "--box", box, "R", "With --lambda: every |x_i| is at most R")->needs(priced);
  command.add_flag("--binary", binary, "Constraint: every x_i is -1 or 1");
  add_option(command, "--ones", ones, size_type, "Constraint: S of the x_i are 1, the rest 0");
}

std::pair<Constraint, std::string> ConstraintArgument::parse() const {
  const int count = !sparsity.empty() + !ones.empty() + lambda.has_value() + binary;
  if (count != 1) {
    throw InvalidArgument("constraint", count == 0 ? "missing" : "given several times", "must be exactly one",
                          "use --sparsity S, --lambda L, --binary or --ones S");
  }
  Constraint constraint;
  if (!sparsity.empty()) {
    constraint.kind = ConstraintKind::sparse_c;
    return {constraint, sparsity};
  }
  if (!ones.empty()) {
    constraint.kind = ConstraintKind::binary_c;
    return {constraint, ones};
  }
  constraint.kind = binary ? ConstraintKind::binary : ConstraintKind::sparse;
  constraint.lambda = lambda.value_or(0.0);
  if (box) constraint.box = *box;
  return {constraint, ""};
}

Index parse_count(const std::string& option, const std::string& text, Index n) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw InvalidArgument(option, text, "is no number of columns", "write an integer");
  }
  if (value > n) {
    throw InvalidArgument(option, text,
                          fmt::format("is too large: A has {}", format_plural(n, "column", "columns")));
  }
  return static_cast<Index>(value);
}

}  // namespace lode::tool
