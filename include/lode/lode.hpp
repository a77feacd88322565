#pragma once

// Everything that most programs need. The bridges to other libraries (graph/boost.hpp, graph/eigen.hpp) are
// included one by one.
#include <lode/bounds/bounds.hpp>
#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/core/version.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/arithmetic.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/questions/directed.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

/// @mainpage The C++ reference
///
/// lode finds dense subgraphs. This is the reference of its headers. The <a href="../index.html">manual</a>
/// says how to install lode, and has a tutorial for C++.
///
/// `#include <lode/lode.hpp>` brings everything that most programs need:
///
///     #include <lode/lode.hpp>
///
///     const lode::Graph graph = lode::Graph::from_edges({{0, 1}, {1, 2}, {0, 2}, {2, 3}});
///     const lode::FindResult found = lode::find(graph, 3);
///
/// Begin with lode::Graph, lode::read_graph and lode::find.
///
/// - @ref lode "lode": graphs, files, dense sets of any size, studies, and the text of reports
/// - lode::subgraph: methods and upper bounds for the heaviest set of s vertices
/// - lode::least_squares: least squares with few nonzeros or with signs
/// - lode::hybrid: the method HYBRID for any objective and constraint
///
/// Words that occur everywhere:
///
/// - n, m: numbers of vertices and edges of a graph; s: number of vertices of a set
/// - w(S): the weight of the edges inside a set S, and their number if the graph has no weights
/// - upper bound: a proven number that no set of the size exceeds
/// - gap: the distance between the answer and the upper bound, relative to the bound
/// - proven optimal: the answer meets its upper bound
/// - certificate: a file with which another program can check an upper bound
///
/// Comments give the cost of a function in steps, its errors, its source, and what its answer depends on. A
/// function that takes a RunContext works on the threads of the run, and stops on cancel and deadline.

/// @namespace lode
/// Graphs, files, dense sets of any size, studies, and the text of reports.

/// @namespace lode::subgraph
/// Methods and upper bounds for the heaviest set of s vertices.

/// @namespace lode::least_squares
/// Least squares with few nonzeros or with signs: problems, methods, and tests of answers.

/// @namespace lode::hybrid
/// The method HYBRID for any objective and constraint: blocks, working sets, and the driver.

namespace lode {

// The everyday names of the subgraph problem. The other names are in lode::subgraph.
using subgraph::Bound;
using subgraph::BoundCertificate;
using subgraph::certificate_json;
using subgraph::check_certificate;
using subgraph::CheckedBound;
using subgraph::Effort;
using subgraph::HybridOptions;
using subgraph::make_certificate;
using subgraph::MethodSettings;
using subgraph::Problem;
using subgraph::read_certificate;
using subgraph::Solution;
using subgraph::solve;
using subgraph::StartKind;

}  // namespace lode
