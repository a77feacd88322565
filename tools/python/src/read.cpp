// Graphs from files, names and generators.

#include <filesystem>
#include <map>

#include <dlfcn.h>
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/study/density_report.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "python_words.hpp"

namespace lode::python {
namespace {

// --- files ----------------------------------------------------------------------------------------------

ColumnChoice column_of(const py::object& column, const char* what) {
  if (column.is_none()) return {};
  if (py::isinstance<py::str>(column)) return {column.cast<std::string>()};
  const std::uint64_t number = whole_number(column, what, std::numeric_limits<int>::max());
  if (number == 0) throw InvalidArgument(what, "0", "columns count from 1");
  return {static_cast<int>(number)};
}

HeaderRow header_of(const py::object& header) {
  if (header.is_none()) return HeaderRow::automatic;
  return header.cast<bool>() ? HeaderRow::present : HeaderRow::absent;
}

FieldSeparator parse_separator(const std::string& word) {
  return word_of<FieldSeparator>("separator", word,
                                 {{"auto", FieldSeparator::automatic},
                                  {"blanks", FieldSeparator::blanks},
                                  {"tab", FieldSeparator::tab},
                                  {"comma", FieldSeparator::comma},
                                  {"semicolon", FieldSeparator::semicolon},
                                  {"bar", FieldSeparator::bar}});
}

MergeRule parse_merge_rule(const std::string& word) {
  return word_of<MergeRule>("merge", word,
                            {{"error", MergeRule::error},
                             {"sum", MergeRule::sum},
                             {"max", MergeRule::max},
                             {"min", MergeRule::min}});
}

/// What is not known of the larger graph is None.
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

py::dict report_of(const InputReport& input) {
  py::dict report;
  report["source"] = "file";
  report["summary"] = text_of(in_python(input.summary()));
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
  report["labels"] = input.labels;
  report["core_of"] = input.core_of ? py::object(core_of_dict(*input.core_of)) : py::none();
  py::list notes;
  for (const std::string& note : input.notes) notes.append(text_of(in_python(note)));
  report["notes"] = notes;
  report["bytes"] = input.bytes;
  report["seconds"] = input.seconds;
  return report;
}

/// The folders of this process; graphs that come with the package are in `datasets` beside this module.
SearchFolders search_folders() {
  SearchFolders folders = default_search_folders();
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&parse_separator), &info) == 0) return folders;
  const std::filesystem::path beside = std::filesystem::path(info.dli_fname).parent_path() / "datasets";
  std::error_code ignored;
  if (std::filesystem::is_directory(beside, ignored)) {
    folders.bundled = beside.string();
    folders.catalogue = (beside / "catalogue.tsv").string();
  }
  return folders;
}

struct ReadArguments {
  std::string format;
  bool weighted;
  bool labels;
  bool lenient;
  std::string separator;
  py::object header;
  std::optional<std::string> comment;
  py::object source;
  py::object target;
  py::object weight_column;
  std::string merge;
  bool verify;
  int threads;
  std::shared_ptr<Cancel> cancel;

  ReadOptions options() const {
    ReadOptions options;
    options.format = format;
    options.weighted = weighted || !weight_column.is_none();
    options.labels = labels;
    options.lenient = lenient;
    options.separator = parse_separator(separator);
    options.header = header_of(header);
    options.comment = comment;
    options.source = column_of(source, "source");
    options.target = column_of(target, "target");
    options.weight_column = column_of(weight_column, "weight_column");
    options.merge = parse_merge_rule(merge);
    options.verify = verify ? Verify::full : Verify::automatic;
    return options;
  }
  CallOptions call() const {
    CallOptions options;
    options.threads = threads;
    options.cancel = cancel;
    return options;
  }
};

py::object graph_object(LoadedGraph loaded) { return py::cast(make_graph(std::move(loaded))); }

py::object read(const py::object& name, const ReadArguments& arguments) {
  const std::string path = py::module_::import("os").attr("fsencode")(name).cast<std::string>();
  const ReadOptions options = arguments.options();
  Call call(arguments.call());
  return call(
      [&](const RunContext& run) {
        return read_graph(resolve_graph(path, search_folders()).path, options, run);
      },
      graph_object);
}

py::object read_bytes(const py::buffer& data, const ReadArguments& arguments) {
  const py::buffer_info info = data.request();
  if (info.ndim != 1 || info.itemsize != 1 || info.strides[0] != 1) {
    throw py::type_error("data must be bytes, one after the other");
  }
  const std::span<const char> bytes(static_cast<const char*>(info.ptr), static_cast<std::size_t>(info.size));
  const ReadOptions options = arguments.options();
  Call call(arguments.call());
  return call([&](const RunContext& run) { return read_graph(bytes, options, run); }, graph_object);
}

/// Defines a function whose first argument is `first` and whose others are those of a reader.
template <class First, class Read>
void add_reader(py::module_& module, const char* name, const char* first, const Read& reader,
                const char* meaning) {
  module.def(
      name,
      [reader](const First& what, std::string format, bool weighted, bool labels, bool lenient,
               std::string separator, py::object header, std::optional<std::string> comment,
               py::object source, py::object target, py::object weight_column, std::string merge, bool verify,
               int threads, std::shared_ptr<Cancel> cancel) {
        return reader(what, ReadArguments{std::move(format), weighted, labels, lenient, std::move(separator),
                                          std::move(header), std::move(comment), std::move(source),
                                          std::move(target), std::move(weight_column), std::move(merge),
                                          verify, threads, std::move(cancel)});
      },
      meaning, py::arg(first), py::kw_only(), py::arg("format") = "", py::arg("weighted") = false,
      py::arg("labels") = false, py::arg("lenient") = false, py::arg("separator") = "auto",
      py::arg("header") = py::none(), py::arg("comment") = py::none(), py::arg("source") = py::none(),
      py::arg("target") = py::none(), py::arg("weight_column") = py::none(), py::arg("merge") = "error",
      py::arg("verify") = false, py::arg("threads") = 0, py::arg("cancel") = py::none());
}

// --- generators -----------------------------------------------------------------------------------------

/// Arguments by keyword, each taken once; what is left over is unknown.
class Keywords {
 public:
  explicit Keywords(const py::kwargs& given) : given_(given.attr("copy")()) {}

  template <class T>
  void take(const char* name, T& value) {
    const py::object argument = given_.attr("pop")(name, py::none());
    if (argument.is_none()) return;
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double>) {
      value = argument.cast<T>();
    } else {
      value = static_cast<T>(
          whole_number(argument, name, static_cast<std::uint64_t>(std::numeric_limits<T>::max())));
    }
  }
  template <class T>
  void require(const char* name, T& value) {
    if (!given_.contains(name)) throw InvalidArgument(fmt::format("generate needs {}", name));
    take(name, value);
  }
  py::object take(const char* name) { return given_.attr("pop")(name); }
  bool has(const char* name) const { return given_.contains(name); }
  void check_empty() const {
    for (const auto& [name, value] : given_) {
      throw InvalidArgument(py::str(name).cast<std::string>(), py::str(value).cast<std::string>(),
                            "is no argument of this kind of graph");
    }
  }

 private:
  py::dict given_;
};

using Maker = std::function<Graph(const RunContext&)>;

/// What a planted graph says of itself.
struct Planted {
  std::vector<Vertex> vertices;
  EdgeCount edges = 0;
};

Maker maker_of(const std::string& kind, Keywords& keywords, std::uint64_t seed, Planted& planted_set) {
  if (kind == "gnp") {
    GnpOptions options;
    keywords.require("n", options.num_vertices);
    keywords.require("p", options.probability);
    options.seed = seed;
    check_vertex_memory(options.num_vertices, "n", "ask for fewer");
    return [=](const RunContext& run) { return gnp(options, run); };
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
    return [=](const RunContext& run) { return rmat(options, run); };
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
    return [=, &planted_set](const RunContext& run) {
      PlantedGraph made = planted(options, run);
      planted_set = {std::move(made.planted), made.planted_edges};
      return made.graph;
    };
  }
  if (kind == "regular") {
    RegularOptions options;
    keywords.require("n", options.num_vertices);
    keywords.require("degree", options.degree);
    options.seed = seed;
    check_vertex_memory(options.num_vertices, "n", "ask for fewer");
    return [=](const RunContext& run) { return d_regular(options, run); };
  }
  if (kind == "multipartite") {
    if (!keywords.has("parts")) throw InvalidArgument("generate needs parts");
    const std::vector<Vertex> parts = vertices_of(keywords.take("parts"), "parts");
    return [=](const RunContext& run) { return complete_multipartite(parts, run); };
  }
  reject_word("kind", kind, {"gnp", "rmat", "planted", "regular", "multipartite"});
}

py::object generate(const std::string& kind, std::uint64_t seed, int threads, std::shared_ptr<Cancel> cancel,
                    const py::kwargs& arguments) {
  Keywords keywords(arguments);
  Planted set;
  const Maker make = maker_of(kind, keywords, seed, set);
  keywords.check_empty();
  CallOptions options;
  options.seed = seed;
  options.threads = threads;
  options.cancel = std::move(cancel);
  Call call(options);
  return call(
      [&](const RunContext& run) {
        Graph graph;
        run.parallel([&] { graph = make(run); });
        return graph;
      },
      [&](Graph graph) -> py::object {
        py::dict report(arguments.attr("copy")());
        report["kind"] = kind;
        report["seed"] = seed;
        if (kind == "planted") {
          report["planted"] = vertex_array(set.vertices);
          report["planted_edges"] = set.edges;
        }
        return py::cast(make_graph(std::move(graph), "generated", std::move(report)));
      });
}

py::list known_graphs() {
  const SearchFolders folders = search_folders();
  py::list list;
  std::error_code ignored;
  if (folders.catalogue.empty() || !std::filesystem::exists(folders.catalogue, ignored)) return list;
  for (const KnownGraph& known : locate_graphs(read_catalogue(folders.catalogue), folders)) {
    py::dict one;
    one["name"] = known.graph.name;
    one["vertices"] = known.graph.vertices;
    one["edges"] = known.graph.edges;
    one["place"] = to_string(known.place);
    one["path"] = text_of(known.path);
    list.append(one);
  }
  return list;
}

}  // namespace

std::shared_ptr<PyGraph> make_graph(LoadedGraph loaded) {
  auto result = std::make_shared<PyGraph>();
  result->graph = std::move(loaded.graph);
  result->input = std::move(loaded.report);
  result->report = report_of(result->input);
  return result;
}

void add_readers(py::module_& module) {
  add_reader<py::object>(module, "read", "name", read, "A graph from a path, or by the name of a known one.");
  add_reader<py::buffer>(module, "read_bytes", "data", read_bytes, "A graph from what a file would hold.");
  module.def("readable_formats", &readable_formats);
  module.def("writable_formats", &writable_formats);
  module.def("generate", &generate, "A random or structured graph.", py::arg("kind"), py::kw_only(),
             py::arg("seed") = 1, py::arg("threads") = 0, py::arg("cancel") = py::none());
  module.def("known_graphs", &known_graphs, "The catalogue of known graphs, and where they are.");
  module.def(
      "default_sizes", [](std::uint32_t n) { return vertex_array(default_sizes(n)); },
      "About 16 sizes between 2 and n/2, evenly on a log scale.", py::arg("n"));
}

}  // namespace lode::python
