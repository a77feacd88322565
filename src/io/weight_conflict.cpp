#include "io/weight_conflict.hpp"

#include <cstring>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/line_blocks.hpp"

namespace lode::detail {
namespace {

struct PairLines {
  std::uint64_t forward = 0, backward = 0;  ///< from 1; 0: not found
  bool complete() const { return forward > 0 && backward > 0; }
};

class PairFinder {
 public:
  PairFinder(const EdgeLineRules& rules, std::string u, std::string v)
      : rules_(rules), u_(std::move(u)), v_(std::move(v)) {}

  PairLines find(const std::string& path) {
    CompressedInput input(path);
    LineBlockReader reader(input, std::size_t{1} << 20);
    LineBlock block;
    while (!lines_.complete() && reader.next(block)) {
      for (const char* p = block.begin(); p < block.end() && !lines_.complete();) {
        const auto* newline =
            static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(block.end() - p)));
        look_at(p, line_content_end(p, newline));
        p = newline + 1;
      }
    }
    return lines_;
  }

 private:
  void look_at(const char* begin, const char* end) {
    ++line_;
    if (line_kind(begin, end) != LineKind::data) return;
    const EdgeLine line = parse_edge_line(begin, end, rules_);
    if (line.problem) return;
    const std::string u = rules_.labels ? label_text(line.u) : std::to_string(line.u_id);
    const std::string v = rules_.labels ? label_text(line.v) : std::to_string(line.v_id);
    if (lines_.forward == 0 && u == u_ && v == v_) lines_.forward = line_;
    if (lines_.backward == 0 && u == v_ && v == u_) lines_.backward = line_;
  }

  EdgeLineRules rules_;
  std::string u_, v_;
  std::uint64_t line_ = 0;
  PairLines lines_;
};

}  // namespace

void fail_on_conflict(const CompressedInput& input, const EdgeLineRules& rules,
                      const WeightConflict& conflict, const VertexNames& names) {
  const std::string u = names.name(conflict.u);
  const std::string v = names.name(conflict.v);
  PairLines lines;
  if (input.path() != "-") lines = PairFinder(rules, u, v).find(input.path());
  const auto at = [](std::uint64_t line) {
    return line > 0 ? fmt::format(" (line {})", line) : std::string();
  };
  throw InputError({input.display_name(), std::max(lines.forward, lines.backward)},
                   fmt::format("edge {} {} has weight {}{} but {} {} has weight {}{}", excerpt(u), excerpt(v),
                               conflict.forward, at(lines.forward), excerpt(v), excerpt(u), conflict.backward,
                               at(lines.backward)),
                   "choose --merge sum, max or min");
}

}  // namespace lode::detail
