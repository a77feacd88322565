#include "io/csr/weight_conflict.hpp"

#include <cmath>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

PairLines lines_of_pair(CompressedInput input, const EdgeLineRules& rules, const std::string& first,
                        const std::string& second) {
  PairLines lines;
  for (LineReader reader(input); !lines.complete() && reader.next();) {
    if (line_kind(reader.begin(), reader.end(), rules) != LineKind::data) continue;
    const EdgeLine line = parse_edge_line(reader.begin(), reader.end(), rules);
    if (line.problem) continue;
    const std::string u = rules.labels ? label_text(line.u) : std::to_string(line.u_id);
    const std::string v = rules.labels ? label_text(line.v) : std::to_string(line.v_id);
    lines.look_at(u, v, first, second, reader.number());
  }
  return lines;
}

}  // namespace

void throw_weight_conflict(const CompressedInput& input, const WeightConflict& conflict,
                           const VertexNames& names, const PairLines& lines) {
  const std::string u = names.name(conflict.u);
  const std::string v = names.name(conflict.v);
  const auto at = [](std::uint64_t line) {
    return line > 0 ? fmt::format(" (line {})", line) : std::string();
  };
  throw InputError({input.display_name(), std::max(lines.forward, lines.backward)},
                   fmt::format("edge {} {} has weight {}{} but {} {} has weight {}{}", excerpt(u), excerpt(v),
                               conflict.forward, at(lines.forward), excerpt(v), excerpt(u), conflict.backward,
                               at(lines.backward)),
                   "say with option 'merge' which holds: sum, max or min");
}

void WeightSum::add(std::span<const Weight> arc_weights) {
  for (const Weight weight : arc_weights) {
    sum_ += weight;
    magnitude_ += std::abs(weight);
    negative_ = negative_ || weight < 0.0;
    integral_ = integral_ && weight == std::floor(weight);
  }
}

void WeightSum::check(const CompressedInput& input) const {
  if (!std::isfinite(static_cast<Weight>(magnitude_ / 2.0L))) {
    throw InputError({input.display_name()}, "the weights sum to more than the largest double",
                     "scale the weights down");
  }
  const long double largest = std::max(magnitude_ / 2.0L, static_cast<long double>(merged_));
  if (integral_ && largest >= static_cast<long double>(exact_integer_limit)) {
    throw InputError({input.display_name()}, "the integer weights sum to 2^53 or more",
                     "scale the weights down so that every sum is exact");
  }
}

WeightSummary WeightSum::summary() const {
  WeightSummary summary{integral_ ? WeightKind::integral : WeightKind::real,
                        static_cast<Weight>(sum_ / 2.0L)};
  if (negative_) summary.signed_magnitude = static_cast<Weight>(magnitude_ / 2.0L);
  return summary;
}

void check_weight_sums(std::span<const Weight> arc_weights, const CompressedInput& input) {
  WeightSum sum;
  sum.add(arc_weights);
  sum.check(input);
}

void check_weight_sums(const BuiltCsr& built, const CompressedInput& input) {
  WeightSum sum;
  sum.add(built.arrays.weights);
  sum.add_merged(built.most_added_up);
  sum.check(input);
}

void fail_on_conflict(const CompressedInput& input, const EdgeLineRules& rules,
                      const WeightConflict& conflict, const VertexNames& names) {
  PairLines lines;
  if (input.can_be_read_again()) {
    lines = lines_of_pair(input.again(), rules, names.name(conflict.u), names.name(conflict.v));
  }
  throw_weight_conflict(input, conflict, names, lines);
}

}  // namespace lode::detail
