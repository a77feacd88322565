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
#include <lode/graph/components.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/density_certificate.hpp>
#include <lode/graph/directed_densest.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>
#include <lode/subgraph/tabu.hpp>

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
using subgraph::settings_of;
using subgraph::Solution;
using subgraph::solve;
using subgraph::StartKind;
using subgraph::TabuOptions;

}  // namespace lode
