#include "report/least_squares/least_squares_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode {
namespace detail {

std::string objective_text(double objective) { return format_rounded(objective, 10); }

std::string constraint_text(const least_squares::Constraint& constraint) {
  using least_squares::ConstraintKind;
  std::string text(to_string(constraint.kind));
  if (constraint.kind == ConstraintKind::binary_c || constraint.kind == ConstraintKind::sparse_c) {
    text += fmt::format(", s = {}", constraint.s);
  }
  if (constraint.kind == ConstraintKind::sparse) {
    text += fmt::format(", lambda = {}", format_exact(constraint.lambda));
    if (std::isfinite(constraint.box)) text += fmt::format(", |x| <= {}", format_exact(constraint.box));
  }
  return text;
}

}  // namespace detail

std::string certificate_sentence(const least_squares::Certificate& certificate) {
  using Mode = least_squares::Certificate::Mode;
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  for (const auto& check : certificate.stationarity) {
    const std::string blocks = format_plural(check.blocks, "block", "blocks");
    if (check.holds && !check.complete) {
      if (check.blocks > 0) add(fmt::format("block-{} not settled (none of {} improves)", check.k, blocks));
      continue;
    }
    add(fmt::format("{}block-{} stationary ({}{})", check.holds ? "" : "not ", check.k,
                    check.mode == Mode::exhaustive ? "exhaustive, " + blocks : blocks + " sampled",
                    check.complete ? "" : ", stopped early"));
  }
  if (certificate.single_exchange) {
    add(*certificate.single_exchange ? "no single exchange with refit improves"
                                     : "a single exchange with refit improves");
  }
  if (certificate.stopped) {
    add(fmt::format("{}: {}", text.empty() ? "not checked" : "the rest not checked",
                    least_squares::stop_words(*certificate.stopped)));
  }
  return text;
}

}  // namespace lode
