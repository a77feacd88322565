#pragma once

#include <string_view>

#include "io/hostile_files.hpp"

#define GRAPHML_PAIR "<graphml><graph><node id=\"a\"/><node id=\"b\"/>\n"
#define GRAPHML_EDGE(weight) "<edge source=\"a\" target=\"b\"><data key=\"weight\">" weight "</data></edge>"

namespace lode::test {

/// More of them: networks of other programs.
inline constexpr HostileFile hostile_networks[] = {
    // GraphML
    {"a.graphml", "<graphml>\n</graphml>\n",
     ":2: the document holds no graph; a GraphML file is: <graphml> <graph> <node id=\"a\"/> ... </graph> "
     "</graphml>"},
    {"a.graphml", "<graphml><graph/></graphml>\n",
     ":1: the graph has no nodes; a graph needs at least one node"},
    {"a.graphml", GRAPHML_PAIR "<edge source=\"a\"/></graph></graphml>\n",
     ":2:1: the edge has no 'target'; write: <edge source=\"a\" target=\"b\"/>"},
    {"a.graphml", GRAPHML_PAIR "<edge source=\"a\" target=\"c\"/></graph></graphml>\n",
     ":2:1: the target 'c' of the edge is not the id of a node; add the node, or correct the edge"},
    {"a.graphml", GRAPHML_PAIR "<node/></graph></graphml>\n",
     ":2:1: the node has no 'id'; write: <node id=\"a\"/>"},
    {"a.graphml", GRAPHML_PAIR "<node id=\"a\"/></graph></graphml>\n",
     ":2:1: a second node with the id 'a'; every node has an id of its own"},
    {"a.graphml", GRAPHML_PAIR "<node id=\"\"/></graph></graphml>\n",
     ":2:1: the id of the node is empty; ids of nodes are texts without control characters"},
    {"a.graphml", GRAPHML_PAIR "<node id=\"c&#10;d\"/></graph></graphml>\n",
     ":2:1: the id 'c\\x0ad' of the node holds a control character; ids of nodes are texts without control "
     "characters"},
    {"a.graphml", GRAPHML_PAIR "<hyperedge/></graph></graphml>\n",
     ":2:1: an edge of several ends (hyperedge); lode reads edges between two nodes; write its pairs"},
    {"a.graphml", GRAPHML_PAIR "</graph>\n<graph/></graphml>\n",
     ":3:1: a second graph; the first is in line 1; a file holds one graph"},
    {"a.graphml", GRAPHML_PAIR "<edge source=\"a\" target=\"b\"/></graph></graphml>\n",
     ":2:1: the edge has no weight; give every edge a 'weight' or 'value', or read without weights",
     "weighted"},
    {"a.graphml", GRAPHML_PAIR GRAPHML_EDGE("heavy") "</graph></graphml>\n",
     ":2:29: weight 'heavy' is not a number; weights are finite numbers >= 0", "weighted"},
    {"a.graphml", GRAPHML_PAIR GRAPHML_EDGE("") "</graph></graphml>\n",
     ":2:29: the weight of the edge is empty; give one, or read without weights", "weighted"},
    {"a.graphml", GRAPHML_PAIR GRAPHML_EDGE("-1") "</graph></graphml>\n",
     ":2:29: weight -1 is negative; weights are finite numbers >= 0, or of any sign with option 'signs'",
     "weighted"},
    {"a.graphml", GRAPHML_PAIR "<edge source=\"a\" target=\"b\"><data>1</data></edge></graph></graphml>\n",
     ":2:29: the data has no 'key'; write: <data key=\"d0\">1.5</data>"},
    {"a.graphml", "<graphml><key for=\"edge\"/><graph/></graphml>\n",
     ":1:10: the key has no 'id'; write: <key id=\"d0\" for=\"edge\" attr.name=\"weight\"/>"},
    {"a.graphml",
     GRAPHML_PAIR "<edge source=\"a\" target=\"b\"><data key=\"weight\">1</data><data "
                  "key=\"weight\">1</data></edge></graph></graphml>\n",
     ":2:56: a second 'weight'; a node or an edge has one of each", "weighted"},
    {"a.graphml",
     "<graphml><graph><node id=\"a\"><data key=\"label\">x</data></node><node id=\"b\"/></graph></graphml>\n",
     ": labels cannot name the vertices: node 'b' has no label; read without option 'labels' to use the ids",
     "labels"},
    {"a.graphml", GRAPHML_PAIR "</graphml>\n",
     ":2:3: the document is no XML: mismatched tag; '<' and '&' in texts are written &lt; and "
     "&amp;, values stand in quotes, and the text is UTF-8 (iconv -t UTF-8 converts it)"},
    {"a.graphml", GRAPHML_PAIR,
     ":2:1: the XML document ends too early (no element found); the file is cut off"},
    {"a.graphml", GRAPHML_PAIR "<node id=c/></graph></graphml>\n",
     ":2:10: the document is no XML: not well-formed (invalid token); '<' and '&' in texts are "
     "written &lt; and &amp;, values "
     "stand in quotes, and the text is UTF-8 (iconv -t UTF-8 converts it)"},
    {"a.graphml", GRAPHML_PAIR "<node id=\"\xff\"/></graph></graphml>\n",
     ":2:11: the document is no XML: not well-formed (invalid token); '<' and '&' in texts are "
     "written &lt; and &amp;, values "
     "stand in quotes, and the text is UTF-8 (iconv -t UTF-8 converts it)"},
    {"a.graphml", "<!DOCTYPE graphml [<!ENTITY a \"b\">]>\n" GRAPHML_PAIR "</graph></graphml>\n",
     ":1:19: the document has a type, which could give characters a meaning of its own; leave out <!DOCTYPE "
     "...>, and write characters as they are"},
    {"a.graphml", GRAPHML_PAIR "<node id=\"&c;\"/></graph></graphml>\n",
     ":2:1: the document is no XML: undefined entity; '<' and '&' in texts are written &lt; "
     "and "
     "&amp;, values stand in quotes, and the text is UTF-8 (iconv -t UTF-8 converts it)"},
    {"a.graphml", "<svg/>\n",
     ":1:1: the document is 'svg', not 'graphml'; name the true format with option 'format'",
     "format=graphml"},
    // JSON
    {"a.json", "{\n \"vertices\": [1]\n}\n",
     ": is a JSON file, which lode does not read; write one edge per line, as two ids separated by a tab or "
     "a "
     "comma"},
    // compressed
    {"a.graphml.gz", GRAPHML_PAIR "</graph></graphml>\n",
     ": the gzip data is truncated at byte 78; download or copy the file again", "gz-cut"},
    {"a.txt", "BZh91AY&SY cut", ": the bzip2 data is truncated at byte 14; download or copy the file again"},
    {"a.txt", "\xfd\x37zXZ\0\0\4 cut"sv,
     ": the xz data is damaged at byte 12; download or copy the file again"},
};

}  // namespace lode::test
