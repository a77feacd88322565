#include "questions/questions.hpp"

#include <algorithm>
#include <iterator>

namespace lode {

std::span<const Question> all_questions() {
  static const std::vector<Question> all = [] {
    std::vector<Question> list;
    for (const auto folder : questions::folders) std::ranges::copy(folder(), std::back_inserter(list));
    return list;
  }();
  return all;
}

}  // namespace lode
