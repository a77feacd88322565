#pragma once

#include <vector>

#include <lode/study/question.hpp>

namespace lode::questions {

// The questions of each folder, and the order of help.
std::vector<Question> cliques(), directed(), groups(), quotas(), sides(), thresholds(), trusses();
inline constexpr auto folders = {thresholds, sides, quotas, cliques, directed, trusses, groups};

}  // namespace lode::questions
