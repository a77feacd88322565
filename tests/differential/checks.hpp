#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>

#include <lode/study/find.hpp>

#include "differential/question.hpp"
#include "support/hard_families.hpp"

namespace lode::differential {

/// How often what was checked.
using Counts = std::map<std::string, std::uint64_t>;

/// Something that lode says is not so.
class Disagreement : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Checks every answer against the weights of all sets: members, counts, bounds, "proven optimal"; that
/// several answers are distinct and share no more than they may.
///
/// Errors:  Disagreement.
void check_answers(const test::HardFamily& family, const Question& question, const FindResult& found,
                   Counts& counts);

/// Checks what verifies the answers: `lode verify` takes each (but those in declared cores), and does not
/// take a smaller bound; the certificate of the result is taken and true, and one that claims less than the
/// heaviest set is refused.
///
/// Errors:  Disagreement.
void check_proofs(const test::HardFamily& family, const Question& question, const FindResult& found,
                  const RunContext& run, Counts& counts);

}  // namespace lode::differential
