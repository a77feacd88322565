#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <expat.h>
#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/networks/attribute_columns.hpp"
#include "io/formats/networks/network.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

/// The longest text that is kept, of all its parts.
constexpr std::size_t longest_text = std::size_t{1} << 20;

/// Between the namespace and the name of an element; no XML text holds it in either.
constexpr char name_separator = '\n';
constexpr std::size_t piece_bytes = std::size_t{1} << 18;
constexpr std::int64_t longest_tag = std::int64_t{1} << 24;

/// The beginning of an element; it lasts for the call that passes it.
struct XmlTag {
  std::string_view name;          ///< without prefix
  const char* const* attributes;  ///< names and values in turn, then nullptr

  std::optional<std::string_view> attribute(std::string_view wanted) const {
    for (const char* const* at = attributes; *at; at += 2) {
      if (wanted == at[0]) return at[1];
    }
    return std::nullopt;
  }
};

/// Reads an XML document piece by piece, by expat: UTF-8, UTF-16, Latin-1 or ASCII. A derived class takes the
/// elements that belong to the vocabulary of the root; elements of another namespace are skipped with all
/// that is in them.
///
/// Nothing outside the document is ever read, and documents with a type (<!DOCTYPE) are refused: the entities
/// that it declares could stand for any amount of text.
///
/// Cost:   O(bytes); memory for the elements that are open and for one tag, of 16 MiB at most.
/// Errors: InputError for documents that are not well-formed or have a type, and tags too long to be meant;
///         exceptions of the derived class; SystemError once the run is interrupted.
class XmlReader {
 public:
  XmlReader(CompressedInput& input, const RunContext& run)
      : input_(input), run_(run), expat_(::XML_ParserCreateNS(nullptr, name_separator), ::XML_ParserFree) {
    if (!expat_) throw std::bad_alloc();
    XML_Parser expat = expat_.get();
    ::XML_SetUserData(expat, this);
    ::XML_SetElementHandler(
        expat,
        [](void* reader, const char* name, const char** attributes) {
          guarded(reader, [&](XmlReader& self) { self.begin_element(name, attributes); });
        },
        [](void* reader, const char*) {
          guarded(reader, [](XmlReader& self) { self.skipped_ > 0 ? void(--self.skipped_) : self.close(); });
        });
    ::XML_SetCharacterDataHandler(expat, [](void* reader, const char* part, int size) {
      guarded(reader, [&](XmlReader& self) {
        if (self.skipped_ == 0) self.text({part, static_cast<std::size_t>(size)});
      });
    });
    ::XML_SetStartDoctypeDeclHandler(expat, [](void* reader, const char*, const char*, const char*, int) {
      guarded(reader, [](XmlReader& self) {
        self.fail("the document has a type, which could give characters a meaning of its own",
                  "leave out <!DOCTYPE ...>, and write characters as they are");
      });
    });
  }
  virtual ~XmlReader() = default;
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

 protected:
  /// False: the element and all within it are skipped.
  virtual bool open(const XmlTag& tag) = 0;
  /// The end of the innermost element that is open.
  virtual void close() = 0;
  /// A part of the text within it.
  virtual void text(std::string_view part) = 0;

  void read_document() {
    XML_Parser expat = expat_.get();
    for (bool more = true; more;) {
      if (run_.interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
      void* const room = ::XML_GetBuffer(expat, static_cast<int>(piece_bytes));
      if (!room) throw std::bad_alloc();
      const std::size_t got = input_.read(static_cast<char*>(room), piece_bytes);
      more = got == piece_bytes;
      const XML_Status state = ::XML_ParseBuffer(expat, static_cast<int>(got), more ? XML_FALSE : XML_TRUE);
      if (error_) std::rethrow_exception(error_);
      if (state != XML_STATUS_OK) fail_on_text();
      const std::int64_t waiting =
          static_cast<std::int64_t>(input_.bytes_read()) - ::XML_GetCurrentByteIndex(expat);
      if (more && waiting > longest_tag) {
        fail(fmt::format("a tag is longer than {} bytes", longest_tag), "the file is no XML, or damaged");
      }
    }
  }
  /// Where the tag or text begins that is being passed.
  TextPlace place() const {
    return {::XML_GetCurrentLineNumber(expat_.get()), ::XML_GetCurrentColumnNumber(expat_.get()) + 1};
  }
  /// Of the whole document, once it has been read.
  std::uint64_t lines() const {
    const TextPlace end = place();
    return end.column == 1 && end.line > 1 ? end.line - 1 : end.line;
  }
  [[noreturn]] void fail(std::string problem, std::string remedy) const {
    fail_in_text(input_, place(), std::move(problem), std::move(remedy));
  }

 private:
  /// Runs a part of a callback; an exception waits until expat has returned.
  template <class Call>
  static void guarded(void* reader, const Call& call) {
    XmlReader& self = *static_cast<XmlReader*>(reader);
    if (self.error_) return;  // expat may still end the tag it was in
    try {
      call(self);
    } catch (...) {
      self.error_ = std::current_exception();
      ::XML_StopParser(self.expat_.get(), XML_FALSE);
    }
  }

  void begin_element(std::string_view name, const char* const* attributes) {
    const std::size_t end = name.rfind(name_separator);
    const std::string_view space = end == std::string_view::npos ? "" : name.substr(0, end);
    if (!vocabulary_) vocabulary_ = space;
    if (skipped_ > 0 || space != *vocabulary_ || !open({name.substr(end + 1), attributes})) ++skipped_;
  }

  [[noreturn]] void fail_on_text() const {
    const XML_Error error = ::XML_GetErrorCode(expat_.get());
    const char* const said = ::XML_ErrorString(error);
    switch (error) {
      case XML_ERROR_NO_MEMORY:
        throw std::bad_alloc();
      case XML_ERROR_NO_ELEMENTS:
      case XML_ERROR_UNCLOSED_TOKEN:
      case XML_ERROR_UNCLOSED_CDATA_SECTION:
        fail(fmt::format("the XML document ends too early ({})", said), "the file is cut off");
      case XML_ERROR_UNKNOWN_ENCODING:
      case XML_ERROR_INCORRECT_ENCODING:
        fail(fmt::format("the XML document cannot be decoded ({})", said),
             "convert it, as with: iconv -t UTF-8, and leave the encoding out of its first line");
      default:
        fail(fmt::format("the document is no XML: {}", said),
             "'<' and '&' in texts are written &lt; and &amp;, values stand in quotes, and the text is UTF-8 "
             "(iconv -t UTF-8 converts it)");
    }
  }

  CompressedInput& input_;
  const RunContext& run_;
  std::unique_ptr<XML_ParserStruct, void (*)(XML_ParserStruct*)> expat_;
  std::exception_ptr error_;
  std::optional<std::string> vocabulary_;  ///< the namespace of the root
  std::uint64_t skipped_ = 0;              ///< elements that are open and not passed
};

/// The meaning of a `key` of the document.
struct Key {
  bool declared = false;                 ///< if not, the key is called by its id
  bool label = false, name = false;      ///< of nodes
  bool weight = false, value = false;    ///< of edges
  std::optional<std::string> attribute;  ///< its name, of nodes; only with ReadOptions::attributes
  std::optional<std::string> standard;   ///< the default value
  bool weight_or_value() const { return weight || value; }
};

class GraphmlParser final : public XmlReader {
 public:
  GraphmlParser(CompressedInput& input, const ReadOptions& options, const RunContext& run, NetworkSink& sink)
      : XmlReader(input, run), input_(input), options_(options), sink_(sink) {}

  NetworkText read() {
    read_document();
    if (text_.graph.line == 0) {
      fail_in_text(input_, {lines(), 0}, "the document holds no graph",
                   "a GraphML file is: <graphml> <graph> <node id=\"a\"/> ... </graph> </graphml>");
    }
    text_.lines = lines();
    if (inner_graphs_ > 0) {
      text_.notes.push_back(format_plural(inner_graphs_, "graph within a node", "graphs within nodes") +
                            " read as parts of the whole");
    }
    return std::move(text_);
  }

  bool open(const XmlTag& tag) override {
    const auto enter = [&](Inside inside) {
      inside_.push_back(inside);
      return true;
    };
    if (inside_.empty()) {
      if (tag.name == "graphml") return enter(Inside::document);
      fail(fmt::format("the document is '{}', not 'graphml'", excerpt(tag.name)),
           "name the true format with option 'format'");
    }
    switch (inside_.back()) {
      case Inside::document:
        if (tag.name == "graph") return begin_graph(tag) && enter(Inside::graph);
        return tag.name == "key" && begin_key(tag) && enter(Inside::key);
      case Inside::key:
        return tag.name == "default" && key_ && (key_->weight_or_value() || key_->attribute) &&
               begin_text(key_->weight_or_value() ? Wanted::all : Wanted::attribute) && enter(Inside::data);
      case Inside::graph:
        if (tag.name == "node") return begin_node(tag) && enter(Inside::node);
        if (tag.name == "edge") return begin_edge(tag) && enter(Inside::edge);
        if (tag.name == "hyperedge") {
          fail("an edge of several ends (hyperedge)", "lode reads edges between two nodes; write its pairs");
        }
        return false;
      case Inside::node:
        if (tag.name == "graph") return begin_inner_graph(tag) && enter(Inside::graph);
        return tag.name == "data" && begin_node_data(tag) && enter(Inside::data);
      case Inside::edge:
        return tag.name == "data" && begin_edge_data(tag) && enter(Inside::data);
      case Inside::data:
        return false;
    }
    return false;
  }

  void text(std::string_view part) override {
    if (inside_.empty() || inside_.back() != Inside::data) return;
    const std::size_t room = longest_text - characters_.size();
    if (part.size() > room && text_wanted_ == Wanted::all) {
      fail(fmt::format("a label or weight is longer than {} bytes", longest_text),
           "shorten it, or leave it out");
    }
    characters_ += part.substr(0, room);
  }

  void close() override {
    const Inside ended = inside_.back();
    inside_.pop_back();
    if (ended == Inside::data) end_data();
    if (ended == Inside::node) end_node();
    if (ended == Inside::edge) end_edge();
    if (ended == Inside::key) key_ = nullptr;
    if (ended == Inside::graph) end_inner_graph();
  }

 private:
  enum class Inside { document, key, graph, node, edge, data };
  enum class Wanted {
    all,       ///< longer texts are errors
    attribute  ///< as much as shows that the value is too long to be kept
  };

  struct Attribute {
    const Key* key;
    std::optional<std::string> value = {};
  };
  struct Node {
    std::string id;
    TextPlace place;
    std::optional<std::string> label, name;
    std::vector<Attribute> attributes;
  };

  std::string_view required(const XmlTag& tag, std::string_view attribute, const char* remedy) const {
    const auto found = tag.attribute(attribute);
    if (!found) fail(fmt::format("the {} has no '{}'", tag.name, attribute), remedy);
    return *found;
  }

  bool begin_key(const XmlTag& tag) {
    const std::string_view id =
        required(tag, "id", "write: <key id=\"d0\" for=\"edge\" attr.name=\"weight\"/>");
    const std::string_view owner = tag.attribute("for").value_or("all");
    const bool of_nodes = owner == "node" || owner == "all";
    const bool of_edges = owner == "edge" || owner == "all";
    key_ = &keys_[std::string(id)];
    key_->declared = true;
    add_meaning(*key_, tag.attribute("attr.name").value_or(id), of_nodes, of_edges);
    weight_declared_ = weight_declared_ || key_->weight;
    return true;
  }

  void add_meaning(Key& key, std::string_view name, bool of_nodes, bool of_edges) const {
    key.label = key.label || (of_nodes && name == "label");
    key.name = key.name || (of_nodes && name == "name");
    key.weight = key.weight || (of_edges && name == "weight");
    key.value = key.value || (of_edges && name == "value");
    if (options_.attributes && of_nodes && name != "label" && name != "name") key.attribute = name;
  }

  /// The key of a data element.
  const Key& key_of(const XmlTag& tag, bool of_node) {
    const std::string_view id = required(tag, "key", "write: <data key=\"d0\">1.5</data>");
    const auto found = keys_.find(id);
    Key& key = found != keys_.end() ? found->second : keys_[std::string(id)];
    if (!key.declared) add_meaning(key, id, of_node, !of_node);
    return key;
  }

  bool begin_graph(const XmlTag& tag) {
    if (text_.graph.line > 0) {
      fail(fmt::format("a second graph; the first is in line {}", text_.graph.line),
           "a file holds one graph");
    }
    text_.graph = place();
    directed_ = tag.attribute("edgedefault") == "directed";
    return true;
  }

  bool begin_inner_graph(const XmlTag& tag) {
    ++inner_graphs_;
    outer_directions_.push_back(directed_);
    if (const auto own = tag.attribute("edgedefault")) directed_ = own == "directed";
    return true;
  }

  void end_inner_graph() {
    if (outer_directions_.empty()) return;  // the graph itself
    directed_ = outer_directions_.back();
    outer_directions_.pop_back();
  }

  bool begin_text(Wanted wanted) {
    text_wanted_ = wanted;
    characters_.clear();
    text_place_ = place();
    return true;
  }

  bool begin_node(const XmlTag& tag) {
    nodes_.push_back({std::string(required(tag, "id", "write: <node id=\"a\"/>")), place(), {}, {}, {}});
    return true;
  }

  bool begin_node_data(const XmlTag& tag) {
    const Key& key = key_of(tag, true);
    Node& node = nodes_.back();
    wanted_ = key.label ? &node.label : key.name ? &node.name : nullptr;
    if (!wanted_ && key.attribute) {
      node.attributes.push_back({&key});
      wanted_ = &node.attributes.back().value;
      return begin_text(Wanted::attribute);
    }
    if (!wanted_) return false;
    if (*wanted_) fail_twice(key.label ? "label" : "name");
    return begin_text(Wanted::all);
  }

  void end_node() {
    Node& node = nodes_.back();
    sink_.node(node.id, node.label ? node.label : node.name, node.place);
    hand_over_attributes(node.attributes);
    ++num_nodes_;
    nodes_.pop_back();
  }

  /// Those of the node, then the default values of the others.
  void hand_over_attributes(const std::vector<Attribute>& own) {
    for (const Attribute& one : own) sink_.attribute(num_nodes_, *one.key->attribute, *one.value);
    for (const Key* key : attributes_by_default_) {
      if (std::ranges::find(own, key, &Attribute::key) != own.end()) continue;
      sink_.attribute(num_nodes_, *key->attribute, *key->standard);
    }
  }

  bool begin_edge(const XmlTag& tag) {
    constexpr auto remedy = "write: <edge source=\"a\" target=\"b\"/>";
    element_ = place();
    source_ = required(tag, "source", remedy);
    target_ = required(tag, "target", remedy);
    const auto directed = tag.attribute("directed");
    edge_directed_ = directed ? *directed == "true" : directed_;
    weight_.reset();
    return true;
  }

  bool begin_edge_data(const XmlTag& tag) {
    const Key& key = key_of(tag, false);
    if (!key.weight && (!key.value || weight_declared_)) return false;
    if (!options_.weighted) {
      text_.weights_passed_over = true;
      return false;
    }
    if (weight_) fail_twice("weight");
    wanted_ = &weight_;
    return begin_text(Wanted::all);
  }

  [[noreturn]] void fail_twice(const char* what) const {
    fail(fmt::format("a second '{}'", what), one_of_each_remedy);
  }

  void end_data() {
    if (key_) {
      end_default();
    } else {
      *wanted_ = characters_;
    }
  }

  void end_default() {
    const bool is_new = !std::exchange(key_->standard, characters_);
    if (key_->weight_or_value() && (!standard_key_ || key_->weight)) standard_key_ = key_;
    // One more than are kept is enough to note that some are left out.
    if (key_->attribute && is_new && attributes_by_default_.size() <= AttributeColumns::most_columns) {
      attributes_by_default_.push_back(key_);
    }
  }

  void end_edge() {
    NetworkEdge edge{source_, target_, {}, edge_directed_, element_};
    if (options_.weighted) {
      const bool by_default = !weight_ && standard_key_ && (standard_key_->weight || !weight_declared_);
      if (by_default) edge.weight = weight_from(input_, options_, *standard_key_->standard, element_);
      if (weight_) edge.weight = weight_from(input_, options_, *weight_, text_place_);
    }
    sink_.edge(edge);
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  NetworkSink& sink_;
  NetworkText text_;
  std::vector<Inside> inside_;  ///< of the elements that are open
  std::map<std::string, Key, std::less<>> keys_;
  Key* key_ = nullptr;                 ///< the one that is open
  const Key* standard_key_ = nullptr;  ///< of the weight that edges have without data
  std::vector<const Key*> attributes_by_default_;
  bool weight_declared_ = false;  ///< `weight` is a key, and `value` is none of a weight
  bool directed_ = false;
  std::vector<bool> outer_directions_;  ///< of the graphs around the one that is being read
  std::uint64_t inner_graphs_ = 0;
  std::vector<Node> nodes_;  ///< that are open
  std::uint64_t num_nodes_ = 0;
  std::string source_, target_;
  bool edge_directed_ = false;
  std::optional<std::string> weight_;
  TextPlace element_, text_place_;
  std::string characters_;
  Wanted text_wanted_ = Wanted::all;
  std::optional<std::string>* wanted_ = nullptr;  ///< where the text of the data belongs
};

NetworkText parse_graphml(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                          NetworkSink& sink) {
  return GraphmlParser(input, options, run, sink).read();
}

}  // namespace

constinit const NetworkForm graphml_form = {
    .title = "GraphML",
    .directed_remedy = "write edgedefault=\"directed\" in the graph",
    .integer_ids = false,
    .parse = parse_graphml,
};

}  // namespace lode::detail
