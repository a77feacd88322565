#include "io/edge_list/marked_lines.hpp"

#include <algorithm>

namespace lode::detail {

MarkedSample::MarkedSample(std::span<const SampleLine> lines, std::string_view marks)
    : lines_(lines), marks_(marks) {
  const auto marked = [&](const SampleLine& line) {
    return !line.fields.empty() && !line.fields[0].quoted && is_marked(line.fields[0].text);
  };
  const bool all_marked = std::all_of(lines.begin(), lines.end(), marked);
  for (const SampleLine& line : lines) {
    if (!all_marked && marked(line)) continue;
    const auto columns = static_cast<int>(line.fields.size());
    least_ = least_ == 0 ? columns : std::min(least_, columns);
    most_ = std::max(most_, columns);
  }
  least_ = std::max(least_, 2);
  bool above = true;
  for (const SampleLine& line : lines) {
    above = above && marked(line);
    if (marked(line)) {
      if (!is_candidate(line)) continue;
      if (mark_ == '\0') mark_ = line.fields[0].text.front();
      if (above) above_edges_ = line.number;
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(2, line.fields.size()); ++i) {
      ++times_[line.fields[i].text];
    }
  }
}

bool MarkedSample::is_candidate(const SampleLine& line) const {
  const auto columns = static_cast<int>(line.fields.size());
  return !line.broken && !line.fields.empty() && !line.fields[0].quoted && is_marked(line.fields[0].text) &&
         columns >= least_ && columns <= most_;
}

std::size_t MarkedSample::times(std::string_view name) const {
  const auto found = times_.find(name);
  return found == times_.end() ? 0 : found->second;
}

MarkedLines MarkedSample::judge() const {
  bool edges = false;
  bool comments = false;
  for (const SampleLine& line : lines_) {
    if (!is_candidate(line)) continue;
    const std::string_view u = line.fields[0].text;
    const std::string_view v = line.fields[1].text;
    if (is_marked(v)) {
      edges = true;
    } else if (times(u.substr(1)) > 0) {
      comments = true;
    } else if (times(u) > 1 || times(v) > 1) {
      edges = true;
    }
  }
  if (edges == comments) return MarkedLines::unclear;
  return edges ? MarkedLines::edges : MarkedLines::comments;
}

}  // namespace lode::detail
