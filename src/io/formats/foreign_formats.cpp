#include "io/formats/foreign_formats.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"
#include "io/text/file_names.hpp"
#include "io/text/head_lines.hpp"

namespace lode::detail {
namespace {

using namespace std::string_view_literals;

constexpr auto edges_remedy = "write one edge per line, as two ids separated by a tab or a comma"sv;
constexpr auto table_remedy = "write the table as CSV, one edge per line (pandas: to_csv with index=False)"sv;
constexpr auto array_remedy =
    "write the edges as text (numpy: savetxt with fmt='%d') or the matrix as Matrix Market (scipy: mmwrite)"sv;
constexpr auto unpack_remedy = "unpack it, or use gzip or zstd"sv;
constexpr auto network_remedy =
    "write an edge list or GML, as with networkx (write_edgelist, write_gml) or igraph (write_graph)"sv;
constexpr auto utf_remedy = "convert it, as with: iconv -f UTF-16 -t UTF-8"sv;
constexpr auto utf32_remedy = "convert it, as with: iconv -f UTF-32 -t UTF-8"sv;

std::string_view without_leading_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// Pickles of protocol 2 and later: 0x80, the protocol, and mostly the opcode of a frame.
bool is_pickle(std::string_view head) {
  return head.size() >= 3 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 &&
         (head[1] < 4 || head[2] == '\x95');
}

/// Every second byte of the first ones is zero.
bool is_wide_text(std::string_view head) {
  constexpr std::size_t looked_at = 16;
  if (head.size() < looked_at) return false;
  for (const std::size_t parity : {0u, 1u}) {
    bool zero = true;
    bool other = true;
    for (std::size_t i = 0; i < looked_at; ++i) {
      if (i % 2 == parity) {
        zero = zero && head[i] == '\0';
      } else {
        other = other && head[i] != '\0';
      }
    }
    if (zero && other) return true;
  }
  return false;
}

/// A list of lists, objects, strings or numbers, or an object with a key.
bool is_json(std::string_view text) {
  if (text.empty() || (text.front() != '[' && text.front() != '{')) return false;
  const bool object = text.front() == '{';
  text = without_leading_blanks(text.substr(1));
  if (text.empty()) return false;
  const char c = text.front();
  return object ? c == '"' || c == '}' : c == '[' || c == '{' || c == '"' || c == '-' || is_digit(c);
}

/// "dl" and a key: "dl n=5", "DL n = 5 format = edgelist1".
bool is_ucinet(std::string_view text) {
  if (!starts_ignoring_case(text, "dl")) return false;
  std::string_view rest = text.substr(2);
  if (rest.empty() || !(is_blank(rest.front()) || rest.front() == '\n' || rest.front() == '\r')) return false;
  rest = without_leading_blanks(rest);
  return starts_ignoring_case(rest, "n=") || starts_ignoring_case(rest, "n =") ||
         starts_ignoring_case(rest, "format");
}

/// Lines "ID LABEL", a line "#", lines "ID ID LABEL".
bool is_trivial_graph(std::string_view head) {
  return head.starts_with("#\n") || head.find("\n#\n") != std::string_view::npos ||
         head.find("\n#\r\n") != std::string_view::npos;
}

/// The first line that is neither blank nor a comment, without blanks around it.
std::string_view first_data_line(std::string_view text) {
  while (true) {
    text = without_leading_blanks(text);
    std::string_view line = text.substr(0, text.find('\n'));
    if (!line.starts_with('#') && !line.starts_with('%')) {
      while (!line.empty() && (is_blank(line.back()) || line.back() == '\r')) line.remove_suffix(1);
      return line;
    }
    text.remove_prefix(line.size());
  }
}

/// "(1, 2)", perhaps with a third part and a comma behind it, as Python prints tuples.
bool is_tuple(std::string_view line) {
  if (line.ends_with(',')) line.remove_suffix(1);
  if (line.size() < 2 || line.front() != '(' || line.back() != ')') return false;
  line = line.substr(1, line.size() - 2);
  const auto commas = std::count(line.begin(), line.end(), ',');
  return (commas == 1 || commas == 2) && line.find_first_of("()") == std::string_view::npos;
}

/// An item that is a list or an object.
bool is_yaml(std::string_view line) {
  return line.starts_with("- [") || line.starts_with("- {") || line.starts_with("- - ");
}

/// "1 -> 2" or "1->2": an arrow behind the first word.
bool is_arrow_line(std::string_view line) {
  constexpr std::string_view separators = " \t,;|";
  const std::size_t word_end = line.find_first_of(separators);
  for (const std::string_view arrow : {"<->"sv, "->"sv, "--"sv}) {
    if (word_end != std::string_view::npos) {
      const std::string_view rest = without_leading_blanks(line.substr(word_end));
      if (rest.size() > arrow.size() && rest.starts_with(arrow) && is_blank(rest[arrow.size()])) return true;
    } else {
      const std::size_t at = line.find(arrow);
      if (at != std::string_view::npos && at > 0 && at + arrow.size() < line.size()) return true;
    }
  }
  return false;
}

/// Where a kind of file shows itself.
enum class Look {
  bytes,  ///< in the first bytes
  words,  ///< in the first words of a text, in either case
  line,   ///< in its first line of data
};

struct ForeignKind {
  Look look = Look::bytes;
  std::string_view sign = {};  ///< what stands there; empty: `shows` tells
  std::size_t place = 0;       ///< of the sign among the bytes
  ForeignFormat format;
  bool (*shows)(std::string_view looked_at) = nullptr;
  std::string_view extension = {};  ///< only in files of this extension; empty: in all
};

/// In the order in which they are tried.
constexpr ForeignKind foreign_kinds[] = {
    {.look = Look::bytes, .sign = "\xff\xfe\0\0"sv, .format = {"text in UTF-32"sv, utf32_remedy}},
    {.look = Look::bytes, .sign = "\0\0\xfe\xff"sv, .format = {"text in UTF-32"sv, utf32_remedy}},
    {.look = Look::bytes, .sign = "\xff\xfe"sv, .format = {"text in UTF-16"sv, utf_remedy}},
    {.look = Look::bytes, .sign = "\xfe\xff"sv, .format = {"text in UTF-16"sv, utf_remedy}},
    {.look = Look::bytes, .sign = "PAR1"sv, .format = {"a Parquet file"sv, table_remedy}},
    {.look = Look::bytes, .sign = "FEA1"sv, .format = {"a Feather file"sv, table_remedy}},
    {.look = Look::bytes, .sign = "ARROW1"sv, .format = {"an Arrow or Feather file"sv, table_remedy}},
    {.look = Look::bytes, .sign = "Obj\1"sv, .format = {"an Avro file"sv, table_remedy}},
    {.look = Look::bytes, .sign = "ORC"sv, .format = {"an ORC file"sv, table_remedy}},
    {.look = Look::bytes, .sign = "\x93NUMPY"sv, .format = {"a NumPy array (.npy)"sv, array_remedy}},
    {.look = Look::bytes, .sign = "\x89HDF\r\n\x1a\n"sv, .format = {"an HDF5 file"sv, array_remedy}},
    {.look = Look::bytes, .sign = "CDF\1"sv, .format = {"a NetCDF file"sv, array_remedy}},
    {.look = Look::bytes, .sign = "CDF\2"sv, .format = {"a NetCDF file"sv, array_remedy}},
    {.look = Look::bytes, .sign = "MATLAB 5.0 MAT-file"sv, .format = {"a MATLAB file"sv, array_remedy}},
    {.look = Look::bytes,
     .sign = "SQLite format 3\0"sv,
     .format = {"an SQLite data base"sv,
                "write the table of edges as CSV: sqlite3 -csv FILE 'select ...'"sv}},
    {.look = Look::bytes,
     .sign = "RDX2\n"sv,
     .format = {"an R data file"sv, "write the edges with write.csv"sv}},
    {.look = Look::bytes,
     .sign = "RDX3\n"sv,
     .format = {"an R data file"sv, "write the edges with write.csv"sv}},
    {.look = Look::bytes,
     .sign = "X\n\0\0\0"sv,
     .format = {"an R data file"sv, "write the edges with write.csv"sv}},
    {.look = Look::bytes,
     .sign = "ustar"sv,
     .place = 257,
     .format = {"a tar archive"sv, "unpack it, and name a file in it"sv}},
    {.look = Look::bytes,
     .sign = "PK\3\4"sv,
     .format = {"a zip archive (.npz and .xlsx are, too)"sv, unpack_remedy}},
    {.look = Look::bytes,
     .sign = "\x1f\x8b"sv,
     .format = {"compressed with gzip twice"sv, "unpack it once"sv}},
    {.look = Look::bytes, .sign = "\x28\xb5\x2f\xfd"sv, .format = {"compressed twice"sv, "unpack it once"sv}},
    {.look = Look::bytes, .sign = "\xfd\x37zXZ\0"sv, .format = {"compressed with xz"sv, unpack_remedy}},
    {.look = Look::bytes, .sign = "\x04\x22\x4d\x18"sv, .format = {"compressed with lz4"sv, unpack_remedy}},
    {.look = Look::bytes, .sign = "%PDF-"sv, .format = {"a PDF document"sv, edges_remedy}},
    {.look = Look::bytes,
     .sign = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv,
     .format = {"an Excel or other Office file"sv, table_remedy}},
    {.look = Look::bytes,
     .sign = "\x7f\x45LF"sv,
     .format = {"a program (ELF)"sv, "check that this is the right file"sv}},
    {.look = Look::bytes,
     .sign = "\x89PNG"sv,
     .format = {"a picture"sv, "check that this is the right file"sv}},
    {.look = Look::bytes, .format = {"a Python pickle"sv, network_remedy}, .shows = is_pickle},
    {.look = Look::bytes, .format = {"text in UTF-16"sv, utf_remedy}, .shows = is_wide_text},
    {.look = Look::words, .sign = "*vertices"sv, .format = {"a Pajek network"sv, network_remedy}},
    {.look = Look::words, .sign = "*network"sv, .format = {"a Pajek network"sv, network_remedy}},
    {.look = Look::words, .sign = "*arcs"sv, .format = {"a Pajek network"sv, network_remedy}},
    {.look = Look::words, .sign = "*edges"sv, .format = {"a Pajek network"sv, network_remedy}},
    {.look = Look::words, .sign = "leda.graph"sv, .format = {"a LEDA graph"sv, network_remedy}},
    {.look = Look::words, .sign = "nodedef>"sv, .format = {"a GDF graph"sv, network_remedy}},
    {.look = Look::words, .sign = ">>graph6<<"sv, .format = {"a list of graphs in graph6"sv, network_remedy}},
    {.look = Look::words,
     .sign = ">>sparse6<<"sv,
     .format = {"a list of graphs in sparse6"sv, network_remedy}},
    {.look = Look::words,
     .sign = "<"sv,
     .format = {"an XML or HTML document"sv,
                "check that this is the right file; of a web page, download the data"sv}},
    {.look = Look::words, .sign = "insert into "sv, .format = {"SQL"sv, table_remedy}},
    {.look = Look::words, .sign = "create table "sv, .format = {"SQL"sv, table_remedy}},
    {.look = Look::words, .sign = "drop table "sv, .format = {"SQL"sv, table_remedy}},
    {.look = Look::words, .sign = "begin transaction"sv, .format = {"SQL"sv, table_remedy}},
    {.look = Look::words, .sign = "-- mysql dump"sv, .format = {"SQL"sv, table_remedy}},
    {.look = Look::words,
     .sign = "version https://git-lfs"sv,
     .format = {"a Git LFS pointer, not the data"sv, "fetch the data with: git lfs pull"sv}},
    {.look = Look::words,
     .format = {"JSON"sv, "write an edge list or GML: networkx reads node-link JSON with json_graph"sv},
     .shows = is_json},
    {.look = Look::words, .format = {"a UCINET network"sv, network_remedy}, .shows = is_ucinet},
    {.look = Look::words,
     .format = {"a graph in the Trivial Graph Format"sv, network_remedy},
     .shows = is_trivial_graph,
     .extension = ".tgf"sv},
    {.look = Look::line, .format = {"a list of tuples in parentheses"sv, edges_remedy}, .shows = is_tuple},
    {.look = Look::line, .format = {"YAML"sv, edges_remedy}, .shows = is_yaml},
    {.look = Look::line, .format = {"a list of arrows ('1 -> 2')"sv, edges_remedy}, .shows = is_arrow_line},
};

bool shows_in(std::string_view looked_at, const ForeignKind& kind) {
  if (kind.shows) return kind.shows(looked_at);
  if (kind.look != Look::bytes) return starts_ignoring_case(looked_at, kind.sign);
  return looked_at.size() > kind.place && looked_at.substr(kind.place).starts_with(kind.sign);
}

}  // namespace

std::optional<ForeignFormat> foreign_format(std::string_view head, std::string_view plain_file_name,
                                            ForeignKinds kinds) {
  const std::string_view text = without_leading_blanks(without_byte_order_mark(head));
  for (const ForeignKind& kind : foreign_kinds) {
    if (kinds == ForeignKinds::binary && kind.look != Look::bytes) continue;
    if (!kind.extension.empty() && !equal_ignoring_case(extension(plain_file_name), kind.extension)) continue;
    const std::string_view looked_at = kind.look == Look::bytes   ? head
                                       : kind.look == Look::words ? text
                                                                  : first_data_line(text);
    if (shows_in(looked_at, kind)) return kind.format;
  }
  return std::nullopt;
}

void refuse_foreign(const CompressedInput& input, ForeignKinds kinds) {
  const auto foreign = foreign_format(input.head(), plain_file_name(input.path()), kinds);
  if (!foreign) return;
  std::string remedy(foreign->remedy);
  if (kinds == ForeignKinds::all) remedy += "; option 'format' insists on a format";
  throw InputError({input.display_name()}, fmt::format("is {}, which lode does not read", foreign->title),
                   remedy);
}

}  // namespace lode::detail
