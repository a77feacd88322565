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
      {options.weighted && !options.weight_column.is_automatic(), "weight_column", "given",
       "files have one place for weights"},
      {!options.source.is_automatic(), "source", "given", "files have no columns to choose"},
      {!options.target.is_automatic(), "target", "given", "files have no columns to choose"},
      {options.separator != FieldSeparator::automatic, "separator", "given",
       "files have separators of their own"},
      {options.header != HeaderRow::automatic, header, "given", "files have headers of their own"},
      {options.comment.has_value(), "comment", "given", "files have comments of their own"},
      {options.labels && !abilities.labels, "labels", "on", "files number their vertices"},
      {options.lenient, "lenient", "on", "files cannot be read with parts left out"},
  };
  for (const Demand& demand : demands) {
    if (!demand.refused) continue;
    throw InvalidArgument(fmt::format("option '{}'", demand.option), "",
                          fmt::format("does not apply: {} {}", abilities.title, demand.why), "leave it out");
  }
}

FieldProblem parse_digits(std::string_view word, std::string_view subject, std::string_view remedy,
                          std::uint64_t& value) {
  if (word.empty()) return {word.data(), fmt::format("{} is missing", subject), std::string(remedy)};
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

FieldProblem parse_count(std::string_view word, std::string_view what, std::uint64_t& count) {
  return parse_digits(word, what, count_remedy, count);
}

bool is_integer(std::string_view word) {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
  return is_digits(word);
}

std::uint64_t NumberReader::count(std::string_view what) {
  std::uint64_t count = 0;
  check(parse_count(words_.next(), what, count));
  return count;
}

std::uint64_t NumberReader::size(std::string_view many) {
  words_.done();
  const char* const at = words_.position();
  const std::uint64_t n = count(fmt::format("the number of {}", many));
  if (n > 0 && n < no_vertex) return n;
  fail({at, fmt::format("{} {} are too {}", n, many, n == 0 ? "few" : "many"),
        "a graph or matrix has from 1 to 2^32-2 of them"});
}

std::uint64_t NumberReader::index(std::uint64_t n, std::string_view what) {
  std::uint64_t index = 0;
  Words ahead = words_;
  if (ahead.next_number(index) && index - 1 < n) {
    words_ = ahead;
    return index;
  }
  const std::string_view word = words_.next();
  const std::string all = what == "vertex" ? "vertices" : fmt::format("{}s", what);
  const std::string remedy = fmt::format("{} are numbered from 1 to {}, as declared", all, n);
  const std::string subject = word.empty() ? fmt::format("a {}", what) : std::string(what);
  check(parse_digits(word, subject, remedy, index));
  if (index > 0 && index <= n) return index;
  fail_at_word(word, fmt::format("{} {} {}", what, index, index == 0 ? "does not exist" : "is not declared"),
               remedy);
}

Weight NumberReader::weight(bool used, WeightSigns signs, std::string_view missing, std::string_view remedy) {
  std::uint64_t number = 0;
  if (words_.next_number(number)) return static_cast<Weight>(number);
  const std::string_view word = words_.next();
  if (word.empty()) fail_at_word(word, std::string(missing), remedy);
  Weight weight = 1.0;
  if (used) {
    check(parse_weight({word.data(), word}, weight, signs));
  } else if (!is_number(word)) {
    fail_at_word(word, fmt::format("'{}' is not a number", excerpt(word)), remedy);
  }
  return weight;
}

void NumberReader::end_line(std::string_view problem, std::string_view remedy) {
  if (!words_.done()) fail({words_.position(), std::string(problem), std::string(remedy)});
}

void check_isolated(const GraphInput& input, std::uint64_t line, std::uint64_t n, std::uint64_t edges) {
  if (n <= input.trust.vertices || n / 256 <= edges) return;
  input.fail(fmt::format("{} vertices are declared for {}", n, format_plural(edges, "edge", "edges")),
             "correct the count, or number only the vertices that have edges", line);
}

VertexNames names_from_one(std::uint64_t n) {
  std::vector<std::uint64_t> ids(static_cast<std::size_t>(n));
  std::iota(ids.begin(), ids.end(), std::uint64_t{1});
  return VertexNames::from_ids(std::move(ids));
}

LoadedGraph assemble(const GraphInput& input, DeclaredGraph declared) {
  InputReport& report = declared.report;
  report.weighted = declared.arcs.weighted();
  BuiltCsr built;
  input.run.parallel([&] {
    built = build_csr(declared.arcs.take(), declared.vertices, report.weighted, input.options.merge);
  });
  if (built.conflict) throw_weight_conflict(input.text, *built.conflict, declared.names);
  LoadedGraph loaded;
  loaded.graph = graph_of_built(std::move(built), std::move(declared.names), report);
  report.declared_vertices = true;
  describe(report, input.text, loaded.graph.names());
  loaded.report = std::move(report);
  loaded.vertex_numbers = std::move(declared.numbers);
  loaded.attributes = std::move(declared.attributes);
  return loaded;
}

LoadedArcs assemble_arcs(const GraphInput& input, DeclaredGraph declared) {
  LoadedArcs loaded;
  declared.report.declared_vertices = true;
  loaded.arcs = graph_of_arcs(input.text, input.run, declared.arcs.take(), declared.vertices,
                              std::move(declared.names), nullptr, declared.report);
  loaded.report = std::move(declared.report);
  loaded.attributes = std::move(declared.attributes);
  return loaded;
}

}  // namespace lode::detail
