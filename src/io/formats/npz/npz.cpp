#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/formats/npz/zip_archive.hpp"
#include "io/matrix/npy_header.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

constexpr auto save_remedy = "write it with scipy.sparse.save_npz";
constexpr FormatAbilities npz_abilities = {.title = "SciPy", .weights = true};

/// The numbers of an array of one dimension, one after another.
class NpzColumn {
 public:
  NpzColumn(const ZipMember& member, const std::string& display_name)
      : display_name_(display_name), name_(member.name), stream_(member, display_name), piece_(piece_bytes) {
    const NpyHeader header = read_npy_header(
        [this](char* out, std::size_t size) { return stream_.read(out, size); },
        [this](const std::string& problem, std::string remedy) { fail(problem, std::move(remedy)); });
    if (!header.shape || header.shape->size() > 1) {
      fail(fmt::format("the shape is {}", excerpt(header.tuple)), save_remedy);
    }
    count_ = header.shape->empty() ? 1 : header.shape->front();
    if (!header.type) fail(fmt::format("values of type {} are not read", excerpt(header.descr)), save_remedy);
    type_ = *header.type;
    descr_ = header.descr;
  }

  std::uint64_t size() const { return count_; }

  /// Errors: InputError for other types.
  void require_integers() const { require(is_integer()); }
  void require_numbers() const {
    require(is_integer() || (type_.kind == 'b' && type_.bytes == 1) ||
            (type_.kind == 'f' && (type_.bytes == 4 || type_.bytes == 8)));
  }

  std::int64_t next_integer() {
    const std::array<char, 8> bytes = next();
    const bool is_signed = type_.kind == 'i';
    switch (type_.bytes) {
      case 1:
        return is_signed ? std::int64_t{npy_number<std::int8_t>(bytes)} : npy_number<std::uint8_t>(bytes);
      case 2:
        return is_signed ? std::int64_t{npy_number<std::int16_t>(bytes)} : npy_number<std::uint16_t>(bytes);
      case 4:
        return is_signed ? std::int64_t{npy_number<std::int32_t>(bytes)} : npy_number<std::uint32_t>(bytes);
      default:
        return npy_number<std::int64_t>(bytes);  // unsigned ones from 2^63 on are below 0
    }
  }

  /// What `next_integer` gave, as it stands in the array.
  std::string written(std::int64_t integer) const {
    return type_.kind == 'u' ? std::to_string(static_cast<std::uint64_t>(integer)) : std::to_string(integer);
  }

  double next_number() {
    if (type_.kind == 'f') {
      const std::array<char, 8> bytes = next();
      return type_.bytes == 8 ? npy_number<double>(bytes) : static_cast<double>(npy_number<float>(bytes));
    }
    if (type_.kind == 'b') return next()[0] != 0 ? 1.0 : 0.0;
    const std::int64_t number = next_integer();
    if (type_.kind == 'u' && number < 0) return static_cast<double>(static_cast<std::uint64_t>(number));
    return static_cast<double>(number);
  }

  /// All of the array, as text: the name of a form.
  std::string text() {
    require(count_ == 1 && (type_.kind == 'S' || type_.kind == 'U') && type_.bytes <= 16);
    const std::size_t width = type_.kind == 'U' ? 4 : 1;
    std::string bytes(type_.bytes * width, '\0');
    bytes.resize(stream_.read(bytes.data(), bytes.size()));
    std::erase(bytes, '\0');
    return bytes;
  }

  [[noreturn]] void fail(const std::string& problem, std::string remedy) const {
    throw InputError({display_name_}, fmt::format("'{}': {}", excerpt(name_), problem), std::move(remedy));
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 16;

  bool is_integer() const {
    const std::size_t bytes = type_.bytes;
    return (type_.kind == 'i' || type_.kind == 'u') && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
  }
  void require(bool condition) const {
    if (!condition) fail(fmt::format("values of type {} are not read", excerpt(descr_)), save_remedy);
  }

  std::array<char, 8> next() {
    if (at_ == filled_) {
      filled_ = stream_.read(piece_.data(), piece_.size() / type_.bytes * type_.bytes);
      at_ = 0;
    }
    if (filled_ - at_ < type_.bytes) {
      fail(fmt::format("the shape asks for {} values, but there are fewer", count_), "the file is damaged");
    }
    const std::array<char, 8> bytes = npy_bytes(type_, piece_.data() + at_);
    at_ += type_.bytes;
    return bytes;
  }

  const std::string& display_name_;
  std::string name_, descr_;
  ZipStream stream_;
  NpyType type_;
  std::uint64_t count_ = 0;
  std::vector<char> piece_;
  std::size_t at_ = 0, filled_ = 0;
};

class NpzReader {
 public:
  NpzReader(CompressedInput& input, const ReadOptions& options, const RunContext& run, const ReadTrust& trust)
      : input_(input), options_(options), run_(run), trust_(trust), arcs_(options.weighted) {}

  LoadedGraph read() {
    parse(MatrixShape::square);
    return assemble(input_, std::move(report_), std::move(arcs_), n(), VertexNames(), options_.merge, run_,
                    [](Vertex, Vertex) { return PairLines(); });
  }
  LoadedArcs read_arcs() {
    parse(MatrixShape::any);
    return assemble_arcs(input_, std::move(report_), std::move(arcs_), n(), VertexNames(), run_);
  }

 private:
  [[noreturn]] void fail(std::string problem, std::string remedy) const {
    throw InputError({input_.display_name()}, std::move(problem), std::move(remedy));
  }

  std::uint64_t n() const { return std::max(rows_, columns_); }

  void parse(MatrixShape shape) {
    load();
    members_ = zip_members(archive_, input_.display_name());
    check_members();
    read_shape(shape);
    const std::string form = column("format").text();
    report_.format = "SciPy " + form;
    if (form == "csr" || form == "csc") {
      read_rows(form == "csr");
    } else if (form == "coo") {
      read_pairs();
    } else {
      fail(fmt::format("the sparse matrix has the form '{}', which lode does not read", excerpt(form)),
           "write it with scipy.sparse.save_npz(path, matrix.tocsr())");
    }
    report_.edge_lines = arcs_.count();
    if (!options_.weighted) report_.notes.push_back("entry values ignored");
  }

  /// The directory of an archive is at its end.
  void load() {
    if (input_.compression() != Compression::none) {
      fail(fmt::format("is compressed with {}, and packed in itself", to_string(input_.compression())),
           "unpack it");
    }
    constexpr std::size_t piece = std::size_t{1} << 20;
    for (std::size_t got = piece; got == piece;) {
      if (run_.interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
      const std::size_t filled = archive_.size();
      archive_.resize(filled + piece);
      got = input_.read(archive_.data() + filled, piece);
      archive_.resize(filled + got);
    }
  }

  const ZipMember* find(std::string_view name) const {
    const auto found = std::find_if(members_.begin(), members_.end(), [&](const ZipMember& member) {
      return member.name == std::string(name) + ".npy";
    });
    return found == members_.end() ? nullptr : &*found;
  }

  void check_members() const {
    if (find("format") && find("shape")) return;
    std::vector<std::string> names;
    for (const ZipMember& member : members_) {
      if (names.size() == 5) break;
      names.push_back(excerpt(member.name));
    }
    fail(fmt::format("holds no sparse matrix of SciPy, but {}",
                     names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "))),
         "write it with scipy.sparse.save_npz, or a dense matrix with numpy.save (.npy)");
  }

  NpzColumn column(std::string_view name) const {
    const ZipMember* const member = find(name);
    if (!member) fail(fmt::format("the sparse matrix lacks the array '{}'", name), save_remedy);
    return NpzColumn(*member, input_.display_name());
  }
  NpzColumn integers(std::string_view name) const {
    NpzColumn numbers = column(name);
    numbers.require_integers();
    return numbers;
  }

  void read_shape(MatrixShape wanted) {
    NpzColumn shape = integers("shape");
    if (shape.size() != 2) shape.fail(fmt::format("{} dimensions", shape.size()), "a matrix has two");
    const std::int64_t rows = shape.next_integer();
    const std::int64_t columns = shape.next_integer();
    if (rows != columns && wanted == MatrixShape::square) {
      shape.fail(
          fmt::format("the matrix has {} rows but {} columns", shape.written(rows), shape.written(columns)),
          square_remedy);
    }
    for (const std::int64_t length : {rows, columns}) {
      if (length <= 0) shape.fail("the graph has no vertices", "a graph needs at least one vertex");
      if (length >= std::int64_t{no_vertex}) {
        shape.fail(fmt::format("{} vertices are too many", length),
                   "lode reads graphs of up to 2^32-2 vertices");
      }
    }
    rows_ = static_cast<std::uint64_t>(rows);
    columns_ = static_cast<std::uint64_t>(columns);
    if (auto note = note_on_shape(rows_, columns_)) report_.notes.push_back(std::move(*note));
  }

  /// The values of the entries, in their order; nothing unless they are wanted.
  std::optional<NpzColumn> values(std::uint64_t entries) const {
    std::optional<NpzColumn> values;
    if (!options_.weighted) return values;
    values.emplace(column("data"));
    values->require_numbers();
    check_size(*values, entries);
    return values;
  }

  void check_size(const NpzColumn& numbers, std::uint64_t entries) const {
    if (numbers.size() == entries) return;
    numbers.fail(fmt::format("{} values for {}", numbers.size(), format_plural(entries, "entry", "entries")),
                 save_remedy);
  }

  /// A row or a column below `end`.
  Vertex vertex_from(NpzColumn& numbers, std::uint64_t entry, std::uint64_t end) const {
    const std::int64_t index = numbers.next_integer();
    if (index >= 0 && static_cast<std::uint64_t>(index) < end) return static_cast<Vertex>(index);
    numbers.fail(fmt::format("value {} is {}", entry, numbers.written(index)),
                 fmt::format("rows and columns are numbered from 0 to {}, as the shape says", end - 1));
  }

  /// Looks now and then whether the run is interrupted.
  void poll(std::uint64_t step) const {
    constexpr std::uint64_t steps_between_polls = std::uint64_t{1} << 20;
    if (step % steps_between_polls == 0 && run_.interrupted()) {
      throw SystemError(input_.display_name() + ": reading was interrupted");
    }
  }

  void add(Vertex row, Vertex column, std::optional<NpzColumn>& values) {
    poll(arcs_.count());
    arcs_.add(row, column, values ? weight_of(row, column, *values) : 1.0);
  }

  Weight weight_of(Vertex row, Vertex column, NpzColumn& values) const {
    const double value = values.next_number();
    if (std::isfinite(value) && (value >= 0.0 || options_.signs == WeightSigns::any)) return value + 0.0;
    Weight weight = 0.0;
    const std::string text = fmt::format("{}", value);
    const FieldProblem problem = parse_weight({text.data(), text}, weight, options_.signs);
    values.fail(fmt::format("row {}, column {}: {}", row, column, problem.problem), problem.remedy);
  }

  /// Compressed rows, or columns.
  void read_rows(bool by_rows) {
    const std::uint64_t lists = by_rows ? rows_ : columns_;
    const std::uint64_t end_of_indices = by_rows ? columns_ : rows_;
    NpzColumn begins = integers("indptr");
    NpzColumn indices = integers("indices");
    if (begins.size() != lists + 1) {
      begins.fail(fmt::format("{} values for {}", begins.size(),
                              by_rows ? format_plural(lists, "row", "rows")
                                      : format_plural(lists, "column", "columns")),
                  save_remedy);
    }
    check_isolated(input_, 0, n(), indices.size(), trust_.vertices);
    std::optional<NpzColumn> weights = values(indices.size());
    std::int64_t entry = begins.next_integer();
    if (entry != 0) begins.fail(fmt::format("the first value is {}", begins.written(entry)), "it must be 0");
    for (std::uint64_t i = 0; i < lists; ++i) {
      poll(i);
      const std::int64_t end = begins.next_integer();
      if (end < entry || static_cast<std::uint64_t>(end) > indices.size()) {
        begins.fail(fmt::format("value {} is {}, behind {}", i + 1, begins.written(end), entry),
                    fmt::format("values rise from 0 to {}, the number of entries", indices.size()));
      }
      for (; entry < end; ++entry) {
        const auto here = static_cast<Vertex>(i);
        const Vertex other = vertex_from(indices, static_cast<std::uint64_t>(entry), end_of_indices);
        add(by_rows ? here : other, by_rows ? other : here, weights);
      }
    }
    if (static_cast<std::uint64_t>(entry) != indices.size()) {
      begins.fail(fmt::format("the last value is {}", entry),
                  fmt::format("it must be {}, the number of entries", indices.size()));
    }
  }

  void read_pairs() {
    NpzColumn rows = integers("row");
    NpzColumn columns = integers("col");
    check_size(columns, rows.size());
    check_isolated(input_, 0, n(), rows.size(), trust_.vertices);
    std::optional<NpzColumn> weights = values(rows.size());
    for (std::uint64_t entry = 0; entry < rows.size(); ++entry) {
      const Vertex row = vertex_from(rows, entry, rows_);
      add(row, vertex_from(columns, entry, columns_), weights);
    }
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  const RunContext& run_;
  const ReadTrust& trust_;
  std::string archive_;
  std::vector<ZipMember> members_;
  std::uint64_t rows_ = 0, columns_ = 0;
  ArcCollector arcs_;
  InputReport report_;
};

bool is_npz(std::string_view head) { return head.starts_with("PK\3\4"); }

void insist_on_npz(const CompressedInput& input) {
  if (is_npz(input.head())) return;
  throw InputError({input.display_name()}, "the file does not begin as .npz files do", save_remedy);
}

/// Reads a sparse matrix that scipy.sparse.save_npz has written as the adjacency matrix of a graph: csr, csc
/// or coo, packed or not.
///
/// Vertices: 0 ... n-1, all of them; so they are called.
/// Edges:    every stored entry off the diagonal; i j and j i are the two directions of one edge (counted as
///           reciprocal). An entry that is stored again adds its weight.
/// Weights:  the values, with ReadOptions::weighted; otherwise they are not looked at.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the file and the arcs.
/// Errors: InputError: an archive that is cut off or damaged, one of other arrays, other forms of matrices
/// (bsr,
///         dia), a matrix that is not square, indices out of range, arrays of other lengths or types, values
///         that are no weights, more vertices than are trusted without an edge for 256 of them.
///         InvalidArgument for options without meaning.
LoadedGraph read_npz(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                     const ReadTrust& trust) {
  check_options(options, npz_abilities);
  insist_on_npz(input);
  return NpzReader(input, options, run, trust).read();
}

/// The same for directed graphs: a stored entry is an arc from its row to its column. The matrix may have
/// more rows than columns, or fewer: there are as many vertices as the longer side has.
LoadedArcs read_npz_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                         const ReadTrust& trust) {
  check_options(options, npz_abilities);
  insist_on_npz(input);
  return NpzReader(input, options, run, trust).read_arcs();
}

}  // namespace

extern constinit const Format npz_format = {
    .name = "npz",
    .title = "SciPy sparse matrix",
    .extensions = {".npz"},
    .recognise = is_npz,
    .insist = insist_on_npz,
    .read = read_npz,
    .read_arcs = read_npz_arcs,
};

}  // namespace lode::detail
