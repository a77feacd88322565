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

/// Returns the graph, the planted set and the edges inside. `vertices`: those of the graph.
template <class Options, class Made>
py::object generated(std::uint64_t vertices, Options options, Made (*make)(const Options&, const RunContext&),
                     std::uint64_t seed, int threads) {
  check_vertex_memory(vertices, "number of vertices", "ask for fewer");
  options.seed = seed;
  using namespace py::literals;
  return Call(py::dict("threads"_a = threads))(
      [&](const RunContext& run) {
        PlantedGraph made;
        run.parallel([&] {
          if constexpr (std::is_same_v<Made, Graph>) {
            made.graph = make(options, run);
          } else {
            made = make(options, run);
          }
        });
        return made;
      },
      [](PlantedGraph made) {
        return py::make_tuple(made_graph(std::move(made.graph)), vertex_array(made.planted),
                              made.planted_edges);
      });
}

/// Complete multipartite graphs have no options.
struct Parts {
  std::vector<Vertex> sizes;
  std::uint64_t seed = 1;
};
Graph multipartite(const Parts& parts, const RunContext& run) {
  return complete_multipartite(parts.sizes, run);
}

}  // namespace

void add_readers(py::module_& module) {
  module.def("read", &read);
  module.def("read_arcs", &read_directed);
  module.def("read_bytes", &read_bytes);
  using namespace py::literals;
  module.def(
      "generate_gnp",
      [](Vertex n, double p, std::uint64_t seed, int threads) {
        return generated(n, GnpOptions{n, p}, &gnp, seed, threads);
      },
      py::kw_only(), "n"_a, "p"_a, "seed"_a, "threads"_a);
  const RmatOptions r;
  module.def(
      "generate_rmat",
      [](int scale, std::uint64_t lines, double a, double b, double c, double d, bool permute,
         std::uint64_t seed, int threads) {
        const std::uint64_t n = scale < 0 || scale > 31 ? 0 : std::uint64_t{1} << scale;
        return generated(n, RmatOptions{scale, lines, a, b, c, d, permute}, &rmat, seed, threads);
      },
      py::kw_only(), "scale"_a = r.scale, "lines"_a = r.lines, "a"_a = r.a, "b"_a = r.b, "c"_a = r.c,
      "d"_a = r.d, "permute"_a = r.permute, "seed"_a, "threads"_a);
  const PlantedOptions p;
  module.def(
      "generate_planted",
      [](Vertex n, double average_degree, double exponent, double max_degree, Vertex size, double density,
         std::uint32_t max_weight, std::uint64_t seed, int threads) {
        return generated(n,
                         PlantedOptions{n, average_degree, exponent, max_degree, size, density, max_weight},
                         &planted, seed, threads);
      },
      py::kw_only(), "n"_a = p.num_vertices, "average_degree"_a = p.average_degree, "exponent"_a = p.exponent,
      "max_degree"_a = p.max_degree, "size"_a = p.planted_size, "density"_a = p.planted_density,
      "max_weight"_a = p.max_weight, "seed"_a, "threads"_a);
  module.def(
      "generate_regular",
      [](Vertex n, Vertex degree, std::uint64_t seed, int threads) {
        return generated(n, RegularOptions{n, degree}, &d_regular, seed, threads);
      },
      py::kw_only(), "n"_a, "degree"_a, "seed"_a, "threads"_a);
  const BipartiteOptions s;
  module.def(
      "generate_bipartite",
      [](Vertex left, Vertex right, double edges, double left_exponent, double right_exponent,
         std::uint64_t seed, int threads) {
        return generated(std::uint64_t{left} + right,
                         BipartiteOptions{left, right, edges, left_exponent, right_exponent}, &bipartite,
                         seed, threads);
      },
      py::kw_only(), "left"_a = s.left, "right"_a = s.right, "edges"_a = s.edges,
      "left_exponent"_a = s.left_exponent, "right_exponent"_a = s.right_exponent, "seed"_a, "threads"_a);
  module.def(
      "generate_multipartite",
      [](const std::vector<Vertex>& parts, std::uint64_t seed, int threads) {
        return generated(0, Parts{parts}, &multipartite, seed, threads);
      },
      py::kw_only(), "parts"_a, "seed"_a, "threads"_a);
}

}  // namespace lode::python
