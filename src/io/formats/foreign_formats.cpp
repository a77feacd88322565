#include "io/formats/foreign_formats.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "io/formats/formats.hpp"
#include "io/text/fields.hpp"

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

struct Magic {
  std::string_view bytes;
  ForeignFormat format;
  std::size_t place = 0;
};

constexpr std::array<Magic, 28> magics = {{
    {"\xff\xfe\0\0"sv, {"text in UTF-32"sv, utf32_remedy}},
    {"\0\0\xfe\xff"sv, {"text in UTF-32"sv, utf32_remedy}},
    {"\xff\xfe"sv, {"text in UTF-16"sv, utf_remedy}},
    {"\xfe\xff"sv, {"text in UTF-16"sv, utf_remedy}},
    {"PAR1"sv, {"a Parquet file"sv, table_remedy}},
    {"FEA1"sv, {"a Feather file"sv, table_remedy}},
    {"ARROW1"sv, {"an Arrow or Feather file"sv, table_remedy}},
    {"Obj\1"sv, {"an Avro file"sv, table_remedy}},
    {"ORC"sv, {"an ORC file"sv, table_remedy}},
    {"\x93NUMPY"sv, {"a NumPy array (.npy)"sv, array_remedy}},
    {"\x89HDF\r\n\x1a\n"sv, {"an HDF5 file"sv, array_remedy}},
    {"CDF\1"sv, {"a NetCDF file"sv, array_remedy}},
    {"CDF\2"sv, {"a NetCDF file"sv, array_remedy}},
    {"MATLAB 5.0 MAT-file"sv, {"a MATLAB file"sv, array_remedy}},
    {"SQLite format 3\0"sv,
     {"an SQLite data base"sv, "write the table of edges as CSV: sqlite3 -csv FILE 'select ...'"sv}},
    {"RDX2\n"sv, {"an R data file"sv, "write the edges with write.csv"sv}},
    {"RDX3\n"sv, {"an R data file"sv, "write the edges with write.csv"sv}},
    {"X\n\0\0\0"sv, {"an R data file"sv, "write the edges with write.csv"sv}},
    {"ustar"sv, {"a tar archive"sv, "unpack it, and name a file in it"sv}, 257},
    {"PK\3\4"sv, {"a zip archive (.npz and .xlsx are, too)"sv, unpack_remedy}},
    {"\x1f\x8b"sv, {"compressed with gzip twice"sv, "unpack it once"sv}},
    {"\x28\xb5\x2f\xfd"sv, {"compressed twice"sv, "unpack it once"sv}},
    {"\xfd\x37zXZ\0"sv, {"compressed with xz"sv, unpack_remedy}},
    {"\x04\x22\x4d\x18"sv, {"compressed with lz4"sv, unpack_remedy}},
    {"%PDF-"sv, {"a PDF document"sv, edges_remedy}},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, {"an Excel or other Office file"sv, table_remedy}},
    {"\x7f\x45LF"sv, {"a program (ELF)"sv, "check that this is the right file"sv}},
    {"\x89PNG"sv, {"a picture"sv, "check that this is the right file"sv}},
}};

/// Words that begin texts of other formats, in small letters.
constexpr std::array<Magic, 15> words = {{
    {"*vertices"sv, {"a Pajek network"sv, network_remedy}},
    {"*network"sv, {"a Pajek network"sv, network_remedy}},
    {"*arcs"sv, {"a Pajek network"sv, network_remedy}},
    {"*edges"sv, {"a Pajek network"sv, network_remedy}},
    {"leda.graph"sv, {"a LEDA graph"sv, network_remedy}},
    {"nodedef>"sv, {"a GDF graph"sv, network_remedy}},
    {">>graph6<<"sv, {"a list of graphs in graph6"sv, network_remedy}},
    {">>sparse6<<"sv, {"a list of graphs in sparse6"sv, network_remedy}},
    {"<"sv,
     {"an XML or HTML document"sv, "check that this is the right file; of a web page, download the data"sv}},
    {"insert into "sv, {"SQL"sv, table_remedy}},
    {"create table "sv, {"SQL"sv, table_remedy}},
    {"drop table "sv, {"SQL"sv, table_remedy}},
    {"begin transaction"sv, {"SQL"sv, table_remedy}},
    {"-- mysql dump"sv, {"SQL"sv, table_remedy}},
    {"version https://git-lfs"sv,
     {"a Git LFS pointer, not the data"sv, "fetch the data with: git lfs pull"sv}},
}};

std::string_view without_leading_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

bool starts_with_word(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && equal_ignoring_case(text.substr(0, word.size()), word);
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
  if (!starts_with_word(text, "dl")) return false;
  std::string_view rest = text.substr(2);
  if (rest.empty() || !(is_blank(rest.front()) || rest.front() == '\n' || rest.front() == '\r')) return false;
  rest = without_leading_blanks(rest);
  return starts_with_word(rest, "n=") || starts_with_word(rest, "n =") || starts_with_word(rest, "format");
}

/// Lines "ID LABEL", a line "#", lines "ID ID LABEL".
bool is_trivial_graph(std::string_view head, std::string_view extension) {
  if (!equal_ignoring_case(extension, ".tgf")) return false;
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

/// What the first line of data alone shows.
std::optional<ForeignFormat> line_format(std::string_view line) {
  if (is_tuple(line)) return ForeignFormat{"a list of tuples in parentheses"sv, edges_remedy};
  if (is_yaml(line)) return ForeignFormat{"YAML"sv, edges_remedy};
  if (is_arrow_line(line)) return ForeignFormat{"a list of arrows ('1 -> 2')"sv, edges_remedy};
  return std::nullopt;
}

std::optional<ForeignFormat> binary_format(std::string_view head) {
  for (const Magic& magic : magics) {
    if (head.size() > magic.place && head.substr(magic.place).starts_with(magic.bytes)) return magic.format;
  }
  if (is_pickle(head)) return ForeignFormat{"a Python pickle"sv, network_remedy};
  if (is_wide_text(head)) return ForeignFormat{"text in UTF-16"sv, utf_remedy};
  return std::nullopt;
}

}  // namespace

std::optional<ForeignFormat> foreign_format(std::string_view head, std::string_view plain_file_name,
                                            ForeignKinds kinds) {
  if (const auto format = binary_format(head)) return format;
  if (kinds == ForeignKinds::binary) return std::nullopt;
  std::string_view text = head;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  text = without_leading_blanks(text);
  for (const Magic& word : words) {
    if (starts_with_word(text, word.bytes)) return word.format;
  }
  if (is_json(text)) {
    return ForeignFormat{"JSON"sv,
                         "write an edge list or GML: networkx reads node-link JSON with json_graph"sv};
  }
  if (is_ucinet(text)) return ForeignFormat{"a UCINET network"sv, network_remedy};
  if (is_trivial_graph(text, extension(plain_file_name))) {
    return ForeignFormat{"a graph in the Trivial Graph Format"sv, network_remedy};
  }
  return line_format(first_data_line(text));
}

}  // namespace lode::detail
