#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lode/io/read_graph.hpp>

#include "io/edge_list/edge_layout.hpp"
#include "io/edge_list/lists.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

using lode::test::begins;
using lode::test::edges;
using lode::test::edges_of;
using lode::test::notes;
using lode::test::plain;
using lode::test::read_list;
using lode::test::refusal;
using lode::test::with_labels;
using lode::test::with_weights;

}  // namespace

TEST_CASE("columns of two sides say that they share their names") {
  for (const std::string_view header :
       {"user_id,item_id,rating", "movieId,userId,rating", "author,paper,year", "customer,product,amount",
        "Person,Group,since"}) {
    INFO(header);
    const LoadedGraph loaded = read_list(std::string(header) + "\n1,1,5\n1,2,4\n");
    CHECK(notes(loaded, "share their names: what is called alike in both is one vertex"));
  }
  for (const std::string_view header :
       {"user_id,friend_id", "source,target", "person1,person2", "author,coauthor", "item1,item2"}) {
    INFO(header);
    CHECK_FALSE(notes(read_list(std::string(header) + "\n1,2\n2,3\n"), "share their names"));
  }
}

TEST_CASE("a KONECT file of two sides says that they share their ids") {
  const std::string_view words =
      "'% bip' says two kinds of vertices: what is called alike in both is one vertex";
  CHECK(notes(read_list("% bip unweighted\n% 4 2 5\n1 1\n1 2\n2 1\n"), words));
  CHECK(notes(read_list("% bip weighted\n1 1 3\n1 2 3\n", with_weights()), words));
  CHECK_FALSE(notes(read_list("% asym unweighted\n1 2\n1 3\n"), "two kinds"));
  CHECK_FALSE(notes(read_list("% bipolar\n1 2\n1 3\n"), "two kinds"));
}

TEST_CASE("names that begin like a comment are read where they are names") {
  const std::string_view tags = "#ai,#ml\n#ai,#nlp\n#ml,#nlp\n#cats,#dogs\nnews,#ai\nnews,#ml\n";
  const LoadedGraph loaded = read_list(tags, with_labels());
  CHECK(edges_of(loaded) == "#ai-#ml #ai-#nlp #ai-news #cats-#dogs #ml-#nlp #ml-news");
  CHECK(loaded.report.comment_lines == 0);
  CHECK(notes(loaded, "lines that begin with '#' are edges, option 'comment' decides"));
  for (const char mark : {'\t', ';', '|', ' '}) {
    const std::string text =
        fmt::format("# tags, and more\n## x\n#ai{0}news\nnews{0}b\n%c{0}news\n#\n", mark);
    INFO(text);
    const LoadedGraph mixed = read_list(text, with_labels());
    CHECK(edges_of(mixed) == "#ai-news %c-news b-news");
    CHECK(mixed.report.comment_lines == 3);
    CHECK(notes(mixed, "; 3 comment lines; "));
  }
  CHECK(edges("#a,#b\n", with_labels()) == "#a-#b");
  CHECK(edges("#a,b,5\n#a,c,6\n", with_weights(true)) == "#a-b:5 #a-c:6");
  // Other numbers of fields, and blanks behind the mark, are comments.
  CHECK(edges("#ai,#ml\n#ai,b,c\n#ai\n# ai,x\nb,#ai\n", with_labels()) == "#ai-#ml #ai-b");
}

TEST_CASE("lines of edges that are commented out stay comments") {
  const LoadedGraph out = read_list("ann,bob\n#ann,cy\nbob,cy\n#cy,dan\n", with_labels());
  CHECK(edges_of(out) == "ann-bob bob-cy");
  CHECK(out.report.comment_lines == 2);
  const LoadedGraph header = read_list("#protein1 protein2\nA B\nB C\n", with_labels());
  CHECK(edges_of(header) == "A-B B-C");
  CHECK(header.report.comment_lines == 1);
  CHECK(notes(header, "line 1 begins with '#' and is a comment, option 'comment' decides"));
  CHECK(read_list("1 2\n#2 3\n%4 5\n").report.comment_lines == 2);  // ids do not begin so
}

TEST_CASE("a line that may be a comment or an edge is an error, and the option decides") {
  constexpr std::string_view words =
      ":3:1: the line begins with '#' and has the fields of an edge; option 'comment' names the characters";
  const std::string_view text = "ann,bob\nbob,cy\n#dan,eve\ncy,fay\n";
  CHECK(begins(refusal(text, with_labels()), words));
  std::string far;  // beyond the first lines
  while (far.size() < (1u << 18)) far += "ann,bob\nbob,cy\n";
  CHECK(refusal(far + "#dan,eve\n", with_labels()).find(": the line begins with '#'") != std::string::npos);
  CHECK(refusal("ann,bob\nbob,#x\n#bob,cy\n#x,dan\n", with_labels()).find("begins with '#'") !=
        std::string::npos);
  ReadOptions options = with_labels();
  options.lenient = true;
  CHECK(read_list(text, options).report.bad_lines_skipped == 1);
  options.lenient = false;
  options.comment = "";
  CHECK(edges(text, options) == "#dan-eve ann-bob bob-cy cy-fay");
  CHECK(edges("#a,b\n%c,#a\n", options) == "#a-%c #a-b");
  options.comment = "#";
  CHECK(edges(text, options) == "ann-bob bob-cy cy-fay");
  CHECK(edges("#a,b\n%c,d\n", options) == "%c-d");
  options.comment = "/;c";
  CHECK(edges("// x\n;y\ncol,z\n#a,%b\n", options) == "#a-%b");
  ReadOptions ids;
  ids.comment = "/c";
  CHECK(edges("c 1 2\n/ 4\n1 2\n2 3\n", ids) == "1-2 2-3");
  CHECK(begins(refusal("1 2\n# 3\n2 3\n", ids), ":2:1: '#' is not a number"));
  for (const char* wrong : {"1", "\"", "# ", "\t", "\xc3\xa4", "#\n"}) {
    ids.comment = wrong;
    CHECK_THROWS_AS(read_list("1 2\n", ids), InvalidArgument);
  }
  ids.comment = "#";
  CHECK_THROWS_AS(read_list("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", ids, "a.mtx"),
                  InvalidArgument);
}

TEST_CASE("marks inside names and numbers do not separate where blanks do") {
  CHECK(edges("ana ben 0,5\nben cem 1,5\nana cem 2,5\ncem dan 0,1\n", with_labels()) ==
        "ana-ben ana-cem ben-cem cem-dan");
  CHECK(edges("ana ben 0,5\nben cem 1\nana cem 2,5\n", with_labels()) == "ana-ben ana-cem ben-cem");
  CHECK(edges("Smith,J Doe,A\nDoe,A Roe,B\nSmith,J Roe,B\n", with_labels()) ==
        "Doe,A-Roe,B Doe,A-Smith,J Roe,B-Smith,J");
  CHECK(edges("x;1 y;2\ny;2 z;3\n", with_labels()) == "x;1-y;2 y;2-z;3");
  // And the other way round: blanks inside names, commas between them.
  CHECK(edges("ann lee,bob jay\nbob jay,cy kay\nann lee,cy kay\n", with_labels()) ==
        "ann lee-bob jay ann lee-cy kay bob jay-cy kay");
  // Two sides: no name stands in both columns.
  CHECK(edges("ann lee,red fig\nann lee,old nut\nbob jay,red fig\nbob jay,old nut\n", with_labels()) ==
        "ann lee-old nut ann lee-red fig bob jay-old nut bob jay-red fig");
  CHECK(edges("ann s1 0,5\nann s2 1,25\nbob s1 0,5\nbob s2 0,75\n", with_labels()) ==
        "ann-s1 ann-s2 bob-s1 bob-s2");
}

TEST_CASE("tabs come before the blanks inside names, however often parts of the names recur") {
  CHECK(edges("Ada Lovelace\tAlan Turing\nAda Lovelace\tGrace Hopper\nAda Lovelace\tKurt Goedel\n",
              with_labels()) ==
        "Ada Lovelace-Alan Turing Ada Lovelace-Grace Hopper Ada Lovelace-Kurt Goedel");
  // James and Martin are first names and last names.
  CHECK(edges("James Martin\tred fig\nMartin James\told nut\n", with_labels()) ==
        "James Martin-red fig Martin James-old nut");
  // Numbers behind the tab are no ends.
  CHECK(edges("a b\t0.5\nb c\t0.25\n", with_labels()) == "a-b b-c");
  CHECK(edges("from to\tweight\na b\t0.5\nb c\t0.25\n", with_weights(true)) == "a-b:0.5 b-c:0.25");
}

TEST_CASE("a comma and blanks that nothing tells apart are refused") {
  constexpr std::string_view words =
      ":1: commas and blanks both split the lines alike, and nothing tells which of them separates; name the "
      "separator with option 'separator'";
  for (const std::string_view text : {"ann lee,bob\n", "a b,c\nd e,f\n", "Smith,J Doe,A\n"}) {
    INFO(text);
    CHECK(refusal(text, with_labels()) == words);
    ReadOptions options = with_labels();
    options.separator = FieldSeparator::comma;
    CHECK(read_list(text, options).report.separator == FieldSeparator::comma);
    options.separator = FieldSeparator::blanks;
    CHECK(read_list(text, options).report.separator == FieldSeparator::blanks);
  }
}

TEST_CASE("blanks beside commas leave no doubt that commas separate") {
  for (const std::string_view text :
       {"ann, bob\ncy, dan\n", "ann ,bob\ncy ,dan\n", "ann , bob\ncy , dan\n"}) {
    INFO(text);
    const LoadedGraph loaded = read_list(text, with_labels());
    CHECK(loaded.report.separator == FieldSeparator::comma);
    CHECK(edges_of(loaded) == "ann-bob cy-dan");
  }
}

TEST_CASE("quoted weights are weights") {
  const std::string_view table = "\"src\",\"dst\",\"weight\"\n\"1\",\"2\",\"0.5\"\n\"2\",\"3\",\"1.5\"\n";
  CHECK(edges(table, with_weights()) == "1-2:0.5 2-3:1.5");
  CHECK(edges(table, with_weights(true)) == "1-2:0.5 2-3:1.5");
  CHECK(begins(refusal("1,2,\"\"\n", with_weights()), ":1:5: a field is empty where a weight belongs"));
  CHECK(begins(refusal("1,2,\"0,5\"\n", with_weights()), ":1:5: weight '0,5' is not a number"));
}

TEST_CASE("words in brackets and words of other formats are words") {
  CHECK(edges("<unk> the\nthe a\n<unk> a\n", with_labels()) == "<unk>-a <unk>-the a-the");
  CHECK(edges("<s>\tthe\nthe\t</s>\n", with_labels()) == "</s>-the <s>-the");
  CHECK(edges("<b>,x\nx,<i>\n", with_labels()) == "<b>-x <i>-x");
  CHECK(edges("[1],x\nx,[2]\n", with_labels()) == "[1]-x [2]-x");
  CHECK(edges("{} x\nx y\n", with_labels()) == "x-y x-{}");
  CHECK(edges("*arcs x\nx y\n", with_labels()) == "*arcs-x x-y");
  CHECK(begins(refusal("*Vertices 3\n", with_labels()), ": is a Pajek network"));
}

TEST_CASE("a column of weights that is not read is named") {
  const auto note = [](std::string_view text, const ReadOptions& options) {
    const std::string summary = read_list(text, options).report.summary();
    const std::size_t at = summary.find("column '");
    return summary.find(" ignored, option 'weighted' reads it") != std::string::npos ? summary.substr(at)
                                                                                     : std::string();
  };
  const std::string_view table = "src,dst,Weight\n1,2,3\n";
  CHECK(note(table, plain).find("column 'Weight' ignored, option 'weighted' reads it") != std::string::npos);
  CHECK(note(table, with_labels()).find("column 'Weight' ignored") != std::string::npos);
  CHECK(note(table, with_weights()).empty());
  CHECK(note("src,dst,time\n1,2,3\n", plain).empty());
  CHECK(note("value,src\n1,2\n", with_labels()).empty());
}

TEST_CASE("ids in quotes are integers") {
  const LoadedGraph loaded = read_list("\"1\",\"2\"\n\"2\",\"10\"\n3,\"1\"\n");
  CHECK(loaded.report.separator == FieldSeparator::comma);
  CHECK_FALSE(loaded.report.labels);
  CHECK(edges_of(loaded) == "1-2 1-3 2-10");
  CHECK(edges("\"\",\"from\",\"to\"\n\"1\",7,8\n\"2\",8,9\n") == "7-8 8-9");
  CHECK(begins(refusal("\"1\",\"x\"\n\"2\",\"3\"\n"), ":1:5: 'x' is not a number"));
  CHECK(begins(refusal("1,2\n\"1,2\",3\n"), ":2:3: '1,2' is not an integer id"));
  CHECK(begins(refusal("\"1\",\"2\",\"3\"\n\"2\",\"3\"\n"), ":2: looks like an adjacency list"));
}

TEST_CASE("blanks inside fields belong to them where a mark separates") {
  const std::string_view names =
      "src,dst\nalice smith,bob jones\nbob jones,carol king\nalice smith,carol king\n";
  CHECK(edges(names, with_labels()) == "alice smith-bob jones alice smith-carol king bob jones-carol king");
  for (const char mark : {'\t', ';', '|', ','}) {
    const std::string text = fmt::format("alice smith{0}bob\n bob {0} carol king \n", mark);
    INFO(text);
    CHECK(edges(text, with_labels()) == "alice smith-bob bob-carol king");
    const std::string grouped = fmt::format("12 345{0}67 890\n1 234 567{0}8\n", mark);
    CHECK(begins(refusal(grouped),
                 ":1:3: '12 345' is not an integer id; fields of this file are separated by "));
  }
  CHECK(edges("Smith, J\tJones, B\n", with_labels()) == "Jones, B-Smith, J");
  CHECK(edges("Smith, J|Jones, B\n", with_labels()) == "Jones, B-Smith, J");
  CHECK(edges("1, 2\n2 , 3\n3,4\n") == "1-2 2-3 3-4");
  CHECK(edges("1 2\t0.5\n2 3\t0.25\n") == "1-2 2-3");
  CHECK(edges("0 1\n1\t2\n2 \t 3\n") == "0-1 1-2 2-3");
}

TEST_CASE("the separator is reported, and a line with another one is refused") {
  const struct {
    std::string_view text;
    FieldSeparator separator;
    std::string_view words;
  } rows[] = {{"1 2\n", FieldSeparator::blanks, "separated by blanks"},
              {"1\t2\n", FieldSeparator::tab, "separated by tabs"},
              {"1,2\n", FieldSeparator::comma, "separated by commas"},
              {"1;2\n", FieldSeparator::semicolon, "separated by semicolons"},
              {"1|2\n", FieldSeparator::bar, "separated by bars"}};
  for (const auto& row : rows) {
    INFO(row.text);
    const LoadedGraph loaded = read_list(row.text);
    CHECK(loaded.report.separator == row.separator);
    CHECK(loaded.report.summary().find(row.words) != std::string::npos);
    for (const auto& other : rows) {
      const auto is_blank = [](FieldSeparator s) {
        return s == FieldSeparator::blanks || s == FieldSeparator::tab;
      };
      const bool same =
          row.separator == other.separator || (is_blank(row.separator) && is_blank(other.separator));
      const std::string text = fmt::format("{0}{0}{0}{1}", row.text, other.text);
      INFO(text);
      CHECK((refusal(text) == "no error") == same);
      if (!same) CHECK(begins(refusal(text), ":4:"));
    }
    for (const FieldSeparator asked : {FieldSeparator::blanks, FieldSeparator::tab, FieldSeparator::comma,
                                       FieldSeparator::semicolon, FieldSeparator::bar}) {
      ReadOptions options;
      options.separator = asked;
      const bool same =
          row.separator == asked || (asked == FieldSeparator::blanks && row.separator == FieldSeparator::tab);
      CHECK((refusal(row.text, options) == "no error") == same);
    }
  }
  ReadOptions commas = with_labels();
  commas.separator = FieldSeparator::comma;
  CHECK(edges("a b x, y\nc d x, z\n", commas) == "a b x-y c d x-z");
  commas.separator = FieldSeparator::blanks;
  CHECK(edges("a b x, y\nc d x, z\n", commas) == "a-b c-d");
}

TEST_CASE("quoted fields hold separators and quotes whatever separates") {
  for (const char mark : {'\t', ';', '|', ',', ' '}) {
    const std::string text = fmt::format("\"a{0}b\"{0}\"say \"\"hi\"\"\"\nplain{0}\"a{0}b\"\n", mark);
    INFO(text);
    CHECK(edges(text, with_labels()) == fmt::format("a{0}b-plain a{0}b-say \"hi\"", mark));
  }
}

TEST_CASE("marks inside quoted fields do not separate") {
  constexpr std::string_view marks = "\t;|, ";
  for (const char mark : marks) {
    for (const char inside : marks) {
      if (mark == inside) continue;
      const std::string text =
          fmt::format("alice{0}\"R&D{1}sales\"\nbob{0}\"R&D{1}sales\"\ncarol{0}\"IT{1}web\"\n", mark, inside);
      INFO(text);
      CHECK(edges(text, with_labels()) ==
            fmt::format("IT{0}web-carol R&D{0}sales-alice R&D{0}sales-bob", inside));
      const std::string longer = fmt::format(
          "alice{0}bob{0}\"x{1}y\"\nbob{0}carol{0}\"z{1}y\"\nalice{0}carol{0}\"z{1}u\"\n", mark, inside);
      INFO(longer);
      CHECK(edges(longer, with_labels()) == "alice-bob alice-carol bob-carol");
    }
  }
  CHECK(edges("alice,\"R&D; sales\"\nbob,\"R&D; sales\"\ncarol,\"IT; web\"\n", with_labels()) ==
        "IT; web-carol R&D; sales-alice R&D; sales-bob");
  CHECK(edges("say \"a, \"\"b\"\"\"\nsay c\nsay \"d, e\"\n", with_labels()) == "a, \"b\"-say c-say d, e-say");
  // Marks of inches are no quotes.
  CHECK(edges("nail 5\",plank\nscrew,plank\nnail 5\",board 7\"\n", with_labels()) ==
        "board 7\"-nail 5\" nail 5\"-plank plank-screw");
}

TEST_CASE("a header n m stands above any separator") {
  for (const char mark : {'\t', ';', '|', ',', ' '}) {
    const LoadedGraph loaded = read_list(fmt::format("9 2\n3{0}4\n4{0}5\n", mark));
    CHECK(loaded.report.header_counts);
    CHECK(edges_of(loaded) == "3-4 4-5");
  }
  CHECK(read_list("9 2\n3 4 7\n4 5 7\n").report.header_counts);
  CHECK(begins(refusal("9 3\n3,4\n4,5\n"), ":1:2: '9 3' is not an integer id"));
}

TEST_CASE("columns are found by their names") {
  CHECK(edges("time,src,dst,weight\n5,1,2,0.5\n6,2,3,1\n") == "1-2 2-3");
  CHECK(edges("time,src,dst,weight\n5,1,2,0.5\n6,2,3,1\n", with_weights()) == "1-2:0.5 2-3:1");
  CHECK(edges("id,source,target\n0,7,8\n1,8,9\n") == "7-8 8-9");
  CHECK(edges(",src,dst\n0,7,8\n1,8,9\n") == "7-8 8-9");
  CHECK(edges(",person,friend\n0,7,8\n1,8,9\n") == "7-8 8-9");
  CHECK(edges(",person,friend\n0,ann,bob\n1,bob,cy\n", with_labels()) == "ann-bob bob-cy");
  CHECK(edges("value,to,from\n3,1,2\n", with_weights()) == "1-2:3");
  CHECK(read_list("time,src,dst\n5,1,2\n").report.summary().find("edges from column 'src' to column 'dst'") !=
        std::string::npos);
  CHECK(begins(refusal("time,a,b\n5,1,2\n"),
               ":1: column 1 is called 'time', and no columns are called source"));
  CHECK(begins(refusal("id,a,b\n5,1,2\n"), ":1: column 1 is called 'id'"));
  CHECK(begins(refusal("src,dst,time\n1,2,3\n", with_weights()), ":1: column 3 is called 'time', and none"));
}

TEST_CASE("a nameless index column does not hide the separator") {
  CHECK(edges(",source,target\n0,B;2,7\n1,B;2,A1\n", with_labels()) == "7-B;2 A1-B;2");
  CHECK(edges(";source;target\n0;B,2;7\n1;B,2;A1\n", with_labels()) == "7-B,2 A1-B,2");
  CHECK(edges(",person,friend\n0,ann|x,7\n1,ann|x,bob|y\n", with_labels()) == "7-ann|x ann|x-bob|y");
  // A mark in front of all lines, or of a line alone, is no index.
  CHECK(edges("\tann\tbob\n\tbob\tcy\n", with_labels()) == "ann-bob bob-cy");
  CHECK(edges("\tann\tbob\n", with_labels()) == "ann-bob");
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
  options.source = 2;
  CHECK_THROWS_AS(read_list("1 2 3\n", options), InvalidArgument);
  options.source = -1;
  CHECK_THROWS_AS(read_list("1 2 3\n", options), InvalidArgument);
  options = {};
  options.source = 1;
  CHECK_THROWS_AS(
      read_list("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", options, "a.mtx"),
      InvalidArgument);
  options = {};
  options.separator = FieldSeparator::tab;
  CHECK_THROWS_AS(read_list("2 1\n2\n1\n", options, "a.graph"), InvalidArgument);
}

TEST_CASE("adjacency lists and matrices are refused") {
  CHECK(begins(refusal("1 2 3 4 5\n2 3 4 5\n3 4\n4 5\n"),
               ":2: looks like an adjacency list: 4 fields here, 5 on line 1; write one edge per line"));
  CHECK(begins(refusal("1 2 3\n2 3\n"), ":2: looks like an adjacency list"));
  CHECK(begins(refusal("1 2\n2 3 4\n"), ":2: looks like an adjacency list"));
  CHECK(begins(refusal("ann bob cy\nbob cy\n", with_labels()), ":2: looks like an adjacency list"));
  CHECK(begins(refusal("0 1 2\n1 0 2\n2 0 1\n"), ":1: looks like an adjacency list: every line begins with"));
  CHECK(begins(refusal("0 1 1 0\n1 0 1 0\n1 1 0 1\n0 0 1 0\n"), ":1: looks like a 4 x 4 matrix"));
  CHECK(begins(refusal("0,1,1\n1,0,1\n1,1,0\n"), ":1: looks like a 3 x 3 matrix"));
  CHECK(begins(refusal("0.0e+00 1.0e+00 1.0e+00\n1.0e+00 0.0e+00 0.0e+00\n1.0e+00 0.0e+00 0.0e+00\n"),
               ":1: looks like a 3 x 3 matrix"));
  CHECK(begins(refusal(",a,b,c\na,0,1,1\nb,1,0,0\nc,1,0,0\n", with_labels()),
               ":1: looks like an adjacency matrix"));
  std::string large;
  for (int i = 0; i < 300; ++i) {
    for (int j = 0; j < 300; ++j) large += (i + j) % 3 == 1 ? "1 " : "0 ";
    large += '\n';
  }
  CHECK(begins(refusal(large), ":1: looks like a matrix or an adjacency list: 300 numbers on every line"));
  CHECK(begins(refusal("ann,bob,cy\nbob,cy\n", with_labels()), ":2: looks like an adjacency list"));
  CHECK(begins(refusal("1,2,\n2,3,4,5\n"), ":2: looks like an adjacency list"));
  ReadOptions named;
  named.source = 1;
  named.target = 2;
  CHECK(edges("1 2 3\n2 3\n", named) == "1-2 2-3");
  CHECK(edges("0,1,1\n1,0,1\n1,1,0\n", named) == "0-1");
}

TEST_CASE("further columns of edge lists do not make them something else") {
  CHECK(edges("1 2 1082040961\n3 4 1082155839\n3 1 1082155900\n") == "1-2 1-3 3-4");  // temporal
  CHECK(edges("0 1 1\n1 2 -1\n2 0 1\n") == "0-1 0-2 1-2");                            // signed
  CHECK(edges("1 2 {'weight': 3}\n2 3 {}\n1 3 {'a': 1, 'b': \"x y\"}\n") == "1-2 1-3 2-3");
  CHECK(edges("1,2,{'a': 1, 'b': 2}\n2,3,{}\n") == "1-2 2-3");
  CHECK(edges("a b {'weight': 3, 'x': 4}\nb c {}\n", with_labels()) == "a-b b-c");
  CHECK(edges("1 2 once upon a time\n2 3 no more\n") == "1-2 2-3");
  CHECK(edges("0 1 1 7\n1 2 1 8\n2 0 1 9\n0 3 1 9\n") == "0-1 0-2 0-3 1-2");
  CHECK(edges("0 1 5\n1 2 5\n2 0 5\n", with_weights()) == "0-1:5 0-2:5 1-2:5");
  // A matrix with one number on its diagonal is none of edges.
  CHECK(edges("0 1 2\n1 0 3\n2 3 +5\n") == "0-1 2-3");
}

TEST_CASE("last columns that are sometimes empty do not make a table an adjacency list") {
  for (const char mark : {',', ';', '|', '\t'}) {
    const std::string words = fmt::format("ann{0}bob{0}\nbob{0}cem{0}friend\n", mark);
    INFO(words);
    CHECK(edges(words, with_labels()) == "ann-bob bob-cem");
    CHECK(edges(fmt::format("1{0}2{0}\n2{0}3{0}7\n3{0}4{0}\n", mark)) == "1-2 2-3 3-4");
    CHECK(edges(fmt::format("1{0}2{0}5{0}\n2{0}3{0}{0}\n3{0}4{0}{0}8\n", mark)) == "1-2 2-3 3-4");
  }
}

TEST_CASE("any run of carriage returns ends a line before its line feed") {
  CHECK(edges("0 1\r\r\n1 2\r\n2 3\r\r\r\n# c\r\r\n3 4") == "0-1 1-2 2-3 3-4");
  CHECK(edges("a b\r\r\nb c\r\r\n", with_labels()) == "a-b b-c");
  CHECK(edges("0 1 2\r\r\n1 2 3\r\r\n", with_weights()) == "0-1:2 1-2:3");
  CHECK(begins(refusal("0 1\n1 2\r3 4\r\n"), ":2:4: a carriage return stands inside a line"));
}

TEST_CASE("leading zeros of ids are reported") {
  const auto note = [](std::string_view text, const ReadOptions& options) {
    return read_list(text, options).report.summary().find("leading zeros of ids left out") !=
           std::string::npos;
  };
  for (const char* text : {"007 7\n7 8\n8 9\n", "1 2\n2 03\n3 4\n", "1 2\n2 3\n3 04\n"}) {
    CHECK(note(text, plain));
    CHECK_FALSE(note(text, with_labels()));
  }
  for (const char mark : {'\t', ' ', ',', ';', '|'}) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += fmt::format("{}{}{}\n", i, mark, i == 20 ? "00123" : "17");
    CHECK(note(text, plain));
  }
  CHECK(note("1 2 1\n02 3 1\n", with_weights()));
  CHECK_FALSE(note("0 1\n1 0\n10 20\n0 100\n", plain));
}

TEST_CASE("a first line that is too long is named") {
  const std::string long_line(std::size_t{18} << 20, '7');
  CHECK(begins(refusal(long_line + " 1\n2 3\n"), ":1:16777216: the line is longer than 16777216 bytes"));
  CHECK(begins(refusal("# c\n" + long_line), ":2:16777216: the line is longer than 16777216 bytes"));
}

TEST_CASE("the first lines of data may come after many comments") {
  std::string text;
  while (text.size() < (1u << 17)) text += "# a comment, with commas, and words\n";
  CHECK(edges(text + "src;dst\n1;2\n2;3\n") == "1-2 2-3");
  CHECK(edges(text + "src;dst\nann;bob lee\n", with_labels()) == "ann-bob lee");
}
