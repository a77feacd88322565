// Graphs from Python arrays of the library's widths, without negative numbers except for weights.

#include <algorithm>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/graph/arithmetic.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"

namespace lode::python {
namespace {

WeightSigns signs_of(bool with_signs) { return with_signs ? WeightSigns::any : WeightSigns::from_zero; }

std::shared_ptr<PyGraph> from_csr(const Values<std::uint64_t>& indptr, const Values<std::uint32_t>& indices,
                                  const std::optional<Values<double>>& data, const std::string& assume,
                                  bool with_signs) {
  const auto check =
      word_of<CsrCheck>("assume", assume, {{"nothing", CsrCheck::full}, {"symmetric", CsrCheck::ranges}});
  CsrArrays arrays{span_of(indptr), span_of(indices), {}, owner_of(py::make_tuple(indptr, indices, data))};
  if (data) {
    arrays.weights = span_of(*data);
    if (data->size() != indices.size()) {
      throw InvalidArgument("length of data", std::to_string(data->size()),
                            fmt::format("must be that of indices, {}", indices.size()));
    }
  }
  Graph graph;
  {
    const py::gil_scoped_release release;
    graph = Graph::from_csr(std::move(arrays), {}, check, signs_of(with_signs));
  }
  return made_graph(std::move(graph));
}

/// A graph, the number of loops among its pairs, and the number of distinct other pairs.
struct FromPairs {
  Graph graph;
  std::uint64_t loops = 0;
  std::uint64_t distinct = 0;
};

template <class End>
std::pair<End, End> ends_of(const std::pair<End, End>& pair) {
  return pair;
}
template <class E>
std::pair<Vertex, Vertex> ends_of(const E& edge) {
  return {edge.u, edge.v};
}

/// Counts loops and distinct pairs. Modifies `pairs`.
template <class Pair>
FromPairs counted(Graph graph, std::vector<Pair>& pairs) {
  const auto ends = [](const Pair& pair) { return ends_of(pair); };
  FromPairs made{std::move(graph)};
  made.loops =
      std::erase_if(pairs, [](const Pair& pair) { return ends_of(pair).first == ends_of(pair).second; });
  if (pairs.size() > made.graph.num_edges()) {
    std::ranges::sort(pairs, {}, ends);
    const auto same = [&](const Pair& one, const Pair& other) { return ends(one) == ends(other); };
    pairs.erase(std::unique(pairs.begin(), pairs.end(), same), pairs.end());
  }
  made.distinct = pairs.size();
  return made;
}

using Numbers = std::span<const std::uint64_t>;

FromPairs from_numbers(Numbers u, Numbers v, std::optional<std::span<const Weight>> weights, Vertex n,
                       MergeRule merge, WeightSigns signs, const RunContext& run) {
  const auto end = [n](const char* name, Numbers ends, std::size_t i) {
    if (ends[i] < n) return static_cast<Vertex>(ends[i]);
    throw InvalidArgument(fmt::format("{}[{}]", name, i), std::to_string(ends[i]),
                          fmt::format("is not below n = {}", n));
  };
  std::vector<WeightedEdge> arcs;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const Vertex a = end("u", u, i), b = end("v", v, i);
    if (weights) {
      arcs.push_back({a, b, (*weights)[i]});
    } else {
      edges.push_back({a, b});
    }
  }
  if (weights) return counted(Graph::from_arcs(arcs, n, merge, run, signs), arcs);
  return counted(Graph::from_edges(edges, n, run), edges);
}

/// u and v are arrays of numbers below n, or without n, arrays of ids or lists of strings. Returns the graph
/// with the counts of FromPairs.
py::object from_edges(const py::object& u, const py::object& v, const std::optional<Values<double>>& w,
                      std::optional<Vertex> n, const std::string& merge, bool with_signs, const How& how) {
  const MergeRule rule = merge_rule(merge);
  const WeightSigns signs = signs_of(with_signs);
  const std::size_t count = py::len(u);
  const auto weights = w ? span_of(*w) : std::span<const Weight>{};
  if (n) check_vertex_memory(*n, "n", "number the vertices that occur: leave n out");
  Call call(how);
  const auto convert = [&](FromPairs made) {
    return py::make_tuple(made_graph(std::move(made.graph), count, made.loops), made.loops, made.distinct);
  };
  if (!py::isinstance<py::array>(u)) {
    const auto from = u.cast<std::vector<std::string>>(), to = v.cast<std::vector<std::string>>();
    return call(
        [&](const RunContext& run) {
          std::vector<LabelPair> pairs(count);
          for (std::size_t i = 0; i < count; ++i) pairs[i] = {from[i], to[i]};
          return counted(Graph::from_labels(pairs, weights, rule, run, signs), pairs);
        },
        convert);
  }
  const auto us = u.cast<Values<std::uint64_t>>(), vs = v.cast<Values<std::uint64_t>>();
  const Numbers from = span_of(us), to = span_of(vs);
  return call(
      [&](const RunContext& run) {
        if (n) return from_numbers(from, to, w ? std::optional(weights) : std::nullopt, *n, rule, signs, run);
        std::vector<IdPair> pairs(count);
        for (std::size_t i = 0; i < count; ++i) pairs[i] = {from[i], to[i]};
        return counted(Graph::from_ids(pairs, weights, rule, run, signs), pairs);
      },
      convert);
}

std::shared_ptr<PyGraph> combined_in_python(const PyGraph& first, const PyGraph& second,
                                            const std::string& operation) {
  const auto how = word_of<GraphOperation>("operation", operation,
                                           {{"minus", GraphOperation::minus},
                                            {"union", GraphOperation::united},
                                            {"intersection", GraphOperation::intersected}});
  Graph graph;
  {
    const py::gil_scoped_release release;
    graph = combined(first.graph, second.graph, how, RunContext()).graph;
  }
  return made_graph(std::move(graph));
}

}  // namespace

MergeRule merge_rule(std::string_view word) {
  return word_of<MergeRule>("merge", word,
                            {{"error", MergeRule::error},
                             {"sum", MergeRule::sum},
                             {"max", MergeRule::max},
                             {"min", MergeRule::min}});
}

void add_graph_makers(GraphClass& graph) {
  using namespace py::literals;
  graph.def_static("from_csr", &from_csr, "A graph over arrays that are read in place and kept alive.",
                   "indptr"_a.noconvert(), "indices"_a.noconvert(), "data"_a.noconvert(), "assume"_a,
                   "signed"_a);
  graph.def("combined", &combined_in_python, "This graph and another one combined into one.", "other"_a,
            "operation"_a);
  graph.def_static("from_edges", &from_edges,
                   "A graph of ordered pairs, which may hold loops and repetitions.", "u"_a, "v"_a, "w"_a,
                   "n"_a, "merge"_a, "signed"_a, "how"_a);
}

}  // namespace lode::python
