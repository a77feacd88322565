// Graphs from arrays of Python.

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"

namespace lode::python {
namespace {

// --- compressed rows ------------------------------------------------------------------------------------

CsrCheck parse_assumption(const std::string& word) {
  return word_of<CsrCheck>(
      "assume", word,
      {{"nothing", CsrCheck::full}, {"symmetric", CsrCheck::ranges}, {"valid", CsrCheck::trusted}});
}

/// What the library calls the arrays, and what SciPy does.
std::string scipy_words(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"offsets", "indptr"}, {"targets", "indices"}, {"weights", "data"}};
  for (const auto& [ours, theirs] : words) {
    for (std::size_t at = text.find(ours); at != std::string::npos; at = text.find(ours, at)) {
      text.replace(at, ours.size(), theirs);
    }
  }
  return text;
}

[[noreturn]] void rethrow_for_scipy(const InvalidArgument& error) {
  // "PARAMETER is VALUE: PROBLEM"
  const std::string text = error.what();
  const std::size_t value = error.parameter().size() + std::string_view(" is ").size();
  const std::size_t colon = text.find(": ", value);
  if (error.parameter().empty() || colon == std::string::npos) throw InvalidArgument(scipy_words(text));
  throw InvalidArgument(scipy_words(error.parameter()), text.substr(value, colon - value),
                        scipy_words(text.substr(colon + 2)));
}

/// Copies what would be shared.
py::object own(const py::object& object) {
  return py::module_::import("numpy").attr("array")(object, py::arg("copy") = true);
}

std::shared_ptr<PyGraph> from_csr(py::object indptr, py::object indices, py::object data,
                                  const py::object& labels, const std::string& assume, bool copy) {
  const CsrCheck check = parse_assumption(assume);
  if (copy) {
    indptr = own(indptr);
    indices = own(indices);
    if (!data.is_none()) data = own(data);
  }
  const Integers offsets = integers_of(indptr, "indptr");
  const Integers targets = integers_of(indices, "indices");
  const bool weighted = !data.is_none();
  Doubles weights;
  if (weighted) weights = doubles_of(data, "data");
  std::set<std::string> shared;
  const bool wide = std::visit([](auto span) { return sizeof(*span.data()) == 8; }, offsets.values);
  const bool narrow = std::visit([](auto span) { return sizeof(*span.data()) == 4; }, targets.values);
  if (offsets.in_place && wide && !copy) shared.insert("indptr");
  if (targets.in_place && narrow && !copy) shared.insert("indices");
  if (weights.in_place && !copy) shared.insert("data");
  if (weighted && weights.values.size() != targets.size()) {
    throw InvalidArgument("length of data", std::to_string(weights.values.size()),
                          fmt::format("must be that of indices, {}", targets.size()));
  }
  auto lent = std::make_shared<LentIntegers>();
  // Arrays of another width are copied by the library, and are of no further use then.
  lent->owner = owner_of(py::make_tuple(wide ? py::object(offsets.array) : py::none(),
                                        narrow ? py::object(targets.array) : py::none(),
                                        weighted ? py::object(weights.array) : py::none()));
  Graph graph;
  try {
    const py::gil_scoped_release release;
    const SignCheck signs = check == CsrCheck::trusted ? SignCheck::no : SignCheck::yes;
    CsrArrays arrays;
    arrays.offsets =
        std::visit([&](auto values) { return lent->as_wide("indptr", values, signs); }, offsets.values);
    arrays.targets =
        std::visit([&](auto values) { return lent->as_narrow("indices", values, signs); }, targets.values);
    arrays.weights = weights.values;
    arrays.owner = std::move(lent);
    graph = Graph::from_csr(std::move(arrays), {}, check);
  } catch (const InvalidArgument& error) {
    rethrow_for_scipy(error);
  }
  graph = graph.with_names(vertex_names(labels, graph.num_vertices()));
  auto result = make_graph(std::move(graph), "csr");
  result->shared = std::move(shared);
  return result;
}

// --- edges ----------------------------------------------------------------------------------------------

struct EdgeInput {
  py::object u, v, w;
  py::object n;
  py::object labels;
  MergeRule merge = MergeRule::error;
};

MergeRule parse_merge(const std::string& word) {
  return word_of<MergeRule>("merge", word,
                            {{"error", MergeRule::error},
                             {"sum", MergeRule::sum},
                             {"max", MergeRule::max},
                             {"min", MergeRule::min}});
}

void check_lengths(std::size_t u, std::size_t v, const std::optional<Doubles>& w) {
  if (u != v) {
    throw InvalidArgument("length of v", std::to_string(v), fmt::format("must be that of u, {}", u));
  }
  if (w && w->values.size() != u) {
    throw InvalidArgument("length of w", std::to_string(w->values.size()),
                          fmt::format("must be that of u, {}", u));
  }
}

py::dict merge_report(std::size_t pairs, std::size_t loops, const Graph& graph) {
  py::dict report;
  report["pairs"] = pairs;
  report["self_loops_dropped"] = loops;
  report["merged"] = pairs - loops - graph.num_edges();
  return report;
}

/// Calls use(u, v) with the ends of every pair as 64-bit numbers. Errors: InvalidArgument for one above
/// `most`.
template <class Use>
void for_each_pair(const Integers& u, const Integers& v, std::uint64_t most, const Use& use) {
  std::visit(
      [&](auto from, auto to) {
        const auto checked = [most](const char* array, std::size_t i, auto value) {
          if (!std::in_range<std::uint64_t>(value) || static_cast<std::uint64_t>(value) > most) {
            reject_integer(array, i, std::to_string(value));
          }
          return static_cast<std::uint64_t>(value);
        };
        for (std::size_t i = 0; i < from.size(); ++i)
          use(i, checked("u", i, from[i]), checked("v", i, to[i]));
      },
      u.values, v.values);
}

struct MadeGraph {
  Graph graph;
  std::size_t loops = 0;
};

MadeGraph from_numbers(const Integers& u, const Integers& v, const std::optional<Doubles>& w,
                       std::optional<Vertex> n, MergeRule merge, const RunContext& run) {
  MadeGraph made;
  std::uint64_t needed = n.value_or(0);
  std::vector<Edge> edges;
  std::vector<WeightedEdge> arcs;
  if (w) {
    arcs.reserve(u.size());
  } else {
    edges.reserve(u.size());
  }
  const std::uint64_t most = n ? std::uint64_t{*n} : std::uint64_t{no_vertex};
  for_each_pair(u, v, no_vertex - 1, [&](std::size_t i, std::uint64_t from, std::uint64_t to) {
    made.loops += from == to;
    if (std::max(from, to) >= most) {
      throw InvalidArgument(fmt::format("{}[{}]", from >= most ? "u" : "v", i),
                            std::to_string(from >= most ? from : to),
                            fmt::format("is not below n = {}", most));
    }
    needed = std::max({needed, from + 1, to + 1});
    const auto a = static_cast<Vertex>(from);
    const auto b = static_cast<Vertex>(to);
    if (w) {
      arcs.push_back({a, b, w->values[i]});
    } else {
      edges.push_back({a, b});
    }
  });
  check_vertex_memory(needed, n ? "n" : "largest vertex number",
                      "number the vertices that occur with ids=True");
  const Vertex vertices = static_cast<Vertex>(needed);
  made.graph = w ? Graph::from_arcs(arcs, vertices, merge, run) : Graph::from_edges(edges, vertices, run);
  return made;
}

MadeGraph from_ids(const Integers& u, const Integers& v, const std::optional<Doubles>& w, MergeRule merge,
                   const RunContext& run) {
  MadeGraph made;
  std::vector<IdPair> pairs;
  pairs.reserve(u.size());
  for_each_pair(u, v, std::numeric_limits<std::uint64_t>::max(),
                [&](std::size_t, std::uint64_t from, std::uint64_t to) {
                  made.loops += from == to;
                  pairs.emplace_back(from, to);
                });
  made.graph = Graph::from_ids(pairs, w ? w->values : std::span<const Weight>{}, merge, run);
  return made;
}

MadeGraph from_strings(const Strings& u, const Strings& v, const std::optional<Doubles>& w, MergeRule merge,
                       const RunContext& run) {
  MadeGraph made;
  std::vector<LabelPair> pairs;
  pairs.reserve(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) {
    pairs.emplace_back(u.at(i), v.at(i));
    made.loops += u.at(i) == v.at(i);
  }
  made.graph = Graph::from_labels(pairs, w ? w->values : std::span<const Weight>{}, merge, run);
  return made;
}

py::object from_edges(const py::object& u, const py::object& v, const py::object& w, const py::object& n,
                      bool ids, const py::object& labels, const std::string& merge, int threads,
                      std::shared_ptr<Cancel> cancel) {
  const MergeRule rule = parse_merge(merge);
  const bool strings = holds_strings(u) || holds_strings(v);
  if ((strings || ids) && !(n.is_none() && labels.is_none())) {
    throw InvalidArgument("n and labels go with vertex numbers: leave them out, or ids");
  }
  std::optional<Doubles> weights;
  if (!w.is_none()) weights = doubles_of(w, "w");
  std::optional<Vertex> vertices;
  if (!n.is_none()) vertices = static_cast<Vertex>(whole_number(n, "n", no_vertex - 1));
  CallOptions options;
  options.threads = threads;
  options.cancel = std::move(cancel);
  Call call(options);
  const auto convert = [&](std::size_t pairs) {
    return [&, pairs](MadeGraph made) -> py::object {
      py::dict report = merge_report(pairs, made.loops, made.graph);
      Graph graph = labels.is_none() ? std::move(made.graph)
                                     : made.graph.with_names(vertex_names(labels, made.graph.num_vertices()));
      return py::cast(make_graph(std::move(graph), "edges", std::move(report)));
    };
  };
  if (strings) {
    const Strings from = strings_of(u, "u");
    const Strings to = strings_of(v, "v");
    check_lengths(from.size(), to.size(), weights);
    return call([&](const RunContext& run) { return from_strings(from, to, weights, rule, run); },
                convert(from.size()));
  }
  const Integers from = integers_of(u, "u");
  const Integers to = integers_of(v, "v");
  check_lengths(from.size(), to.size(), weights);
  return call(
      [&](const RunContext& run) {
        return ids ? from_ids(from, to, weights, rule, run)
                   : from_numbers(from, to, weights, vertices, rule, run);
      },
      convert(from.size()));
}

// --- dense matrices -------------------------------------------------------------------------------------

/// A square matrix of doubles, in any layout.
struct DenseView {
  const char* data = nullptr;
  py::ssize_t row_stride = 0;
  py::ssize_t column_stride = 0;
  std::size_t n = 0;

  double at(std::size_t i, std::size_t j) const {
    return *reinterpret_cast<const double*>(data + static_cast<py::ssize_t>(i) * row_stride +
                                            static_cast<py::ssize_t>(j) * column_stride);
  }
};

/// Rows and columns that fit into cache together.
constexpr std::size_t dense_block = 64;

/// Calls visit(i, j) for all i < j, block by block.
template <class Visit>
void for_each_upper(std::size_t n, const Visit& visit) {
  for (std::size_t top = 0; top < n; top += dense_block) {
    for (std::size_t left = top; left < n; left += dense_block) {
      for (std::size_t i = top; i < std::min(n, top + dense_block); ++i) {
        for (std::size_t j = std::max(left, i + 1); j < std::min(n, left + dense_block); ++j) visit(i, j);
      }
    }
  }
}

/// The entries above the threshold, once for each row they stand in. Throws for one that is not finite, or
/// not its mirror image.
Graph dense_graph(const DenseView& matrix, double threshold, bool weighted) {
  std::vector<ArcIndex> offsets(matrix.n + 1, 0);
  for_each_upper(matrix.n, [&](std::size_t i, std::size_t j) {
    const double value = matrix.at(i, j);
    const auto fail = [&](const char* problem) {
      throw InvalidArgument(fmt::format("matrix[{}, {}]", i, j), fmt::format("{}", value), problem);
    };
    if (!std::isfinite(value)) fail("must be finite");
    if (value != matrix.at(j, i)) fail("differs from its mirror image, or that is not finite");
    if (!(value > threshold)) return;
    if (weighted && value < 0.0) fail("is negative, and weights are not; use a threshold of 0 or more");
    ++offsets[i + 1];
    ++offsets[j + 1];
  });
  for (std::size_t i = 0; i < matrix.n; ++i) offsets[i + 1] += offsets[i];
  std::vector<Vertex> targets(offsets.back());
  std::vector<Weight> weights(weighted ? offsets.back() : 0);
  for (std::size_t i = 0; i < matrix.n; ++i) {
    ArcIndex to = offsets[i];
    for (std::size_t j = 0; j < matrix.n; ++j) {
      // A row is read along itself, or, where that is nearer in memory, along the equal column.
      const double value = matrix.column_stride <= matrix.row_stride ? matrix.at(i, j) : matrix.at(j, i);
      if (i == j || !(value > threshold)) continue;
      targets[to] = static_cast<Vertex>(j);
      if (weighted) weights[to] = value;
      ++to;
    }
  }
  return Graph::from_csr(std::move(offsets), std::move(targets), std::move(weights), CsrCheck::ranges);
}

std::shared_ptr<PyGraph> from_dense(const py::object& object, double threshold, bool weighted,
                                    const py::object& labels) {
  if (std::isnan(threshold)) throw InvalidArgument("threshold", "nan", "must be a number");
  py::array array = array_of(object, "matrix", 2);
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b') {
    throw py::type_error("matrix must hold real numbers");
  }
  if (array.shape(0) != array.shape(1)) {
    throw InvalidArgument("matrix", fmt::format("{} x {}", array.shape(0), array.shape(1)), "must be square");
  }
  array = py::array_t<double>::ensure(array);
  if (!array) throw py::error_already_set();
  const DenseView view{static_cast<const char*>(array.data()), array.strides(0), array.strides(1),
                       static_cast<std::size_t>(array.shape(0))};
  if (view.n >= no_vertex) throw InvalidArgument("matrix", std::to_string(view.n), "has too many rows");
  Graph graph;
  {
    const py::gil_scoped_release release;
    graph = dense_graph(view, threshold, weighted);
  }
  graph = graph.with_names(vertex_names(labels, graph.num_vertices()));
  py::dict report;
  report["pairs"] = graph.num_edges();
  std::size_t loops = 0;
  for (std::size_t i = 0; i < view.n; ++i) loops += view.at(i, i) > threshold;
  report["self_loops_dropped"] = loops;
  report["merged"] = 0;
  return make_graph(std::move(graph), "dense", std::move(report));
}

}  // namespace

void add_graph_makers(GraphClass& graph) {
  graph.def_static("from_csr", &from_csr, py::arg("indptr"), py::arg("indices"), py::arg("data") = py::none(),
                   py::kw_only(), py::arg("labels") = py::none(), py::arg("assume") = "nothing",
                   py::arg("copy") = false);
  graph.def_static("from_edges", &from_edges, py::arg("u"), py::arg("v"), py::arg("w") = py::none(),
                   py::arg("n") = py::none(), py::kw_only(), py::arg("ids") = false,
                   py::arg("labels") = py::none(), py::arg("merge") = "error", py::arg("threads") = 0,
                   py::arg("cancel") = py::none());
  graph.def_static("from_dense", &from_dense, py::arg("matrix"), py::arg("threshold") = 0.0, py::kw_only(),
                   py::arg("weighted") = true, py::arg("labels") = py::none());
}

}  // namespace lode::python
