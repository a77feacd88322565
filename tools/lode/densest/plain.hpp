#pragma once

#include <lode/study/question.hpp>

namespace lode::tool {

/// Answers the first question of `densest`: sets with the most weight per vertex.
QuestionAnswer ask_densest(QuestionInput& in);

}  // namespace lode::tool
