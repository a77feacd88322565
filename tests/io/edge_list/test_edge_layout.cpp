#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

const ReadOptions plain = {};

ReadOptions with_labels() {
  ReadOptions options;
  options.labels = true;
  return options;
}

ReadOptions with_weights(bool labels = false) {
  ReadOptions options;
  options.labels = labels;
  options.weighted = true;
  return options;
}

LoadedGraph read_list(std::string_view text, const ReadOptions& options = plain,
                      const std::string& name = "g.txt") {
  const test::TemporaryFolder folder;
  return read_graph(folder.write(name, text), options, RunContext({.threads = 2}));
}

/// "alice-bob carol-dan": the edges by names, in the order of the rows.
std::string edges_of(const LoadedGraph& loaded) {
  std::string text;
  for (Vertex v = 0; v < loaded.graph.num_vertices(); ++v) {
    loaded.graph.for_each_neighbor(v, [&](Vertex u, Weight weight) {
      if (u < v) return;
      text += fmt::format("{}{}-{}", text.empty() ? "" : " ", loaded.graph.name(v), loaded.graph.name(u));
      if (loaded.graph.weighted()) text += fmt::format(":{}", weight);
    });
  }
  return text;
}

std::string edges(std::string_view text, const ReadOptions& options = plain) {
  return edges_of(read_list(text, options));
}

/// What follows the path in the error.
std::string refusal(std::string_view text, const ReadOptions& options = plain,
                    const std::string& name = "g.txt") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(name, text);
  try {
    read_graph(path, options, RunContext({.threads = 1}));
  } catch (const InputError& error) {
    return std::string(error.what()).substr(path.size());
  }
  return "no error";
}

bool begins(const std::string& text, std::string_view begin) { return text.substr(0, begin.size()) == begin; }

/// Whether the report of the input says so.
bool notes(const LoadedGraph& loaded, std::string_view words) {
  return loaded.report.summary().find(words) != std::string::npos;
}

constexpr auto made_an_edge = "is read as names of columns, option 'header=absent' makes it an edge";

}  // namespace

// --- comments ---------------------------------------------------------------------------------------------

TEST_CASE("lines that begin with # or % are comments, or with the characters of the option") {
  CHECK(edges("# c\n 1 2\n  %x\n2 3\n") == "1-2 2-3");
  CHECK(edges("#a b\nann bob\n%b c\nbob cy\n") == "ann-bob bob-cy");
  CHECK(edges("\"#a\" b\nb c\n") == "#a-b b-c");
  CHECK(begins(refusal("#a,#b\nnews,#a\n"), ":2:6: '#a' begins like a comment; option 'comment' names"));
  CHECK(begins(refusal("#a,#b\n#b,#c\n"), ": holds no edges, only comments and blank lines"));
  ReadOptions options;
  options.comment = "";
  CHECK(edges("#a,%b\n%c,#a\n", options) == "#a-%b #a-%c");
  options.comment = "/;c";
  CHECK(edges("// x\n;y\ncol,z\n#a,%b\n#a,d\n", options) == "#a-%b #a-d");
  CHECK(edges("c 1 2\n/ 4\n1 2\n2 3\n", options) == "1-2 2-3");
  CHECK(begins(refusal("1 2\n# 3\n2 3\n", options), ":2:1: '#' is not a number"));
  for (const char* wrong : {"1", "\"", "# ", "\t", "\xc3\xa4", "#\n"}) {
    options.comment = wrong;
    CHECK_THROWS_AS(read_list("1 2\n", options), InvalidArgument);
  }
  options.comment = "#";
  CHECK_THROWS_AS(
      read_list("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", options, "a.mtx"),
      InvalidArgument);
}

TEST_CASE("a KONECT file of two sides says that they share their ids") {
  constexpr auto words = "'% bip' says two kinds of vertices: equal names of both kinds are one vertex";
  CHECK(notes(read_list("% bip unweighted\n% 4 2 5\n1 1\n1 2\n2 1\n"), words));
  CHECK(notes(read_list("% bip weighted\n1 1 3\n1 2 3\n", with_weights()), words));
  CHECK_FALSE(notes(read_list("% asym unweighted\n1 2\n1 3\n"), "two kinds"));
  CHECK_FALSE(notes(read_list("% bipolar\n1 2\n1 3\n"), "two kinds"));
}

TEST_CASE("the first lines of data may come after many comments") {
  std::string text;
  while (text.size() < (1u << 17)) text += "# a comment, with commas, and words\n";
  CHECK(edges(text + "src;dst\n1;2\n2;3\n") == "1-2 2-3");
  CHECK(edges(text + "src;dst\nann;bob lee\n") == "ann-bob lee");
}

// --- separators -------------------------------------------------------------------------------------------

TEST_CASE("the first line tells the separator, and a line with another one is refused") {
  const struct {
    std::string_view text;
    FieldSeparator separator;
  } rows[] = {{"1 2\n", FieldSeparator::blanks},
              {"1\t2\n", FieldSeparator::tab},
              {"1,2\n", FieldSeparator::comma},
              {"1;2\n", FieldSeparator::semicolon},
              {"1|2\n", FieldSeparator::bar}};
  for (const auto& row : rows) {
    CHECK(read_list(row.text).report.separator == row.separator);
    for (const auto& other : rows) {
      const bool same = row.separator == other.separator ||
                        (row.separator == FieldSeparator::blanks && other.separator == FieldSeparator::tab);
      const std::string text = fmt::format("{}{}", row.text, other.text);
      INFO(text);
      CHECK((refusal(text) == "no error") == same);
      if (!same) CHECK(begins(refusal(text), ":2:"));
      ReadOptions options;
      options.separator = other.separator;
      const bool fits = row.separator == other.separator ||
                        (row.separator == FieldSeparator::tab && other.separator == FieldSeparator::blanks);
      CHECK((refusal(row.text, options) == "no error") == fits);
    }
  }
  CHECK(begins(
      refusal("1 2\t0.5\n2 3\t0.25\n"),
      ":1:2: '1 2' is not an integer id; fields of this file are separated by tabs; option 'separator'"));
  CHECK(begins(refusal("9 3\n3,4\n4,5\n"), ":2:2: '3,4' is not an integer id"));
}

TEST_CASE("blanks beside a mark and inside fields belong to no separator") {
  CHECK(edges("1, 2\n2 , 3\n3,4\n") == "1-2 2-3 3-4");
  for (const char mark : {'\t', ';', '|', ','}) {
    const LoadedGraph loaded = read_list(fmt::format("ann lee{0}bob\n bob {0} cy kay \n", mark));
    CHECK(edges_of(loaded) == "ann lee-bob bob-cy kay");
    CHECK(begins(refusal(fmt::format("12 345{0}67 890\n1 234 567{0}8\n", mark)),
                 ":1:3: '12 345' is not an integer id; fields of this file are separated by "));
  }
  CHECK(edges("Smith, J\tJones, B\nJones, B\tDoe, C\n") == "Doe, C-Jones, B Jones, B-Smith, J");
  CHECK(begins(refusal("ann;bob;0,5\n", with_weights()), ":1:9: weight '0,5' is not a number"));
}

TEST_CASE("lines of words that commas and blanks may both split are refused") {
  ReadOptions options;
  options.separator = FieldSeparator::blanks;
  for (const std::string_view text :
       {"ana ben 0,5\nben cem 1,5\n", "Smith,J Doe,A\nDoe,A Roe,B\n", "x;1 y;2\ny;2 z;3\n"}) {
    INFO(text);
    CHECK(refusal(text).find(" and blanks may both separate the fields; name the separator") !=
          std::string::npos);
    CHECK(read_list(text, options).report.separator == FieldSeparator::blanks);
  }
  CHECK(edges("Rome,New York,3\nOslo,Rome,7\n") == "New York-Rome Oslo-Rome");
  options.separator = FieldSeparator::comma;
  CHECK(edges("a b x, y\nc d x, z\nz, y\n", options) == "a b x-y c d x-z y-z");
}

TEST_CASE("quoted fields hold separators and quotes whatever separates") {
  constexpr std::string_view marks = "\t;|, ";
  for (const char mark : marks) {
    for (const char inside : marks) {
      const std::string text =
          fmt::format("\"a{1}b\"{0}\"say \"\"hi\"\"\"\nplain{0}\"a{1}b\"\nplain{0}\"c\"\n", mark, inside);
      INFO(text);
      CHECK(edges(text) == fmt::format("a{0}b-plain a{0}b-say \"hi\" c-plain", inside));
    }
  }
  CHECK(edges("\"say \"\"a, b\"\"; c\" d\nd e\n") == "d-e d-say \"a, b\"; c");
  // Marks of inches are no quotes.
  CHECK(edges("nail 5\",plank\nscrew,plank\nnail 5\",board 7\"\n") ==
        "board 7\"-nail 5\" nail 5\"-plank plank-screw");
  CHECK(edges("\"1\",\"2\"\n\"2\",\"10\"\n3,\"1\"\n") == "1-2 1-3 2-10");
  CHECK(begins(refusal("1,2\n\"1,2\",3\n"), ":2:3: '1,2' is not an integer id"));
  const std::string_view table = "\"src\",\"dst\",\"weight\"\n\"1\",\"2\",\"0.5\"\n\"2\",\"3\",\"1.5\"\n";
  CHECK(edges(table, with_weights()) == "1-2:0.5 2-3:1.5");
  CHECK(begins(refusal("1,2,\"\"\n", with_weights()), ":1:5: a field is empty where a weight belongs"));
}

TEST_CASE("data in braces behind an edge is one field") {
  CHECK(edges("1 2 {'weight': 3}\n2 3 {}\n1 3 {'a': 1, 'b': \"x y\"}\n") == "1-2 1-3 2-3");
  CHECK(edges("1 2 {'a': 1, 'b': 2}\n2 3 {}\n") == "1-2 2-3");
  CHECK(edges("1,2,{'a': 1, 'b': 2}\n2,3,{}\n") == "1-2 2-3");
  CHECK(edges("a b {'weight': 3, 'x': 4}\nb c {}\n") == "a-b b-c");
  CHECK(edges("{} x\nx y\n") == "x-y x-{}");
}

TEST_CASE("any run of carriage returns ends a line before its line feed") {
  CHECK(edges("0 1\r\r\n1 2\r\n2 3\r\r\r\n# c\r\r\n3 4") == "0-1 1-2 2-3 3-4");
  CHECK(edges("a b\r\r\nb c\r\r\n") == "a-b b-c");
  CHECK(edges("0 1 2\r\r\n1 2 3\r\r\n", with_weights()) == "0-1:2 1-2:3");
  CHECK(begins(refusal("0 1\n1 2\r3 4\r\n"), ":2:4: a carriage return stands inside a line"));
}

// --- ids and words ----------------------------------------------------------------------------------------

TEST_CASE("a file whose first line of data has a word is a list of words") {
  for (const std::string_view text : {"ann bob\nbob cy\n", "src dst\nann bob\nbob cy\n", "9a 1\n1 2\n",
                                      "<unk> the\nthe a\n", "*arcs x\nx y\n", "\xc3\xa4 1\n1 2\n"}) {
    INFO(text);
    CHECK(read_list(text).report.labels);
  }
  CHECK(edges("[1],x\nx,[2]\n") == "[1]-x [2]-x");
  for (const std::string_view text :
       {"1 2\nann 3\n", "-1 2\n", "1.5 2\n", "1e3 2\n", "nan 2\n", "10.0.0.1 2\n"}) {
    INFO(text);
    CHECK(refusal(text).find("; ") != std::string::npos);
  }
  CHECK(begins(refusal("src dst\n1 2\nann bob\n"), ":3:1: 'ann' is not a number; use option 'labels'"));
  CHECK_FALSE(read_list("1 2\n").report.labels);
  const LoadedGraph words = read_list("007 7\n7 8\n", with_labels());
  CHECK(words.report.labels);
  CHECK(edges_of(words) == "007-7 7-8");
  CHECK(begins(refusal("*Vertices 3\n"), ": is a Pajek network"));
}

TEST_CASE("leading zeros of ids are reported") {
  constexpr auto words = "leading zeros of ids left out";
  for (const char* text : {"007 7\n7 8\n8 9\n", "1 2\n2 03\n3 4\n", "1 2\n2 3\n3 04\n"}) {
    CHECK(notes(read_list(text), words));
    CHECK_FALSE(notes(read_list(text, with_labels()), words));
  }
  CHECK(notes(read_list("1 2 1\n02 3 1\n", with_weights()), words));
  CHECK_FALSE(notes(read_list("0 1\n1 0\n10 20\n0 100\n"), words));
}

// --- header row -------------------------------------------------------------------------------------------

TEST_CASE("a first line of words above numbers is a header row") {
  for (const std::string_view header :
       {"source,target", "u,v", "node1,node2", "ORIGIN,DEST", "\"src\",\"dst\"", "Person,Knows", "a,b"}) {
    INFO(header);
    const LoadedGraph ids = read_list(std::string(header) + "\n1,2\n2,3\n");
    CHECK(ids.report.header_row);
    CHECK(edges_of(ids) == "1-2 2-3");
    const LoadedGraph scored = read_list(std::string(header) + ",score\nqq,ww,490\nww,ee,1.5\n");
    CHECK(scored.report.header_row);
    CHECK(edges_of(scored) == "ee-ww qq-ww");
    CHECK_FALSE(notes(scored, made_an_edge));
  }
  CHECK(edges("protein1 protein2 combined_score\n9606.A 9606.B 490\n9606.B 9606.C 198\n") ==
        "9606.A-9606.B 9606.B-9606.C");
  CHECK(edges("source,target,weight\nann,bob,1\nsource,bob,2\n", with_weights()) == "ann-bob:1 bob-source:2");
  for (const char* missing : {"NA", "n/a", "null", "NaN", "None"}) {
    CHECK(edges(std::string("a,b,") + missing + "\nb,c,1.5\nc,d,2\n") == "a-b b-c c-d");
  }
}

TEST_CASE("among words, a first line whose names come nowhere below is a header row, and a note says so") {
  for (const std::string_view header : {"person,friend", "caller,callee", "user_id,friend_id"}) {
    const LoadedGraph loaded = read_list("# c\n" + std::string(header) + "\na,b\nb,c\n");
    CHECK(loaded.report.header_row);
    CHECK(edges_of(loaded) == "a-b b-c");
    CHECK(notes(loaded, fmt::format("line 2 '{}' {}", header, made_an_edge)));
  }
  for (const std::string_view header :
       {"source,target", "SRC,DST", "from,to", "u,v", "node1,node2", "Node_A,Node_B", "FromNodeId,ToNodeId",
        "source_id,target_id", "\"node 1\",\"node 2\"", "id.1,id.2", "followee,follower"}) {
    INFO(header);
    const LoadedGraph loaded = read_list(std::string(header) + "\na,b\nb,c\n");
    CHECK(loaded.report.header_row);
    CHECK_FALSE(notes(loaded, made_an_edge));
  }
  for (const std::string_view text : {"u v\nv w\nw u\n", "source,target\nann,bob\nsource,bob\n",
                                      "node1 node2\nnode2 node3\n", "ann,ann\nbob,cy\n", "ann,bob\ncy,ann\n",
                                      "ann,bob\n", "ann,bob,7\ncy,dan,8\nann,cy,9\n", "1,x\n2,y\n"}) {
    INFO(text);
    CHECK_FALSE(read_list(text).report.header_row);
  }
  CHECK(notes(read_list("u v\nv w\nw u\n"),
              "line 1 'u v' is read as an edge, option 'header=present' if it names the columns"));
  CHECK_FALSE(notes(read_list("ann,bob\ncy,ann\n"), "is read as an edge"));
  CHECK(begins(refusal("src,dst\n"), ":1: the graph has no edges: the only line is a header"));
}

TEST_CASE("the header options insist") {
  ReadOptions options;
  options.header = HeaderRow::present;
  CHECK(edges("a,b\na,c\nb,c\n", options) == "a-c b-c");
  CHECK_FALSE(notes(read_list("src,dst\nann,bob\n", options), made_an_edge));
  const LoadedGraph counted = read_list("9 2\n3 4\n4 5\n", options);
  CHECK(counted.report.header_row);
  CHECK(edges_of(counted) == "3-4 4-5");
  CHECK(begins(refusal("1 2\n", options), ":1: the graph has no edges: the only line is a header"));
  CHECK(edges("\"a b\n1 2\n", options) == "1-2");
  options.header = HeaderRow::absent;
  CHECK(edges("src,dst\na,b\n", options) == "a-b dst-src");
  CHECK(edges("9 2\n3 4\n4 5\n", options) == "2-9 3-4 4-5");
  CHECK(read_list("0 0\n", options).graph.num_vertices() == 1);
  CHECK(
      begins(refusal("0 0\n"), ":1: the graph has no edges: the only line is a header; if this is an edge"));
}

// --- columns ----------------------------------------------------------------------------------------------

TEST_CASE("columns are found by their names") {
  CHECK(edges("time,src,dst,weight\n5,1,2,0.5\n6,2,3,1\n") == "1-2 2-3");
  CHECK(edges("time,src,dst,weight\n5,1,2,0.5\n6,2,3,1\n", with_weights()) == "1-2:0.5 2-3:1");
  CHECK(edges("id,source,target\n0,ann,bob\n1,source,bob\n") == "ann-bob bob-source");
  CHECK(edges("node1,to,from\n0,a,b\n") == "a-b");
  CHECK(edges(",src,dst\n0,7,8\n1,8,9\n") == "7-8 8-9");
  CHECK(edges("\"\",person,friend\n0,ann,bob\n1,bob,cy\n") == "ann-bob bob-cy");
  CHECK(edges("value,to,from\n3,1,2\n", with_weights()) == "1-2:3");
  CHECK(edges("Source\tTarget\tType\tWeight\na\tb\tUndirected\t2\n", with_weights()) == "a-b:2");
  CHECK(begins(refusal("time,a1,b1\n5,1,2\n"),
               ":1: column 1 is called 'time', and no columns are called source and target"));
  CHECK(begins(refusal("id,user,group\n5,1,2\n"), ":1: column 1 is called 'id'"));
  CHECK(begins(refusal("src,dst,time\n1,2,3\n", with_weights()),
               ":1: which column holds the weight is not known"));
}

TEST_CASE("columns that are not called like ends are named, and share their names") {
  CHECK(notes(read_list("user_id,item_id,rating\n1,1,5\n1,2,4\n"),
              "edges from column 'user_id' to column 'item_id'; equal names in both are one vertex"));
  CHECK_FALSE(notes(read_list("time,src,dst\n5,1,2\n"), "edges from"));
}

TEST_CASE("a column of weights that is not read is named") {
  constexpr auto words = "column 'Weight' ignored, option 'weighted' reads it";
  CHECK(notes(read_list("src,dst,Weight\n1,2,3\n"), words));
  CHECK(notes(read_list("src,dst,Weight\na,b,3\n"), words));
  CHECK_FALSE(notes(read_list("src,dst,Weight\n1,2,3\n", with_weights()), "ignored"));
  CHECK_FALSE(notes(read_list("src,dst,time\n1,2,3\n"), "column 'time'"));
}

TEST_CASE("columns are chosen by number and by name") {
  ReadOptions options;
  options.source = 2;
  options.target = 3;
  CHECK(edges("5 1 2\n6 2 3\n", options) == "1-2 2-3");
  CHECK(edges("5;1;2;x\n6;2;3;y\n", options) == "1-2 2-3");
  CHECK(begins(refusal("5 1 2\n6 2\n", options), ":2:4: the line ends before column 3"));
  CHECK(begins(refusal("5 1 2\n6 2 x\n", options), ":2:5: 'x' is not a number"));
  options.weight_column = 1;
  options.weighted = true;
  CHECK(edges("5 1 2\n6 2 3\n", options) == "1-2:5 2-3:6");
  options.weight_column = 2;
  CHECK_THROWS_AS(read_list("5 1 2\n", options), InvalidArgument);
  options = {};
  options.source = std::string("friend");
  options.target = std::string("person");
  CHECK(edges("person,x,friend\n1,7,2\n", options) == "1-2");
  options.target = std::string("nobody");
  CHECK(begins(refusal("person,x,friend\n1,7,2\n", options), ":1: no column is called 'nobody'"));
  options.header = HeaderRow::absent;
  CHECK_THROWS_AS(read_list("person,x,friend\n1,7,2\n", options), InvalidArgument);
  options = {};
  options.source = 3;
  CHECK(edges("1 2 3\n1 2 4\n", options) == "2-3 2-4");
  for (const int wrong : {2, -1}) {
    options.source = wrong;
    CHECK_THROWS_AS(read_list("1 2 3\n", options), InvalidArgument);
  }
  options.source = 1;
  CHECK_THROWS_AS(
      read_list("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", options, "a.mtx"),
      InvalidArgument);
  options = {};
  options.separator = FieldSeparator::tab;
  CHECK_THROWS_AS(read_list("2 1\n2\n1\n", options, "a.graph"), InvalidArgument);
}

// --- other shapes -----------------------------------------------------------------------------------------

TEST_CASE("adjacency lists and matrices are refused") {
  CHECK(begins(refusal("1 2 3 4 5\n2 3 4 5\n3 4\n4 5\n"),
               ":2: looks like an adjacency list: 4 fields here, 5 on line 1; write one edge per line"));
  for (const std::string_view text : {"1 2 3\n2 3\n", "ann bob cy\nbob cy\n", "ann,bob,cy\nbob,cy\n"}) {
    INFO(text);
    CHECK(begins(refusal(text), ":2: looks like an adjacency list"));
  }
  CHECK(begins(refusal("1 2\n2 3 4\n3 4 5 6\n"), ":3: looks like an adjacency list"));
  CHECK(begins(refusal("0.0e+00 1.0e+00\n1.0e+00 0.0e+00\n"), ":1:2: '0.0e+00' is not an integer id"));
  CHECK(begins(refusal(",a,b,c\na,0,1,1\nb,1,0,0\nc,1,0,0\n"), ":1: looks like an adjacency matrix"));
  for (const std::string_view text : {"p,q,r,s,t\n0,1,2,3,4\n1,0,2,3,4\n", "0 1 2 4 5\n1 0 2 4 5\n"}) {
    INFO(text);
    CHECK(refusal(text).find(": looks like a matrix of 5 columns, not like an edge list") == 2);
  }
  ReadOptions named;
  named.source = 1;
  named.target = 2;
  CHECK(edges("1 2 3\n2 3\n", named) == "1-2 2-3");
  CHECK(edges("0,1,1\n1,0,1\n1,1,0\n", named) == "0-1");
  CHECK(edges("source,target,a,b,c\n1,2,3,4,5\n") == "1-2");
}

TEST_CASE("further columns of edge lists do not make them something else") {
  CHECK(edges("1 2 1082040961\n3 4 1082155839\n3 1 1082155900\n") == "1-2 1-3 3-4");  // temporal
  CHECK(edges("0 1 1\n1 2 -1\n2 0 1\n") == "0-1 0-2 1-2");                            // signed
  CHECK(edges("1 2 once upon a time\n2 3 no more\n") == "1-2 2-3");
  CHECK(edges("0 1 1 7\n1 2 1 8\n2 0 1 9\n0 3 1 9\n") == "0-1 0-2 0-3 1-2");
  CHECK(edges("0 1 5\n1 2 5\n2 0 5\n", with_weights()) == "0-1:5 0-2:5 1-2:5");
  CHECK(edges("0 1 2\n1 0 3\n2 3 +5\n") == "0-1 2-3");  // one number on the diagonal
  for (const char mark : {',', ';', '|', '\t'}) {       // last columns that are sometimes empty
    CHECK(edges(fmt::format("ann{0}bob{0}\nbob{0}cem{0}friend\n", mark)) == "ann-bob bob-cem");
    CHECK(edges(fmt::format("1{0}2{0}5{0}\n2{0}3{0}{0}\n3{0}4{0}{0}8\n", mark)) == "1-2 2-3 3-4");
  }
}

TEST_CASE("a first line that is too long is named") {
  const std::string long_line(std::size_t{18} << 20, '7');
  CHECK(begins(refusal(long_line + " 1\n2 3\n"), ":1:16777216: the line is longer than 16777216 bytes"));
  CHECK(begins(refusal("# c\n" + long_line), ":2:16777216: the line is longer than 16777216 bytes"));
}
