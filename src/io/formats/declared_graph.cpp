#include "io/formats/declared_graph.hpp"

#include <charconv>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

constexpr auto count_remedy = "counts are integers from 0 to 18446744073709551615";

}  // namespace

void check_options(const ReadOptions& options, const FormatAbilities& abilities) {
  struct Demand {
    bool refused;
    const char* option;
    const char* is;
    const char* why;
  };
  const char* const header = options.header == HeaderRow::absent ? "header=absent" : "header=present";
  const Demand demands[] = {
      {options.weighted && !abilities.weights, "weighted", "on", "files hold no weights"},
      {options.signs == WeightSigns::any && !abilities.signs, "signs", "on",
       "files hold no negative weights"},
      {options.weighted && !options.weight_column.is_automatic(), "weight_column", "given",
       "files have one place for weights"},
      {!options.source.is_automatic(), "source", "given", "files have no columns to choose"},
      {!options.target.is_automatic(), "target", "given", "files have no columns to choose"},
      {options.separator != FieldSeparator::automatic, "separator", "given",
       "files have separators of their own"},
      {options.header != HeaderRow::automatic, header, "given", "files have headers of their own"},
      {options.comment.has_value(), "comment", "given", "files have comments of their own"},
      {options.labels && !abilities.labels, "labels", "on", "files number their vertices"},
      {options.lenient && !abilities.lenient, "lenient", "on", "files cannot be read with parts left out"},
  };
  for (const Demand& demand : demands) {
    if (!demand.refused) continue;
    throw InvalidArgument(fmt::format("option '{}'", demand.option), demand.is,
                          fmt::format("{} {}", abilities.title, demand.why), "leave it out");
  }
}

FieldProblem parse_digits(std::string_view word, const char* at, std::string_view subject,
                          std::string_view remedy, std::uint64_t& value) {
  if (word.empty()) return {at, fmt::format("{} is missing", subject), std::string(remedy)};
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop == end && error == std::errc{}) return {};
  if (stop == end && error == std::errc::result_out_of_range) {
    return {word.data(), fmt::format("{} {} does not fit in 64 bits", subject, excerpt(word)),
            std::string(remedy)};
  }
  const bool negative = word.front() == '-' && is_integer(word);
  return {word.data(),
          negative ? fmt::format("{} {} is negative", subject, excerpt(word))
                   : fmt::format("{} '{}' is not an integer", subject, excerpt(word)),
          std::string(remedy)};
}

FieldProblem parse_count(std::string_view word, const char* at, std::string_view what, std::uint64_t& count) {
  return parse_digits(word, at, what, count_remedy, count);
}

FieldProblem parse_vertex_count(std::string_view word, const char* at, std::uint64_t& count) {
  if (auto problem = parse_count(word, at, "the number of vertices", count)) return problem;
  if (count == 0) return {word.data(), "the graph has no vertices", "a graph needs at least one vertex"};
  if (count >= no_vertex) {
    return {word.data(), fmt::format("{} vertices are too many", count),
            "lode reads graphs of up to 2^32-2 vertices"};
  }
  return {};
}

FieldProblem take_index(Words& words, std::uint64_t n, std::uint64_t& index, std::string_view what) {
  Words ahead = words;
  if (ahead.next_number(index) && index - 1 < n) {
    words = ahead;
    return {};
  }
  const std::string_view word = words.next();
  const std::string all = what == "vertex" ? "vertices" : fmt::format("{}s", what);
  const std::string remedy = fmt::format("{} are numbered from 1 to {}, as declared", all, n);
  const std::string subject = word.empty() ? fmt::format("a {}", what) : std::string(what);
  if (auto problem = parse_digits(word, words.position(), subject, remedy, index)) return problem;
  if (index > 0 && index <= n) return {};
  return {word.data(),
          fmt::format("{} {} {}", what, index, index == 0 ? "does not exist" : "is not declared"), remedy};
}

bool is_integer(std::string_view word) {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
  return is_digits(word);
}

void check_isolated(const CompressedInput& input, std::uint64_t line, std::uint64_t n, std::uint64_t edges,
                    std::uint64_t on_trust) {
  if (n <= on_trust || n / 256 <= edges) return;
  throw InputError({input.display_name(), line},
                   fmt::format("{} vertices are declared for {}", n, format_plural(edges, "edge", "edges")),
                   "correct the count, or number only the vertices that have edges");
}

VertexNames names_from_one(std::uint64_t n) {
  std::vector<std::uint64_t> ids(static_cast<std::size_t>(n));
  std::iota(ids.begin(), ids.end(), std::uint64_t{1});
  return VertexNames::from_ids(std::move(ids));
}

PairLines lines_of_pair(const CompressedInput& input, std::string_view letter, Vertex u, Vertex v,
                        const RunContext& run) {
  PairLines found;
  if (!input.can_be_read_again()) return found;
  CompressedInput again = input.again();
  for (LineReader lines(again, run); !found.complete() && lines.next();) {
    Words words(lines.begin(), lines.end());
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    if (!letter.empty() && words.next() != letter) continue;
    if (words.next_number(a) && words.next_number(b)) {
      found.look_at(a, b, std::uint64_t{u} + 1, std::uint64_t{v} + 1, lines.number());
    }
  }
  return found;
}

LoadedGraph assemble(const CompressedInput& input, InputReport report, ArcCollector arcs, std::uint64_t n,
                     VertexNames names, MergeRule merge, const RunContext& run,
                     const PairLinesFinder& find_lines) {
  const bool weighted = arcs.weighted();
  BuiltCsr built;
  run.parallel([&] { built = build_csr(arcs.take(), n, weighted, merge); });
  if (built.conflict) {
    throw_weight_conflict(input, *built.conflict, names, find_lines(built.conflict->u, built.conflict->v));
  }
  LoadedGraph loaded;
  loaded.graph = graph_of_built(std::move(built), std::move(names), report);
  report.weighted = weighted;
  describe(report, input, loaded.graph);
  loaded.report = std::move(report);
  return loaded;
}

void describe(InputReport& report, const CompressedInput& input, const Graph& graph) {
  report.path = input.path();
  report.compression = to_string(input.compression());
  report.vertices = graph.num_vertices();
  report.edges = graph.num_edges();
  report.declared_vertices = true;
  report.ids_remapped = graph.names().kind() != VertexNames::Kind::numbers;
  report.labels = graph.names().kind() == VertexNames::Kind::labels;
  report.bytes = input.bytes_read();
}

}  // namespace lode::detail
