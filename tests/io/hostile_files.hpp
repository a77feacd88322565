#pragma once

#include <string_view>

#define MTX_PATTERN "%%MatrixMarket matrix coordinate pattern general\n"
#define MTX_SYMMETRIC "%%MatrixMarket matrix coordinate pattern symmetric\n"
#define MTX_REAL "%%MatrixMarket matrix coordinate real general\n"
#define MTX_INTEGER "%%MatrixMarket matrix coordinate integer general\n"
#define GML_PAIR "graph [ node [ id 1 ] node [ id 2 ]\n"

namespace lode::test {

using namespace std::string_view_literals;

/// A file no reader may accept, and what must be said of it.
struct HostileFile {
  std::string_view name;
  std::string_view content;
  std::string_view message;  ///< what follows the path in the error, to its end
  std::string_view options =
      "";  ///< words: weighted, lenient, labels, format=NAME; gz-cut: content is packed and cut
};

inline constexpr HostileFile hostile_files[] = {
    // Matrix Market: banner
    {"a.mtx", "%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
     ":1:1: '%MatrixMarket' is not the Matrix Market banner; the first line reads: %%MatrixMarket matrix "
     "coordinate|array pattern|integer|real general|symmetric"},
    {"a.mtx", "%%MatrixMarkt matrix coordinate pattern general\n2 2 1\n1 2\n",
     ":1:1: '%%MatrixMarkt' is not the Matrix Market banner; the first line reads: %%MatrixMarket matrix "
     "coordinate|array pattern|integer|real general|symmetric",
     "format=mtx"},
    {"a.mtx", "1 2\n",
     ":1:1: the %%MatrixMarket banner is missing; read it with option 'format' edges if it is an edge list",
     "format=mtx"},
    {"a.mtx", "%%MatrixMarket vector coordinate pattern general\n2 2 1\n1 2\n",
     ":1:16: 'vector' is not a matrix; the first line reads: %%MatrixMarket matrix coordinate|array "
     "pattern|integer|real general|symmetric"},
    {"a.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n0\n2\n1\n",
     ": row 1, column 2 is 2, and row 2, column 1 is 0; a matrix of weights between vertices is symmetric"},
    {"a.mtx", "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 0 1\n",
     ":1:34: 'complex' entries are not read; the first line reads: %%MatrixMarket matrix coordinate|array "
     "pattern|integer|real general|symmetric"},
    {"a.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1\n",
     ":1:39: 'skew-symmetric' matrices are not read; the first line reads: %%MatrixMarket matrix "
     "coordinate|array pattern|integer|real general|symmetric"},
    {"a.mtx", "%%MatrixMarket matrix coordinate\n2 2 1\n1 2\n",
     ":1:33: the banner is incomplete; the first line reads: %%MatrixMarket matrix coordinate|array "
     "pattern|integer|real general|symmetric"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general weighted\n2 2 1\n1 2\n",
     ":1:50: text follows the banner; the first line reads: %%MatrixMarket matrix coordinate|array "
     "pattern|integer|real general|symmetric"},
    // Matrix Market: size line
    {"a.mtx", MTX_PATTERN,
     ":1: the file ends before its size line; a line 'rows columns entries' follows the banner"},
    {"a.mtx", MTX_PATTERN "2 2\n1 2\n",
     ":2:4: the number of entries is missing; counts are integers from 0 to 18446744073709551615"},
    {"a.mtx", MTX_PATTERN "2 3 1\n1 2\n",
     ":2: the matrix has 2 rows but 3 columns; the adjacency matrix of a graph is square; where rows and "
     "columns are two sides, read it as arcs (--sides columns)"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 3 1\n2 1\n",
     ":2: a symmetric matrix has 2 rows but 3 columns; correct the size line or the banner"},
    {"a.mtx", MTX_PATTERN "0 0 0\n",
     ":2:1: 0 rows are too few; a graph or matrix has from 1 to 2^32-2 of them"},
    {"a.mtx", MTX_PATTERN "2 2 1 1\n1 2\n",
     ":2:7: text follows the size of the matrix; a coordinate file has the size line 'rows columns entries'"},
    {"a.mtx", MTX_PATTERN "4294967295 4294967295 1\n1 2\n",
     ":2:1: 4294967295 rows are too many; a graph or matrix has from 1 to 2^32-2 of them"},
    {"a.mtx", MTX_PATTERN "4000000000 4000000000 1\n1 2\n",
     ":2: 4000000000 vertices are declared for 1 edge; correct the count, or number only the vertices that "
     "have edges"},
    // Matrix Market: entries
    {"a.mtx", MTX_PATTERN "2 2 2\n1 2\n",
     ":2: the size line declares 2 entries, but the file holds 1; the file is cut off, or the size line is "
     "wrong"},
    {"a.mtx", MTX_PATTERN "2 2 1\n1 2\n2 1\n",
     ":4:1: the size line declares 1 entry, and this is one more; correct the size line"},
    {"a.mtx", MTX_PATTERN "2 2 1\n1 3\n",
     ":3:3: column 3 is not declared; columns are numbered from 1 to 2, as declared"},
    {"a.mtx", MTX_PATTERN "2 2 1\n1 4294967298\n",
     ":3:3: column 4294967298 is not declared; columns are numbered from 1 to 2, as declared"},
    {"a.mtx", MTX_PATTERN "2 2 1\n1\n",
     ":3:2: a column is missing; columns are numbered from 1 to 2, as declared"},
    {"a.mtx", MTX_PATTERN "2 2 1\n1 2 3\n",
     ":3:5: text follows the entry; an entry of a pattern is 'row column'"},
    {"a.mtx", MTX_PATTERN "2 2 1\n1,2\n",
     ":3:1: row '1,2' is not an integer; rows are numbered from 1 to 2, as declared"},
    {"a.mtx", MTX_SYMMETRIC "3 3 1\n1 2\n",
     ":3:1: entry 1 2 lies above the diagonal; a symmetric file stores entries on and below the diagonal; "
     "the banner of this one may have to be 'general'"},
    {"a.mtx", MTX_REAL "2 2 1\n1 2\n", ":3:4: the entry has no value; an entry is 'row column value'"},
    {"a.mtx", MTX_REAL "2 2 1\n1 2 heavy\n", ":3:5: 'heavy' is not a number; an entry is 'row column value'"},
    {"a.mtx", MTX_REAL "2 2 1\n1 2 0.5 7\n", ":3:9: text follows the entry; an entry is 'row column value'"},
    {"a.mtx", MTX_INTEGER "2 2 1\n1 2 1.5\n", ":3:5: '1.5' is not an integer; the banner declares integers"},
    {"a.mtx", MTX_REAL "2 2 1\n1 2 nan\n", ":3:5: weight nan is not finite; weights are finite numbers >= 0",
     "weighted"},
    {"a.mtx", MTX_REAL "2 2 1\n1 2 -0.5\n",
     ":3:5: weight -0.5 is negative; weights are finite numbers >= 0, or of any sign with option 'signs'",
     "weighted"},
    {"a.mtx", MTX_REAL "2 2 1\n1 2 1e999\n",
     ":3:5: weight 1e999 must be 0 or between 1e-100 and 1e100 in magnitude; multiply all numbers by a power "
     "of ten",
     "weighted"},
    {"a.mtx", MTX_PATTERN "2 2 1\n1 2\n", ":1: a pattern matrix holds no weights; read it without weights",
     "weighted"},
    {"a.mtx", MTX_REAL "2 2 2\n1 2 1\n2 1 2\n",
     ": edge 1 2 has weight 1 but 2 1 has weight 2; say with option 'merge' which holds: sum, max or min",
     "weighted"},
    // METIS: header
    {"a.graph", "%%\n% nothing else\n",
     ":2: the file holds no header; the first line reads: VERTICES EDGES [FORMAT [WEIGHTS-PER-VERTEX]]"},
    {"a.graph", "3\n2\n1\n\n",
     ":1:2: the number of edges is missing; counts are integers from 0 to 18446744073709551615"},
    {"a.graph", "x 1\n2\n1\n",
     ":1:1: the number of vertices 'x' is not an integer; counts are integers from 0 to "
     "18446744073709551615"},
    {"a.graph", "2 1.5\n2\n1\n",
     ":1:3: the number of edges '1.5' is not an integer; counts are integers from 0 to 18446744073709551615"},
    {"a.graph", "0 0\n", ":1:1: 0 vertices are too few; a graph or matrix has from 1 to 2^32-2 of them"},
    {"a.graph", "2 1 2\n2\n1\n",
     ":1:5: '2' is not a METIS format; FORMAT is up to three digits 0 or 1: vertex sizes, vertex weights, "
     "edge weights"},
    {"a.graph", "2 1 1 1\n2 1\n1 1\n",
     ":1:7: a count of 1 weight per vertex contradicts the format; FORMAT is 010 or 011 if vertices have "
     "weights"},
    {"a.graph", "2 1 11 5000\n2 1\n1 1\n",
     ":1:8: a count of 5000 weights per vertex contradicts the format; FORMAT is 010 or 011 if vertices have "
     "weights"},
    {"a.graph", "2 1 0 0 0\n2\n1\n",
     ":1:9: text follows the header; the first line reads: VERTICES EDGES [FORMAT [WEIGHTS-PER-VERTEX]]"},
    {"a.graph", "4294967295 1\n2\n1\n",
     ":1:1: 4294967295 vertices are too many; a graph or matrix has from 1 to 2^32-2 of them"},
    // METIS: lists
    {"a.graph", "3 1\n2\n1\n",
     ":3: the header declares 3 vertices, but the file has lines for 2; the file is cut off, or the header "
     "is wrong; an isolated vertex has an empty line"},
    {"a.graph", "2 1\n2\n1\n1\n",
     ":4:1: the header declares 2 vertices, and all have had their lines; correct the header, or remove what "
     "follows the last vertex"},
    {"a.graph", "3 3\n2\n1\n\n",
     ":1: the header declares 3 edges, but the lists hold 2 neighbours; an edge is in the lists of both "
     "ends: the lists hold twice as many neighbours as the header declares edges"},
    {"a.graph", "3 1\n2 3\n1 3\n1 2\n",
     ":1: the header declares 1 edge, but the lists hold 6 neighbours; an edge is in the lists "
     "of both ends: the lists hold twice as many neighbours as the header declares edges"},
    {"a.graph", "2 1\n3\n1\n",
     ":2:1: vertex 3 is not declared; vertices are numbered from 1 to 2, as declared"},
    {"a.graph", "2 1\n2\n0\n",
     ":3:1: vertex 0 does not exist; vertices are numbered from 1 to 2, as declared"},
    {"a.graph", "2 1\n2\n-1\n",
     ":3:1: vertex -1 is negative; vertices are numbered from 1 to 2, as declared"},
    {"a.graph", "2 1\n2\none\n",
     ":3:1: vertex 'one' is not an integer; vertices are numbered from 1 to 2, as declared"},
    {"a.graph", "3 2\n2 3\n1\n2\n",
     ": an edge is in the list of one of its ends only; an edge is in the lists of both ends; write lists of "
     "successors as an edge list"},
    {"a.graph", "2 1 1\n2\n1 1\n",
     ":2:2: the last neighbour has no weight; the format of the header promises a weight behind every "
     "neighbour"},
    {"a.graph", "2 1 10\n\n1\n",
     ":2:1: a size or weight of the vertex is missing; the format of the header promises it before the "
     "neighbours"},
    {"a.graph", "2 1 10\n-4 2\n1 1\n",
     ":2:1: weight -4 is negative; weights are finite numbers >= 0, or of any sign with option 'signs'"},
    {"a.graph", "2 1 1\n2 heavy\n1 1\n",
     ":2:3: 'heavy' is not a number; the format of the header promises a weight behind every "
     "neighbour"},
    {"a.graph", "2 1 1\n2 -1\n1 -1\n",
     ":2:3: weight -1 is negative; weights are finite numbers >= 0, or of any sign with option 'signs'",
     "weighted"},
    {"a.graph", "2 1\n2\n1\n", ":1: the file holds no edge weights; read it without weights", "weighted"},
    {"a.graph", "2 1 1\n2 3\n1 4\n",
     ": edge 1 2 has weight 3 but 2 1 has weight 4; say with option 'merge' which holds: sum, max or min",
     "weighted"},
    {"a.graph", "\177ELF\002\001\n",
     ": has no .properties file beside it; WebGraph files come in pairs: put NAME.properties beside "
     "NAME.graph"},
    {"a.txt", "0 1\n1 2\n", ":1:1: 0 vertices are too few; a graph or matrix has from 1 to 2^32-2 of them",
     "format=metis"},
    // DIMACS
    {"a.clq", "c only a comment\n",
     ":1: the file ends without a line 'p edge VERTICES EDGES'; lines are 'c COMMENT', 'p edge VERTICES "
     "EDGES' and 'e U V'"},
    {"a.clq", "e 1 2\np edge 2 1\n",
     ":1:1: an e line stands before the p line; the line 'p edge VERTICES EDGES' comes first"},
    {"a.clq", "p edge 2 1\np edge 2 1\ne 1 2\n",
     ":2:1: a second p line; the first is line 1; a file holds one graph"},
    {"a.clq", "p\ne 1 2\n",
     ":1:2: the p line is incomplete; lines are 'c COMMENT', 'p edge VERTICES EDGES' and 'e U V'"},
    {"a.clq", "p sp 2 1\na 1 2 5\n",
     ":1:3: 'sp' is not the problem of a DIMACS file; lines are 'c COMMENT', 'p edge VERTICES EDGES' and 'e "
     "U V'",
     "format=dimacs"},
    {"a.max", "c flow\np max 2 1\na 1 2 5\n",
     ":1: the ids are words; if this is an edge list, read it with option 'labels'"},
    // missing weights
    {"a.txt", "1 2 n/a\n2 3 1.5\n",
     ":1:5: the weight is missing ('n/a'); give one, drop the line, or read without weights", "weighted"},
    {"a.csv", "ann,bob,NA\nbob,carl,1.5\n",
     ":1:9: the weight is missing ('NA'); give one, drop the line, or read without weights",
     "weighted labels"},
    // DIMACS shortest paths
    {"a.gr", "c\np sp 2 1\na 1 2\n",
     ":3:6: the weight of the arc is missing; lines are 'c COMMENT', 'p sp VERTICES ARCS' and 'a U V "
     "WEIGHT'"},
    {"a.gr", "p sp 2 1\na 1 2 -5\n",
     ":2:7: weight -5 is negative; weights are finite numbers >= 0, or of any sign with option 'signs'",
     "weighted"},
    {"a.gr", "p aux sp p2p 3\n",
     ":1:3: 'aux' is not the problem of a shortest-path file; lines are 'c COMMENT', 'p sp VERTICES ARCS' "
     "and 'a U V WEIGHT'",
     "format=gr"},
    {"a.gr", "p sp 2 1\na 1 2 5 6\n",
     ":2:9: text follows the arc; lines are 'c COMMENT', 'p sp VERTICES ARCS' and 'a U V WEIGHT'"},
    {"a.gr", "p sp 2 2\na 1 2 5\n",
     ":1: the p line declares 2 arcs, but the file has 1 a line; the file is cut off, or the p line is "
     "wrong"},
    {"a.gr", "p sp 2 1\ne 1 2\n",
     ":2:1: 'e 1 2' is not a line of a shortest-path file; lines are 'c COMMENT', 'p sp VERTICES ARCS' and "
     "'a "
     "U V WEIGHT'"},
    {"a.gr", "a 1 2 5\np sp 2 1\n",
     ":1:1: an a line stands before the p line; the line 'p sp VERTICES ARCS' comes first", "format=gr"},
    {"a.gr", "p sp 2 2\na 1 2 5\na 2 1 6\n",
     ": edge 1 2 has weight 5 but 2 1 has weight 6; say with option 'merge' which holds: sum, max or min",
     "weighted"},
    {"a.clq", "p edge\ne 1 2\n",
     ":1:7: the number of vertices is missing; counts are integers from 0 to 18446744073709551615"},
    {"a.clq", "p edge 2 1 1\ne 1 2\n",
     ":1:12: text follows the p line; lines are 'c COMMENT', 'p edge VERTICES EDGES' and 'e U V'"},
    {"a.clq", "p edge 0 0\n", ":1:8: 0 vertices are too few; a graph or matrix has from 1 to 2^32-2 of them"},
    {"a.clq", "p edge 4000000000 1\ne 1 2\n",
     ":1: 4000000000 vertices are declared for 1 edge; correct the count, or number only the vertices that "
     "have edges"},
    {"a.clq", "p edge 3 3\ne 1 2\n",
     ":1: the p line declares 3 edges, but the file has 1 e line; the file is cut off, or the p line is "
     "wrong"},
    {"a.clq", "p edge 3 1\ne 1 2\ne 2 3\ne 1 3\n",
     ":1: the p line declares 1 edge, but the file has 3 e lines; the file is cut off, or the p line is "
     "wrong"},
    {"a.clq", "p edge 2 1\ne 1 3\n",
     ":2:5: vertex 3 is not declared; vertices are numbered from 1 to 2, as declared"},
    {"a.clq", "p edge 2 1\ne 0 1\n",
     ":2:3: vertex 0 does not exist; vertices are numbered from 1 to 2, as declared"},
    {"a.clq", "p edge 2 1\ne 1\n",
     ":2:4: a vertex is missing; vertices are numbered from 1 to 2, as declared"},
    {"a.clq", "p edge 2 1\ne 1 2 5\n",
     ":2:7: text follows the edge; lines are 'c COMMENT', 'p edge VERTICES EDGES' and 'e U V'"},
    {"a.clq", "p edge 2 1\n1 2\n",
     ":2:1: '1 2' is not a line of a DIMACS file; lines are 'c COMMENT', 'p edge VERTICES EDGES' and 'e U "
     "V'"},
    {"a.col", "p edge 2 1\ne 1 2\n\000\000\000\n"sv,
     ":3:1: '\\x00\\x00\\x00' is not a line of a DIMACS file; lines are 'c COMMENT', 'p edge VERTICES EDGES' "
     "and 'e U V'"},
    // GML
    {"a.gml", "Creator \"me\"\n", ":1: the file holds no graph; a GML file is: graph [ node [ id 1 ] ... ]"},
    {"a.gml", "graph [ ]\n", ":1: the graph has no nodes; a graph needs at least one node"},
    {"a.gml", "graph 5\n", ":1:1: 'graph' has no list; write: graph [ ... ]"},
    {"a.gml", "graph [ node [ id 1 ]\n",
     ":1:1: the list of 'graph' is not closed; the file is cut off, or a ']' is missing"},
    {"a.gml", GML_PAIR "edge [ source 1 target 2\n",
     ":2:1: the list of 'edge' is not closed; the file is cut off, or a ']' is missing"},
    {"a.gml", GML_PAIR "] ]\n", ":2:3: ']' closes no list; remove it, or open the list it belongs to"},
    {"a.gml", GML_PAIR "] graph [ ]\n",
     ":2:3: a second graph; the first is in line 1; a file holds one graph"},
    {"a.gml", GML_PAIR "] rubbish\n", ":2:3: 'rubbish' has no value; a value follows every key"},
    {"a.gml", GML_PAIR "] 42\n",
     ":2:3: '42' stands where a key belongs; lists hold keys, words that begin with a letter, each followed "
     "by its value"},
    {"a.gml", "graph [ node [ id 1 label \"open ] ]\n",
     ":1:27: a string does not end; close the quotes; a quote inside a string is written &quot;"},
    {"a.gml", "graph [ node [ id ] ]\n", ":1:16: 'id' has no value; a number or a string follows the key"},
    {"a.gml", "graph [ node [ label \"x\" ] ]\n", ":1:9: a node has no id; write: node [ id 1 ]"},
    {"a.gml", "graph [ node 1 ]\n", ":1:9: 'node' has no list; write: node [ ... ]"},
    {"a.gml", "graph [ node [ id 1 id 2 ] ]\n", ":1:21: a second 'id'; a node or an edge has one of each"},
    {"a.gml", "graph [ node [ id 1 ]\nnode [ id 7 ]\nnode [ id 1 ] ]\n",
     ":3:1: a second node with the id '1'; every node has an id of its own"},
    {"a.gml", "graph [ node [ id -1 ] ]\n",
     ":1:19: id -1 is negative; ids are integers from 0 to 18446744073709551615"},
    {"a.gml", "graph [ node [ id 1.5 ] ]\n",
     ":1:19: id '1.5' is not an integer; ids are integers from 0 to 18446744073709551615"},
    {"a.gml", "graph [ node [ id 1 label [ text \"x\" ] ] ]\n",
     ":1:21: 'label' has no value; a number or a string follows the key"},
    {"a.gml", "graph [ node [ id 1 x [ y ] ] ]\n", ":1:25: 'y' has no value; a value follows every key"},
    {"a.gml", "graph [ \"node\" [ id 1 ] ]\n",
     ":1:9: a string stands where a key belongs; lists hold keys, words that begin with a letter, each "
     "followed by its value"},
    {"a.gml", "graph [ node [ id 1 ] [ id 2 ] ]\n",
     ":1:23: a list stands where a key belongs; lists hold keys, words that begin with a letter, each "
     "followed by its value"},
    {"a.gml", GML_PAIR "edge [ target 2 ] ]\n",
     ":2:1: an edge has no source; write: edge [ source 1 target 2 ]"},
    {"a.gml", GML_PAIR "edge [ source 1 ] ]\n",
     ":2:1: an edge has no target; write: edge [ source 1 target 2 ]"},
    {"a.gml", GML_PAIR "edge [ source 1 source 2 ] ]\n",
     ":2:17: a second 'source'; a node or an edge has one of each"},
    {"a.gml", GML_PAIR "edge [ source 1 target 2 ]\nedge [ source 1 target 3 ] ]\n",
     ":3:1: the target '3' of the edge is not the id of a node; add the node, or correct the edge"},
    {"a.gml", GML_PAIR "edge [ source 1 target 2 ] ]\n",
     ":2:1: the edge has no weight; give every edge a 'weight' or 'value', or read without weights",
     "weighted"},
    {"a.gml", GML_PAIR "edge [ source 1 target 2 value nan ] ]\n",
     ":2:32: weight nan is not finite; weights are finite numbers >= 0", "weighted"},
    {"a.gml", GML_PAIR "edge [ source 1 target 2 value -1 ] ]\n",
     ":2:32: weight -1 is negative; weights are finite numbers >= 0, or of any sign with option 'signs'",
     "weighted"},
    {"a.gml", GML_PAIR "edge [ source 1 target 2 value 1 weight 1 ] ]\n",
     ":2:34: 'weight' on this edge, 'value' on another or the same one; edges carry 'weight' or 'value', all "
     "the same",
     "weighted"},
    {"a.gml", GML_PAIR "edge [ source 1 target 2 value 1 ]\nedge [ source 2 target 1 value 2 ] ]\n",
     ": edge 1 2 has weight 1 but 2 1 has weight 2; say with option 'merge' which holds: sum, max or min",
     "weighted"},
    {"a.gml", GML_PAIR "]\n",
     ": labels cannot name the vertices: node '1' has no label; read without option 'labels' to use the ids",
     "labels"},
    {"a.gml", "graph [ node [ id 1 label \"x\" ] node [ id 2 label \"x\" ] ]\n",
     ": labels cannot name the vertices: label 'x' repeats; read without option 'labels' to use the ids",
     "labels"},
    {"a.gml", "graph [ node [ id 1 ] \000 ]\n"sv,
     ":1:23: byte 0x00 is not text; GML is plain text: keys, numbers, strings in double quotes and brackets"},
};

}  // namespace lode::test
