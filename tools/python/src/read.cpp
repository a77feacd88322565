// Graphs from files, names and generators.

#include <filesystem>
#include <functional>

#include <dlfcn.h>
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/catalogue.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace lode::python {
namespace {

// --- files ----------------------------------------------------------------------------------------------

/// A column by name, or by number from 1.
ColumnChoice column_of(const py::object& column, const char* what) {
  if (column.is_none()) return {};
  if (py::isinstance<py::str>(column)) return {column.cast<std::string>()};
  const auto number = column.cast<int>();
  if (number < 1) throw InvalidArgument(what, std::to_string(number), "columns count from 1");
  return {number};
}

/// Reads options from the keywords of lode.read, all of which are present.
ReadOptions options_of(const py::dict& given) {
  const py::object header = given["header"], weight_column = given["weight_column"];
  ReadOptions options;
  options.format = given["format"].cast<std::string>();
  options.weighted = given["weighted"].cast<bool>() || !weight_column.is_none();
  options.signs = given["signed"].cast<bool>() ? WeightSigns::any : WeightSigns::from_zero;
  options.labels = given["labels"].cast<bool>();
  options.lenient = given["lenient"].cast<bool>();
  options.separator = word_of<FieldSeparator>("separator", given["separator"].cast<std::string>(),
                                              {{"auto", FieldSeparator::automatic},
                                               {"blanks", FieldSeparator::blanks},
                                               {"tab", FieldSeparator::tab},
                                               {"comma", FieldSeparator::comma},
                                               {"semicolon", FieldSeparator::semicolon},
                                               {"bar", FieldSeparator::bar}});
  if (!header.is_none()) options.header = header.cast<bool>() ? HeaderRow::present : HeaderRow::absent;
  options.comment = given["comment"].cast<std::optional<std::string>>();
  options.source = column_of(given["source"], "source");
  options.target = column_of(given["target"], "target");
  options.weight_column = column_of(weight_column, "weight_column");
  options.merge = merge_rule(given["merge"].cast<std::string>());
  options.verify = given["verify"].cast<bool>() ? Verify::full : Verify::automatic;
  options.attributes = given["attributes"].cast<bool>();
  return options;
}

/// Unknown values of the larger graph are None.
py::dict core_of_dict(const CoreOrigin& origin) {
  const auto known = [](auto value) { return value == 0 ? py::object(py::none()) : py::cast(value); };
  py::list bounds;
  for (const StatedBound& bound : origin.bounds) {
    py::dict one;
    one["size"] = known(bound.size);
    one["value"] = bound.value;
    one["rule"] = bound.rule;
    bounds.append(one);
  }
  py::dict dict;
  dict["core"] = origin.core;
  dict["vertices"] = known(origin.vertices);
  dict["edges"] = known(origin.edges);
  dict["weight"] = known(origin.weight);
  dict["bounds"] = bounds;
  return dict;
}

/// The `details` of a lode.InputReport for a file.
py::dict report_of(const InputReport& input) {
  py::dict report;
  report["source"] = "file";
  report["summary"] = text_of(input.summary());
  report["path"] = text_of(input.path);
  report["format"] = input.format;
  report["compression"] = input.compression;
  report["lines"] = input.lines;
  report["comment_lines"] = input.comment_lines;
  report["edge_lines"] = input.edge_lines;
  report["vertices"] = input.vertices;
  report["edges"] = input.edges;
  report["self_loops_dropped"] = input.self_loops_dropped;
  report["duplicates_merged"] = input.duplicates_merged;
  report["reciprocal_merged"] = input.reciprocal_merged;
  report["bad_lines_skipped"] = input.bad_lines_skipped;
  report["ignored_columns"] = input.ignored_columns;
  report["header_row"] = input.header_row;
  report["ids_remapped"] = input.ids_remapped;
  report["weighted"] = input.weighted;
  report["signed_weights"] = input.signed_weights;
  report["labels"] = input.labels;
  report["core_of"] = input.core_of ? py::object(core_of_dict(*input.core_of)) : py::none();
  py::list notes;
  for (const std::string& note : input.notes) notes.append(text_of(note));
  report["notes"] = notes;
  report["bytes"] = input.bytes;
  report["seconds"] = input.seconds;
  return report;
}

/// Lists of texts by attribute name.
py::dict attributes_of(const LoadedGraph& loaded) {
  py::dict attributes;
  for (const VertexTexts& one : loaded.attributes) attributes[py::str(one.name)] = one.values;
  return attributes;
}

py::object with_report(LoadedGraph loaded) {
  py::dict report = report_of(loaded.report);
  report["attributes"] = attributes_of(loaded);
  return py::make_tuple(std::make_shared<PyGraph>(PyGraph{std::move(loaded.graph), std::move(loaded.report)}),
                        report);
}

/// The folders of this process. The graphs of the package are in `datasets` next to this module, or in
/// share/lode/datasets of the package's prefix (PREFIX/lib/python3/dist-packages/lode).
SearchFolders search_folders() {
  SearchFolders folders = default_search_folders();
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&with_report), &info) == 0) return folders;
  const std::filesystem::path package = std::filesystem::path(info.dli_fname).parent_path();
  for (const std::filesystem::path& place :
       {package / "datasets", package / "../../../../share/lode/datasets"}) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(place, ignored)) continue;
    folders.bundled = place.lexically_normal().string();
    folders.catalogue = (place / "catalogue.tsv").lexically_normal().string();
    break;
  }
  return folders;
}

/// `name`: a path or the name of a known graph, in the bytes of the system.
py::object read(const py::bytes& name, const py::dict& given, const How& how) {
  const auto path = name.cast<std::string>();
  const ReadOptions options = options_of(given);
  Call call(how);
  return call(
      [&](const RunContext& run) {
        return read_graph(resolve_graph(path, search_folders()).path, options, run);
      },
      with_report);
}

/// Reads a graph with directions.
py::object read_directed(const py::bytes& name, const py::dict& given, const How& how) {
  const auto path = name.cast<std::string>();
  const ReadOptions options = options_of(given);
  Call call(how);
  return call(
      [&](const RunContext& run) {
        return read_arcs(resolve_graph(path, search_folders()).path, options, run);
      },
      [](LoadedArcs loaded) {
        return py::make_tuple(std::make_shared<PyArcs>(PyArcs{std::move(loaded.arcs), loaded.report.shape}),
                              report_of(loaded.report));
      });
}

py::object read_bytes(const py::buffer& data, const py::dict& given, const How& how) {
  const py::buffer_info info = data.request();
  if (info.ndim != 1 || info.itemsize != 1 || info.strides[0] != 1) {
    throw py::type_error("data must be bytes, one after the other");
  }
  const std::span<const char> bytes(static_cast<const char*>(info.ptr), static_cast<std::size_t>(info.size));
  const ReadOptions options = options_of(given);
  Call call(how);
  return call([&](const RunContext& run) { return read_graph(bytes, options, run); }, with_report);
}

// --- generators -----------------------------------------------------------------------------------------

/// Keyword arguments, each taken once; remaining ones are unknown.
class Keywords {
 public:
  explicit Keywords(const py::dict& given) : given_(given.attr("copy")()) {}

  template <class T>
  void take(const char* name, T& value) {
    const py::object argument = given_.attr("pop")(name, py::none());
    if (argument.is_none()) return;
    try {
      value = argument.cast<T>();
    } catch (const py::cast_error&) {
      throw InvalidArgument(name, py::repr(argument).cast<std::string>(),
                            "is of another kind or out of range");
    }
  }
  template <class T>
  void require(const char* name, T& value) {
    if (!given_.contains(name)) throw InvalidArgument(fmt::format("generate needs {}", name));
    take(name, value);
  }
  void check_empty() const {
    for (const auto& [name, value] : given_) {
      throw InvalidArgument(py::str(name).cast<std::string>(), py::str(value).cast<std::string>(),
                            "is no argument of this kind of graph");
    }
  }

 private:
  py::dict given_;
};

/// A graph, with its planted set if it has one.
using Maker = std::function<PlantedGraph(const RunContext&)>;

template <class Options>
Maker maker(const Options& options, Graph (*make)(const Options&, const RunContext&)) {
  return [=](const RunContext& run) { return PlantedGraph{make(options, run), {}, 0}; };
}

Maker maker_of(const std::string& kind, Keywords& keywords, std::uint64_t seed) {
  if (kind == "gnp") {
    GnpOptions options;
    keywords.require("n", options.num_vertices);
    keywords.require("p", options.probability);
    options.seed = seed;
    check_vertex_memory(options.num_vertices, "n", "ask for fewer");
    return maker(options, &gnp);
  }
  if (kind == "rmat") {
    RmatOptions options;
    keywords.take("scale", options.scale);
    keywords.take("lines", options.lines);
    keywords.take("a", options.a);
    keywords.take("b", options.b);
    keywords.take("c", options.c);
    keywords.take("d", options.d);
    keywords.take("permute", options.permute);
    options.seed = seed;
    if (options.scale <= 31)
      check_vertex_memory(std::uint64_t{1} << options.scale, "2^scale", "ask for less");
    return maker(options, &rmat);
  }
  if (kind == "planted") {
    PlantedOptions options;
    keywords.take("n", options.num_vertices);
    keywords.take("average_degree", options.average_degree);
    keywords.take("exponent", options.exponent);
    keywords.take("max_degree", options.max_degree);
    keywords.take("size", options.planted_size);
    keywords.take("density", options.planted_density);
    keywords.take("max_weight", options.max_weight);
    options.seed = seed;
    check_vertex_memory(options.num_vertices, "n", "ask for fewer");
    return [=](const RunContext& run) { return planted(options, run); };
  }
  if (kind == "regular") {
    RegularOptions options;
    keywords.require("n", options.num_vertices);
    keywords.require("degree", options.degree);
    options.seed = seed;
    check_vertex_memory(options.num_vertices, "n", "ask for fewer");
    return maker(options, &d_regular);
  }
  if (kind == "bipartite") {
    BipartiteOptions options;
    keywords.take("left", options.left);
    keywords.take("right", options.right);
    keywords.take("edges", options.edges);
    keywords.take("left_exponent", options.left_exponent);
    keywords.take("right_exponent", options.right_exponent);
    options.seed = seed;
    check_vertex_memory(options.left, "left", "ask for fewer");
    check_vertex_memory(options.right, "right", "ask for fewer");
    return maker(options, &bipartite);
  }
  if (kind == "multipartite") {
    std::vector<Vertex> parts;
    keywords.require("parts", parts);
    return [=](const RunContext& run) { return PlantedGraph{complete_multipartite(parts, run), {}, 0}; };
  }
  reject_word("kind", kind, {"gnp", "rmat", "planted", "regular", "bipartite", "multipartite"});
}

/// The graph, the planted set and the edges inside.
py::object generate(const std::string& kind, const py::dict& arguments, const How& how) {
  Keywords keywords(arguments);
  const Maker make = maker_of(kind, keywords, how.seed);
  keywords.check_empty();
  Call call(how);
  return call(
      [&](const RunContext& run) {
        PlantedGraph made;
        run.parallel([&] { made = make(run); });
        return made;
      },
      [](PlantedGraph made) {
        return py::make_tuple(made_graph(std::move(made.graph)), vertex_array(made.planted),
                              made.planted_edges);
      });
}

}  // namespace

void add_readers(py::module_& module) {
  using namespace py::literals;
  module.def("read", &read, "A graph and how it was read, from a path or a known name.", "name"_a,
             "options"_a, "how"_a);
  module.def("read_arcs", &read_directed, "A directed graph from a path or a known name.", "name"_a,
             "options"_a, "how"_a);
  module.def("read_bytes", &read_bytes, "The same from the content of a file.", "data"_a, "options"_a,
             "how"_a);
  module.def("generate", &generate, "A random or structured graph.", "kind"_a, "arguments"_a, "how"_a);
}

}  // namespace lode::python
