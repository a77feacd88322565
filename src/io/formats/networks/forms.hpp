#pragma once

#include "io/formats/networks/network_sink.hpp"

namespace lode::detail {

/// GraphML: one `graph` of `node` and `edge`, in any order; graphs within nodes are parts of the whole. Keys
/// of the name `label`, else `name`, are labels of nodes; `weight`, or `value` where no key is called
/// `weight`, are weights of edges, with the default that the key declares. Other keys of nodes are
/// attributes. All other data, ports and descriptions are passed over. Errors: InputError for hyperedges, a
/// second graph, nodes without id and edges without ends. Source: U. Brandes, M. Eiglsperger, I. Herman, M.
/// Himsolt, M. S. Marshall, GraphML progress report, Graph
///         Drawing 2001.
extern const NetworkForm graphml_form;

/// Node-link JSON, as networkx, D3 and vis.js write it: an object with a list `nodes` and a list `links` or
/// `edges`, in any order. A node has an `id`, a text or a number, and perhaps a `label` or `name`; nodes
/// without ids are called by their place in the list, from 0. An edge has `source` and `target` (or `from`
/// and `to`) and perhaps `weight` or `value`. Other texts, numbers and truth values of a node are attributes.
/// All else is passed over. `directed` true gives edges directions. Errors: InputError for what is not such a
/// list, and for texts and values too long to be meant.
extern const NetworkForm node_link_form;

}  // namespace lode::detail
