#include <string>
#include <string_view>
#include <vector>

#include <lode/io/read_graph.hpp>

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

const std::vector<std::string>& usual_headers() {
  static const std::vector<std::string> headers = {"source,target",
                                                   "src,dst",
                                                   "from,to",
                                                   "u,v",
                                                   "node1,node2",
                                                   "user_id,friend_id",
                                                   "protein1,protein2",
                                                   "ORIGIN,DEST",
                                                   "hero1,hero2",
                                                   "from_address,to_address",
                                                   "src_ip,dst_ip",
                                                   "word1,word2",
                                                   "follower_id,followed_id",
                                                   "caller,callee",
                                                   "subject,object",
                                                   "city1,city2",
                                                   "x,y",
                                                   "gene_a,gene_b",
                                                   "Interactor A,Interactor B",
                                                   "officialSymbolFor_A,officialSymbolFor_B",
                                                   "airport1,airport2",
                                                   "i,j",
                                                   "row,col",
                                                   "head,tail",
                                                   "customer,product",
                                                   "screen_name,mentions",
                                                   "winner,loser",
                                                   "mentor,student",
                                                   "name_1,name_2",
                                                   "station_a,station_b",
                                                   "Person,Knows",
                                                   "org1,org2",
                                                   "account_from,account_to",
                                                   "cust_id,merchant_id",
                                                   "START_STATION,END_STATION",
                                                   "author,coauthor",
                                                   "patent,cites",
                                                   "a,b",
                                                   "label1,label2",
                                                   "SOURCE_SUBREDDIT,TARGET_SUBREDDIT",
                                                   "Entity1,Entity2",
                                                   "reporter,partner"};
  return headers;
}

}  // namespace

TEST_CASE("a header row of a labelled list is no edge") {
  const std::string_view pandas = "src,dst,weight\nalice,bob,1.5\nbob,carol,2\nalice,carol,4\n";
  const LoadedGraph loaded = read_list(pandas, with_labels());
  CHECK(loaded.report.header_row);
  CHECK(edges_of(loaded) == "alice-bob alice-carol bob-carol");
  CHECK(loaded.report.summary().find("first line is a header row") != std::string::npos);
  CHECK(edges(pandas, with_weights(true)) == "alice-bob:1.5 alice-carol:4 bob-carol:2");
  for (const char* header :
       {"Source,Target", "source,target", "SRC,DST", "from,to", "u,v", "\"src\",\"dst\""}) {
    INFO(header);
    CHECK(edges(std::string(header) + "\na,b\nb,c\n", with_labels()) == "a-b b-c");
  }
  CHECK(edges("Source\tTarget\tType\tWeight\na\tb\tUndirected\t2\n", with_weights(true)) == "a-b:2");
  CHECK(edges("person;friend;strength\na;b;2\nb;c;3\n", with_weights(true)) == "a-b:2 b-c:3");
}

TEST_CASE("a first edge without a weight is no header row") {
  for (const char* missing : {"NA", "n/a", "null", "NaN", "None"}) {
    INFO(missing);
    CHECK(edges(std::string("a,b,") + missing + "\nb,c,1.5\nc,d,2\n", with_labels()) == "a-b b-c c-d");
    CHECK(edges(std::string("a,b,") + missing + "\nb,c," + missing + "\nc,d,2\n", with_labels()) ==
          "a-b b-c c-d");
  }
}

TEST_CASE("names that tables give to the ends of edges make a header row of a labelled list") {
  for (const char* header :
       {"node1,node2", "Node_A,Node_B", "friend_a,friend_b", "FromNodeId,ToNodeId", "user,item",
        "source_id,target_id", "sender,receiver", "\"person 1\",\"person 2\"", "followee,follower",
        "user_id,friend_id", "V1,V2", "id.1,id.2"}) {
    INFO(header);
    const LoadedGraph loaded = read_list(std::string(header) + "\na,b\nb,c\n", with_labels());
    CHECK(loaded.report.header_row);
    CHECK(edges_of(loaded) == "a-b b-c");
    CHECK(loaded.report.summary().find("option 'header=absent' makes an edge of the first line") !=
          std::string::npos);
  }
  CHECK(edges("friend_a,friend_b,score\na,b,1\nb,c,2\n", with_labels()) == "a-b b-c");
  CHECK(edges("id,node1,node2\n0,a,b\n1,b,c\n", with_labels()) == "a-b b-c");
  CHECK(edges("id,node1,node2\n0,7,8\n1,8,9\n") == "7-8 8-9");
  CHECK(edges("node1,to,from\n0,a,b\n", with_labels()) == "a-b");
  CHECK(begins(refusal("id,user,group\n0,a,b\n1,b,c\n", with_labels()), ":1: column 1 is called 'id'"));
  ReadOptions insists = with_labels();
  insists.header = HeaderRow::absent;
  CHECK(edges("node1,node2\na,b\n", insists) == "a-b node1-node2");
}

TEST_CASE("of a usual header row is never made an edge without a word") {
  CHECK(usual_headers().size() == 42);
  for (const std::string& header : usual_headers()) {
    INFO(header);
    const LoadedGraph pairs = read_list(header + "\nqq,ww\nww,ee\nqq,ee\nee,rr\n", with_labels());
    CHECK((pairs.report.header_row || notes(pairs, "is read as an edge, option 'header=present'")));
    CHECK(pairs.graph.num_vertices() == (pairs.report.header_row ? 4 : 6));
    // A further column of numbers, or ids below, tell more than names.
    const LoadedGraph scored =
        read_list(header + ",combined score\nqq,ww,490\nww,ee,1.5\nqq,ee,-3\nee,rr,7\n", with_labels());
    CHECK(scored.report.header_row);
    CHECK(edges_of(scored) == "ee-qq ee-rr ee-ww qq-ww");
    const LoadedGraph numbered = read_list(header + "\n1,2\n2,3\n1,3\n", with_labels());
    CHECK(numbered.report.header_row);
    CHECK(edges_of(numbered) == "1-2 1-3 2-3");
  }
  const LoadedGraph blanks =
      read_list("protein1 protein2 combined_score\n9606.A 9606.B 490\n9606.B 9606.C 198\n", with_labels());
  CHECK(blanks.report.header_row);
  CHECK(edges_of(blanks) == "9606.A-9606.B 9606.B-9606.C");
}

TEST_CASE("a first edge stays an edge wherever its names come again or words stand below it") {
  for (const std::string_view text :
       {"ann,bob,x\nbob,cy,5\ncy,ann,6\n", "ann,bob,x\ncy,dan,5\neve,ann,6\n", "ann,bob\nann,cy\n",
        "ann,bob,7\ncy,dan,8\n", "ann,bob,x\ncy,dan,y\neve,fay,5\n", "ann,bob\n1,2\n3,cy\n",
        "p1,p2,score\np2,p3,5\np3,p4,6\n", "1,2,x\n3,4,5\n", "ann,bob,x,y\ncy,dan,,z\neve,fay,,w\n"}) {
    INFO(text);
    CHECK_FALSE(read_list(text, with_labels()).report.header_row);
  }
  CHECK_FALSE(notes(read_list("ann,bob\ncy,ann\n", with_labels()), "is read as an edge"));
  CHECK_FALSE(notes(read_list("ann,bob\n", with_labels()), "is read as an edge"));
  ReadOptions insists = with_labels();
  insists.header = HeaderRow::absent;
  CHECK_FALSE(notes(read_list("ann,bob\ncy,dan\n", insists), "is read as an edge"));
  CHECK(notes(read_list("# c\nORIGIN,DEST\ncy,dan\n", with_labels()),
              "line 2 'ORIGIN,DEST' is read as an edge, option 'header=present' if it names the columns"));
}

TEST_CASE("a file that holds what looks like the header alone says how it is read as an edge") {
  CHECK(
      refusal("0 0\n") ==
      ":1: the graph has no edges: the only line is the header '0 0'; if this is an edge, say so with option "
      "'header=absent'");
  ReadOptions options;
  options.header = HeaderRow::absent;
  CHECK(read_list("0 0\n", options).graph.num_vertices() == 1);
}

TEST_CASE("vertices that are called like columns stay vertices") {
  for (const std::string_view text : {"v1 v2\n", "node1 node2\nnode3 node4\n", "user_a user_b\nuser_c x\n",
                                      "item user\nuser name\n", "id 1\nx y\n", "nodes edges\na b\n"}) {
    INFO(text);
    CHECK_FALSE(read_list(text, with_labels()).report.header_row);
  }
  CHECK(read_list("user_a user_b\nuser_1 user_2\n", with_labels()).report.header_row);
}

TEST_CASE("names of columns that are vertices, too, make an edge of the first line") {
  const LoadedGraph loaded = read_list("u v\nv w\nw u\n", with_labels());
  CHECK_FALSE(loaded.report.header_row);
  CHECK(edges_of(loaded) == "u-v u-w v-w");
}

TEST_CASE("how the first line becomes an edge is told where names decided that it is none") {
  const auto tells = [](std::string_view text, const ReadOptions& options) {
    return notes(read_list(text, options), "option 'header=absent' makes an edge of the first line");
  };
  CHECK(tells("src,dst\nann,bob\n", with_labels()));
  CHECK_FALSE(tells("src,dst\n1,2\n", plain));
  ReadOptions insists = with_labels();
  insists.header = HeaderRow::present;
  CHECK_FALSE(tells("src,dst\nann,bob\n", insists));
}

TEST_CASE("names of columns that are vertices, too, stay names above numbers") {
  const std::string_view weights = "source,target,weight\nann,bob,1\nsource,bob,2\n";
  CHECK(edges(weights, with_weights(true)) == "ann-bob:1 bob-source:2");
  CHECK(edges(weights, with_labels()) == "ann-bob bob-source");
  CHECK(edges("id,source,target\n0,ann,bob\n1,source,bob\n", with_labels()) == "ann-bob bob-source");
  CHECK(edges("weight,source,target\n3,ann,bob\n4,bob,source\n", with_weights(true)) ==
        "ann-bob:3 bob-source:4");
  CHECK(edges(",source,target\nx,ann,bob\ny,source,bob\n", with_labels()) == "ann-bob bob-source");
  CHECK(edges("node1,node2,score\nnode1,node3,5\nnode2,node3,6\n", with_labels()) ==
        "node1-node3 node2-node3");
}

TEST_CASE("an edge of usual names of columns says that it is none of them") {
  const std::string_view words =
      "is read as an edge since a word of it is a vertex below, option 'header=present' if it names";
  const LoadedGraph loaded = read_list("source,target\nann,bob\nsource,bob\n", with_labels());
  CHECK_FALSE(loaded.report.header_row);
  CHECK(edges_of(loaded) == "ann-bob bob-source source-target");
  CHECK(notes(loaded, words));
  const LoadedGraph series = read_list("node1 node2\nnode2 node3\n", with_labels());
  CHECK(edges_of(series) == "node1-node2 node2-node3");
  CHECK_FALSE(notes(series, "is read as an edge"));  // node3 tells
  CHECK(notes(read_list("node1,node2\nann,bob\nnode1,bob\n", with_labels()), words));
  for (const HeaderRow header : {HeaderRow::present, HeaderRow::absent}) {
    ReadOptions insists = with_labels();
    insists.header = header;
    CHECK_FALSE(notes(read_list("source,target\nann,bob\nsource,bob\n", insists), "is read as an edge"));
  }
  CHECK_FALSE(notes(read_list("v1 v2\n", with_labels()), "is read as an edge"));
  CHECK_FALSE(notes(read_list("ann,bob\nbob,cy\n", with_labels()), "is read as an edge"));
}

TEST_CASE("the header options insist") {
  ReadOptions options = with_labels();
  options.header = HeaderRow::present;
  CHECK(edges("person,friend\na,b\n", options) == "a-b");
  options.header = HeaderRow::absent;
  CHECK(edges("src,dst\na,b\n", options) == "a-b dst-src");
  options.labels = false;
  CHECK(begins(refusal("src,dst\n1,2\n", options), ":1:1: 'src' is not a number"));
  CHECK(edges("9 2\n3 4\n4 5\n", options) == "2-9 3-4 4-5");
  options.header = HeaderRow::present;
  const LoadedGraph counted = read_list("9 2\n3 4\n4 5\n", options);
  CHECK(counted.report.header_row);
  CHECK(edges_of(counted) == "3-4 4-5");
  CHECK(begins(refusal("1 2\n", options), ":1: the graph has no edges: the only line is a header row"));
}
