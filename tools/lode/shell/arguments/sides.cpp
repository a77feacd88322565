#include "shell/arguments/sides.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "shell/arguments/sizes.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

/// Options for reading the graph and for messages.
constexpr std::string_view reading[] = {
    "graph",     "--sides",     "--from",     "--source-column", "--source",  "--target-column",
    "--target",  "--separator", "--header",   "--no-header",     "--comment", "--labels",
    "--lenient", "--verify",    "--weighted", "--threads",       "--format",  "--force",
    "--help",    "--config",    "--quiet",    "--verbose"};

constexpr auto sizes_remedy = "write 5x7, 5x7,3x3 or 1:18x1:14: left, x, right";

}  // namespace

void SidesArgument::add_option(CLI::App& command) {
  begin_section(command, heading::input);
  command
      .add_option("--sides", source,
                  "The graph has two sides: its columns, or a file names the left one\n"
                  "With columns, a name in both columns means two vertices. The file has one left vertex a "
                  "line, by its original id")
      ->type_name("columns|FILE");
}

std::vector<SideSizes> parse_side_sizes(const std::string& option, const std::string& text,
                                        const SidedGraph& sides) {
  std::vector<SideSizes> sizes;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(',', at);
    const std::string item = text.substr(at, end - at);
    const std::size_t x = item.find('x');
    if (x == std::string::npos)
      throw InvalidArgument(option, text, fmt::format("'{}' has no x", item), sizes_remedy);
    const auto side = [&](const std::string& part, Vertex n, const char* name) {
      return parse_sizes(part, n, fmt::format("the {} side has {} vertices", name, n));
    };
    const std::vector<Vertex> left = side(item.substr(0, x), sides.left, "left");
    const std::vector<Vertex> right = side(item.substr(x + 1), sides.right(), "right");
    if (left.size() * right.size() > 1'000'000)
      throw InvalidArgument(option, text, "asks for more than a million sizes");
    for (const Vertex a : left) {
      for (const Vertex b : right) {
        if (std::ranges::find(sizes, SideSizes{a, b}) == sizes.end()) sizes.push_back({a, b});
      }
    }
    if (end == std::string::npos) return sizes;
    at = end + 1;
  }
}

SidesArgument::Loaded SidesArgument::load(const GraphArgument& graph, const Session& session,
                                          int threads) const {
  if (graph.read.weighted) {
    throw InvalidArgument("--weighted", "given", "does not go with --sides: edges are counted",
                          "leave it out");
  }
  Loaded loaded;
  if (source == "columns") {
    auto arcs = graph.load_arcs(session, threads);
    loaded.sides = sides_of(arcs.arcs, arcs.report.shape);
    loaded.report = std::move(arcs.report);
    loaded.display_name = std::move(arcs.display_name);
    loaded.seconds = arcs.seconds;
    // A name in both columns denotes two vertices, and no row is a loop.
    std::erase_if(loaded.report.notes, [](const std::string& note) {
      return note.ends_with("what is called alike in both is one vertex");
    });
    loaded.report.directed = false;
    loaded.report.loops_kept = 0;
    loaded.report.vertices = loaded.sides.graph.num_vertices();
  } else {
    auto whole = graph.load(session, threads);
    loaded.sides = read_sides(whole.graph, source);
    loaded.report = std::move(whole.report);
    loaded.display_name = std::move(whole.display_name);
    loaded.seconds = whole.seconds;
  }
  return loaded;
}

void SidesArgument::refuse_others(const CLI::App& command,
                                  std::initializer_list<std::string_view> allowed) const {
  for (const CLI::Option* const option : command.get_options()) {
    if (option->count() == 0) continue;
    const auto named = [&](std::string_view name) { return option->check_name(std::string(name)); };
    if (std::ranges::any_of(reading, named) || std::ranges::any_of(allowed, named)) continue;
    throw InvalidArgument(option->get_name(), "given", "does not go with --sides");
  }
}

}  // namespace lode::tool
