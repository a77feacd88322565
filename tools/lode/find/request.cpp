#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#include <lode/core/error.hpp>

#include "find/output.hpp"
#include "shell/arguments/graph.hpp"

namespace lode::tool {
namespace {

void set_start(ToolInput& input, FindRequest& request) {
  const std::string start = input.option("--start");
  if (start.empty()) return;
  request.start = start_kind(start);
  if (request.start) return;
  if (named_file(start).empty())
    throw InvalidArgument("--start", start, "is not known", "use degree, random, peeling or file:PATH");
  request.start = subgraph::StartKind::given;
  request.given = input.vertices("--start");
}

/// Refuses file names without places for all sizes, and files that exist.
void check_set_files(const FindRequest& request, const Outputs& out, Session& session) {
  std::vector<std::string> paths;
  for (const Outputs::File& file : out.files) {
    if (request.sizes.size() > 1 && file.option != "--certificate")
      out.need_place(file.option, "{s}", "several sizes are asked for");
    if (!is_open_pattern(*file.path)) paths.push_back(*file.path);
    for (const Vertex s : is_open_pattern(*file.path) ? request.sizes : std::vector<Vertex>()) {
      for (int rank = 1; rank <= request.top.value_or(1); ++rank)
        paths.push_back(set_file(*file.path, s, rank));
    }
  }
  session.check_outputs(paths, out.inputs(), out.overwrite());
}

}  // namespace

std::string set_file(const std::string& pattern, Vertex s, int rank) {
  return filled(filled(pattern, "{s}", std::to_string(s)), "{rank}", std::to_string(std::max(rank, 1)));
}

FindRequest request_of(const FindArguments& arguments, ToolInput& input, Session& session) {
  const GraphArgument::Loaded& loaded = input.graph();
  FindRequest request;
  request.values = input.vertex_numbers("--values");
  const std::string sizes = input.option("-s");
  if (!sizes.empty()) request.sizes = parse_sizes(sizes, loaded);
  if (const auto top = input.whole_number("--top"))
    request.top = static_cast<int>(std::min<std::uint64_t>(*top, INT_MAX));
  check_set_files(request, arguments.out, session);
  check_room(request.sizes, sizes);
  request.method = arguments.method.method;
  request.settings = arguments.method.settings;
  set_start(input, request);
  request.include = input.vertices("--include");
  request.exclude = input.vertices("--exclude");
  request.connected = input.given("--connected");
  request.minimise = input.given("--minimise");
  request.max_overlap = input.number("--max-overlap", request.max_overlap);
  request.core_of = loaded.input.core_of;
  request.effort = subgraph::parse_effort(input.option("--effort"));
  request.target = input.number("--target", request.target);
  request.keep_proofs = input.given("--certificate");
  request.memory = input.whole_number("--memory");
  return request;
}

}  // namespace lode::tool
