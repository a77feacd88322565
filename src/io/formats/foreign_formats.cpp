#include "io/formats/foreign_formats.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/networks/pajek_reader.hpp"
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
constexpr auto network_remedy =
    "write an edge list or GML, as with networkx (write_edgelist, write_gml) or igraph (write_graph)"sv;

std::string_view without_leading_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
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

bool is_tar(std::string_view head) { return head.size() > 257 && head.substr(257).starts_with("ustar"); }

/// The first word of a line, up to what separates the fields of edge lists, and behind that the rest.
struct FirstWord {
  std::string_view word, rest;
};
FirstWord first_word(std::string_view line) {
  const std::size_t end = line.find_first_of(" \t,;|");
  if (end == std::string_view::npos) return {line, {}};
  std::string_view rest = line.substr(end + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return {line.substr(0, end), rest};
}

/// A list of lists, objects, strings or numbers, or an object with a key.
bool is_json(std::string_view text) {
  if (text.empty() || (text.front() != '[' && text.front() != '{')) return false;
  const auto [word, rest] = first_word(text.substr(0, text.find_first_of("\r\n")));
  const bool closed = word.size() > 1 && word.back() == (text.front() == '[' ? ']' : '}');
  if (closed && !rest.empty()) return false;  // the first word of a line of words
  const bool object = text.front() == '{';
  text = without_leading_blanks(text.substr(1));
  if (text.empty()) return false;
  const char c = text.front();
  return object ? c == '"' || c == '}' : c == '[' || c == '{' || c == '"' || c == '-' || is_digit(c);
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

/// The end of the first field of a line, which may stand in quotes; npos if the line is this field alone and
/// has no quotes.
std::size_t end_of_first_field(std::string_view line) {
  if (!line.starts_with('"')) return line.find_first_of(" \t,;|");
  std::size_t at = 1;
  while (at < line.size() && (line[at] != '"' || line.substr(at).starts_with("\"\""))) {
    at += line[at] == '"' ? 2 : 1;
  }
  return std::min(at + 1, line.size());
}

/// "1 -> 2", "1->2" or "\"a\" -> \"b\"": an arrow behind the first field.
bool is_arrow_line(std::string_view line) {
  const std::size_t field_end = end_of_first_field(line);
  for (const std::string_view arrow : {"<->"sv, "->"sv, "--"sv}) {
    if (field_end != std::string_view::npos) {
      const std::string_view rest = without_leading_blanks(line.substr(field_end));
      if (rest.size() > arrow.size() && rest.starts_with(arrow) && is_blank(rest[arrow.size()])) return true;
    } else {
      const std::size_t at = line.find(arrow);
      if (at != std::string_view::npos && at > 0 && at + arrow.size() < line.size()) return true;
    }
  }
  return false;
}

/// A document in a markup language: it begins with a declaration or a tag. A list of words whose first one is
/// "<unk>", and has another word behind it, does not.
bool is_markup(std::string_view text) {
  if (!text.starts_with('<')) return false;
  if (starts_ignoring_case(text, "<?") || starts_ignoring_case(text, "<!") ||
      starts_ignoring_case(text, "<html"))
    return true;
  const auto [word, rest] = first_word(first_data_line(text));
  return !word.ends_with('>') || word.find('>') + 1 < word.size() || rest.empty();
}

/// "<http://a> <http://b> <http://c> ." or with a literal for the third part.
bool is_triple(std::string_view line) {
  if (!line.starts_with('<') || !line.ends_with('.')) return false;
  const std::string_view subject = take_word(line);
  const std::string_view predicate = take_word(line);
  const auto is_address = [](std::string_view word) {
    return word.starts_with('<') && word.ends_with('>') && word.find(':') != std::string_view::npos;
  };
  return is_address(subject) && is_address(predicate) &&
         (line.starts_with('<') || line.starts_with('"') || line.starts_with('_'));
}

/// "p max 6 8" behind lines "c ...": the DIMACS form of a problem that is no graph lode reads.
bool is_other_dimacs(std::string_view text) {
  std::string_view line = dimacs_problem_line(text);
  const std::string_view kind = take_word(line);
  const std::string_view n = take_word(line);
  const std::string_view m = take_word(line);
  return !kind.empty() && !is_digit(kind.front()) && is_digits(n) && (m.empty() || is_digits(m));
}

/// Where a kind of file shows itself.
enum class Look {
  bytes,  ///< in the first bytes
  words,  ///< in the first words of a text, in either case
  line,   ///< in its first line of data
};

/// One way in which a kind of file shows itself.
struct ForeignSign {
  Look look = Look::bytes;
  std::string_view sign;  ///< what stands there; empty: `shows` tells
  ForeignFormat format;
  bool (*shows)(std::string_view looked_at) = nullptr;
  std::string_view extension = {};  ///< only in files of this extension; empty: in all
};

constexpr ForeignFormat utf16 = {"text in UTF-16", "convert it, as with: iconv -f UTF-16 -t UTF-8"};
constexpr ForeignFormat pickle = {"a Python pickle",
                                  "write an edge list, as with: python3 -c \"import pickle, networkx; "
                                  "networkx.write_edgelist(pickle.load(open('FILE', 'rb')), 'FILE.txt', "
                                  "data=False)\"; a pickle can run any "
                                  "program, so do this with files you trust alone"};
constexpr ForeignFormat feather = {
    "a Feather or Arrow file",
    "write the table as CSV: python3 -c \"import pandas; pandas.read_feather('FILE').to_csv('FILE.csv', "
    "index=False)\""};
constexpr ForeignFormat packed_twice = {"compressed twice", "unpack it once"};
constexpr ForeignFormat sql = {"SQL", table_remedy};

/// The kinds that are met with, and those whose lines would pass for edges of words, in the order in which
/// they are tried. Other binary files are refused for their first byte that is no text.
constexpr ForeignSign foreign_signs[] = {
    {Look::bytes, "\xff\xfe", utf16},
    {Look::bytes, "\xfe\xff", utf16},
    {Look::bytes, {}, utf16, is_wide_text},
    {Look::bytes,
     "PAR1",
     {"a Parquet file",
      "write the table as CSV: python3 -c \"import pandas; pandas.read_parquet('FILE').to_csv('FILE.csv', "
      "index=False)\""}},
    {Look::bytes, "ARROW1\0"sv, feather},
    {Look::bytes, "FEA1\0"sv, feather},
    {Look::bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", {"an Excel workbook (.xls)", spreadsheet_remedy}},
    {Look::bytes, "\x93NUMPY", {"a NumPy array (.npy)", array_remedy}},
    {Look::bytes,
     "\x89HDF\r\n\x1a\n",
     {"an HDF5 file",
      "write the table as CSV: python3 -c \"import pandas; pandas.read_hdf('FILE').to_csv('FILE.csv', "
      "index=False)\"; of a matrix, its entries, one 'row column value' per line"}},
    {Look::bytes, "\x80\2}", pickle},
    {Look::bytes, "\x80\2c", pickle},
    {Look::bytes, "\x80\3c", pickle},
    {Look::bytes, "\x80\3}", pickle},
    {Look::bytes, "\x80\4\x95", pickle},
    {Look::bytes, "\x80\5\x95", pickle},
    {Look::bytes, "SQLite format 3", {"an SQLite data base", "write CSV: sqlite3 -csv FILE 'select ...'"}},
    {Look::bytes, {}, {"a tar archive", "unpack it, and name a file in it"}, is_tar},
    {Look::bytes, "\x1f\x8b", packed_twice},
    {Look::bytes, "\x28\xb5\x2f\xfd", packed_twice},
    {Look::bytes, "\xfd\x37zXZ", packed_twice},
    {Look::bytes, "%PDF-", {"a PDF document", edges_remedy}},
    {Look::words, {}, {"a Pajek network", network_remedy}, is_pajek},
    {Look::words, "nodedef>", {"a GDF graph", network_remedy}},
    {Look::words, {}, {"a graph in the Trivial Graph Format", network_remedy}, is_trivial_graph, ".tgf"},
    {Look::line,
     {},
     {"a list of RDF triples (N-Triples)",
      "write the subjects and objects of one predicate, one pair per line"},
     is_triple},
    {Look::words,
     {},
     {"an XML or HTML document", "check that this is the right file; of a web page, download the data"},
     is_markup},
    {Look::words,
     {},
     {"a DIMACS file of another problem",
      "write one edge per line, or lines 'p edge VERTICES EDGES' and 'e U V'"},
     is_other_dimacs},
    {Look::words, "insert into ", sql},
    {Look::words, "create table ", sql},
    {Look::words,
     "version https://git-lfs",
     {"a Git LFS pointer, not the data", "fetch the data with: git lfs pull"}},
    {Look::words,
     {},
     {"JSON",
      "lode reads objects with lists 'nodes' and 'links' (networkx: node_link_data); or write an edge list"},
     is_json},
    {Look::line, {}, {"a list of tuples in parentheses", edges_remedy}, is_tuple},
    {Look::line, {}, {"YAML", edges_remedy}, is_yaml},
    {Look::line, {}, {"a list of arrows ('1 -> 2')", edges_remedy}, is_arrow_line},
};

}  // namespace

bool is_taken_for_foreign(std::string_view head) {
  return foreign_format(head, "", ForeignKinds::all).has_value();
}

std::optional<ForeignFormat> foreign_format(std::string_view head, std::string_view plain_file_name,
                                            ForeignKinds kinds) {
  const std::string_view text = without_leading_blanks(without_byte_order_mark(head));
  for (const ForeignSign& each : foreign_signs) {
    if (kinds == ForeignKinds::binary && each.look != Look::bytes) continue;
    if (!each.extension.empty() && !equal_ignoring_case(extension(plain_file_name), each.extension)) continue;
    const std::string_view looked_at = each.look == Look::bytes   ? head
                                       : each.look == Look::words ? text
                                                                  : first_data_line(text);
    const bool found = each.shows                 ? each.shows(looked_at)
                       : each.look == Look::bytes ? looked_at.starts_with(each.sign)
                                                  : starts_ignoring_case(looked_at, each.sign);
    if (found) return each.format;
  }
  return std::nullopt;
}

void refuse_foreign(const CompressedInput& input, ForeignKinds kinds) {
  const auto foreign = foreign_format(input.head(), plain_file_name(input.path()), kinds);
  if (!foreign) return;
  std::string remedy = naming_file(foreign->remedy, input.display_name());
  if (kinds == ForeignKinds::all) remedy += "; option 'format' insists on a format";
  throw InputError({input.display_name()}, fmt::format("is {}, which lode does not read", foreign->title),
                   remedy);
}

}  // namespace lode::detail
