#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>
#include <lode/study/find.hpp>

#include "shell/arguments/graph.hpp"

namespace lode::tool {

CLI::Option* add_sizes(CLI::App& command, std::string& sizes, const std::string& meaning) {
  return add_option(command, "-s,--size", sizes, "SIZES", meaning);
}

std::vector<Vertex> parse_sizes(const std::string& text, const GraphArgument::Loaded& loaded) {
  const Vertex n = loaded.data.num_vertices();
  if (!loaded.input.core_of) return parse_sizes(text, n);
  return lode::parse_sizes(
      text, n,
      fmt::format("the core has {}: larger sets reach outside of it, where lode cannot look; "
                  "cut a smaller core",
                  format_plural(n, "vertex", "vertices")));
}

std::vector<Vertex> parse_sizes(const std::string& text, Vertex n) {
  return lode::parse_sizes(text, n, fmt::format("the graph has {}", format_plural(n, "vertex", "vertices")));
}

void check_room(const std::vector<Vertex>& sizes, const std::string& text, std::uint64_t copies) {
  std::uint64_t listed = 0;
  for (const Vertex s : sizes) listed += s;
  if (sizes.size() <= 1 || listed <= most_listed_vertices / copies) return;
  throw InvalidArgument(
      "-s", text,
      fmt::format("asks for {} sets of {} vertices in all, more than the {} that are kept at once",
                  sizes.size() * copies, listed * copies, most_listed_vertices),
      copies > 1 ? "ask for fewer sizes, as 10:1000:50 does, or fewer runs of each"
                 : "ask for fewer sizes, as 10:1000:50 does");
}

}  // namespace lode::tool
