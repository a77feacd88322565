// Graphs from files, names and generators.

#include <filesystem>
#include <map>

#include <dlfcn.h>
#include <fmt/format.h>

#include <lode/graph/generators.hpp>
#include <lode/io/catalogue.hpp>

#include "bindings.hpp"

namespace lode::python {
namespace {

// --- files ----------------------------------------------------------------------------------------------

/// A column by name, or by number from 1.
ColumnChoice column_of(const py::object& column, const char* what) {
  if (column.is_none()) return {};
  if (py::isinstance<py::str>(column)) return {column.cast<std::string>()};
  const auto number = column.cast<int>();
  if (number < 1) throw InvalidArgument(what, std::to_string(number), ": columns count from 1");
  return {number};
}

/// Reads options from the keywords of lode.read, all of which are present.
ReadOptions read_options_of(const py::dict& given) {
  static const std::map<std::string, FieldSeparator> separators = {{"auto", FieldSeparator::automatic},
                                                                   {"blanks", FieldSeparator::blanks},
                                                                   {"tab", FieldSeparator::tab},
                                                                   {"comma", FieldSeparator::comma},
                                                                   {"semicolon", FieldSeparator::semicolon},
                                                                   {"bar", FieldSeparator::bar}};
  const auto header = keyword<std::optional<bool>>(given, "header");
  ReadOptions options;
  take(options.format, given, "format");
  options.weight_column = column_of(given["weight_column"], "weight_column");
  options.weighted = keyword<bool>(given, "weighted") || !options.weight_column.is_automatic();
  options.signs = signs_of(keyword<bool>(given, "signed"));
  take(options.labels, given, "labels");
  take(options.lenient, given, "lenient");
  options.separator = separators.at(keyword<std::string>(given, "separator"));
  if (header) options.header = *header ? HeaderRow::present : HeaderRow::absent;
  take(options.comment, given, "comment");
  options.source = column_of(given["source"], "source");
  options.target = column_of(given["target"], "target");
  options.merge = merge_rule(keyword<std::string>(given, "merge"));
  options.verify = keyword<bool>(given, "verify") ? Verify::full : Verify::automatic;
  take(options.attributes, given, "attributes");
  return options;
}

/// Unknown values of the larger graph are None.
py::dict core_of_dict(const CoreOrigin& origin) {
  const auto known = [](auto value) { return value == 0 ? py::object(py::none()) : py::cast(value); };
  using namespace py::literals;
  py::list bounds;
  for (const StatedBound& bound : origin.bounds) {
    bounds.append(py::dict("size"_a = known(bound.size), "value"_a = bound.value, "rule"_a = bound.rule));
  }
  return py::dict("core"_a = origin.core, "vertices"_a = known(origin.vertices),
                  "edges"_a = known(origin.edges), "weight"_a = known(origin.weight), "bounds"_a = bounds);
}

/// The `details` of a lode.InputReport for a file.
py::dict report_of(const InputReport& input, const std::vector<VertexTexts>& texts) {
  using namespace py::literals;
  py::list notes;
  for (const std::string& note : input.notes) notes.append(text_of(note));
  py::dict attributes;
  for (const VertexTexts& one : texts) attributes[py::str(one.name)] = one.values;
  return py::dict(
      "source"_a = "file", "summary"_a = text_of(input.summary()), "path"_a = text_of(input.path),
      "format"_a = input.format, "self_loops_dropped"_a = input.self_loops_dropped,
      "duplicates_merged"_a = input.duplicates_merged, "reciprocal_merged"_a = input.reciprocal_merged,
      "bad_lines_skipped"_a = input.bad_lines_skipped, "ignored_columns"_a = input.ignored_columns,
      "core_of"_a = input.core_of ? py::object(core_of_dict(*input.core_of)) : py::none(), "notes"_a = notes,
      "attributes"_a = attributes, "seconds"_a = input.seconds);
}

py::object with_report(LoadedGraph loaded) {
  py::dict report = report_of(loaded.report, loaded.attributes);
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
py::object read(const py::bytes& name, const py::dict& given) {
  const auto path = name.cast<std::string>();
  const ReadOptions options = read_options_of(given);
  return Call(given)(
      [&](const RunContext& run) {
        return read_graph(resolve_graph(path, search_folders()).path, options, run);
      },
      with_report);
}

/// Reads a graph with directions.
py::object read_directed(const py::bytes& name, const py::dict& given) {
  const auto path = name.cast<std::string>();
  const ReadOptions options = read_options_of(given);
  return Call(given)(
      [&](const RunContext& run) {
        return read_arcs(resolve_graph(path, search_folders()).path, options, run);
      },
      [](LoadedArcs loaded) {
        const py::dict report = report_of(loaded.report, {});
        return py::make_tuple(
            std::make_shared<PyArcs>(PyArcs{std::move(loaded.arcs), std::move(loaded.report)}), report);
      });
}

/// `data`: contiguous bytes.
py::object read_bytes(const py::buffer& data, const py::dict& given) {
  const py::buffer_info info = data.request();
  const std::span<const char> bytes(static_cast<const char*>(info.ptr), static_cast<std::size_t>(info.size));
  const ReadOptions options = read_options_of(given);
  return Call(given)([&](const RunContext& run) { return read_graph(bytes, options, run); }, with_report);
}

// --- generators -----------------------------------------------------------------------------------------

/// A graph of some kind with the planted set and the edges inside. `given` has the seed, the threads, and
/// arguments of the kind; the library has defaults of the others.
py::object generate(const std::string& kind, const py::dict& given) {
  const auto of = [&]<class T>(const char* name, T usual) {
    return given.contains(name) ? keyword<T>(given, name) : usual;
  };
  std::uint64_t vertices = 0;
  std::function<PlantedGraph(const RunContext&)> make;
  const auto use = [&](std::uint64_t n, auto options, auto make_one) {
    vertices = n;
    options.seed = of("seed", options.seed);
    make = [=](const RunContext& run) {
      PlantedGraph made;
      if constexpr (std::is_same_v<decltype(make_one(options, run)), Graph>) {
        made.graph = make_one(options, run);
      } else {
        made = make_one(options, run);
      }
      return made;
    };
  };
  const auto n = of("n", Vertex{0});
  if (kind == "gnp") use(n, GnpOptions{n, of("p", 0.0)}, gnp);
  if (kind == "regular") use(n, RegularOptions{n, of("degree", Vertex{0})}, d_regular);
  if (kind == "rmat") {
    const RmatOptions r;
    const int scale = of("scale", r.scale);
    use(scale < 0 || scale > 31 ? 0 : std::uint64_t{1} << scale,
        RmatOptions{scale, of("lines", r.lines), of("a", r.a), of("b", r.b), of("c", r.c), of("d", r.d),
                    of("permute", r.permute)},
        rmat);
  }
  if (kind == "planted") {
    const PlantedOptions p;
    const Vertex size = of("n", p.num_vertices);
    use(size,
        PlantedOptions{size, of("average_degree", p.average_degree), of("exponent", p.exponent),
                       of("max_degree", p.max_degree), of("size", p.planted_size),
                       of("density", p.planted_density), of("max_weight", p.max_weight)},
        planted);
  }
  if (kind == "bipartite") {
    const BipartiteOptions s;
    const BipartiteOptions sides{of("left", s.left), of("right", s.right), of("edges", s.edges),
                                 of("left_exponent", s.left_exponent),
                                 of("right_exponent", s.right_exponent)};
    use(std::uint64_t{sides.left} + sides.right, sides, bipartite);
  }
  if (kind == "multipartite") {
    make = [parts = keyword<std::vector<Vertex>>(given, "parts")](const RunContext& run) {
      return PlantedGraph{complete_multipartite(parts, run), {}, 0};
    };
  }
  check_vertex_memory(vertices, "number of vertices", "ask for fewer");
  return Call(given)(
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
  module.def("read", &read);
  module.def("read_arcs", &read_directed);
  module.def("read_bytes", &read_bytes);
  module.def("generate", &generate);
}

}  // namespace lode::python
