#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>

#include "core/sequential_pass.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/lode/stored_file.hpp"
#include "io/stream/mapped_file.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

/// True if a text begins like the lode format, perhaps damaged by a transfer as text.
bool is_lode(std::string_view head) { return head.starts_with(std::string_view(lode_magic, 5)); }

/// The result of a check of some rows.
struct Rows {
  bool good = true;  ///< increasing rows without loops, with good weights
  /// The sum of edge_balance; 0 if both ends list each edge with equal weight.
  std::uint64_t balance = 0;

  static Rows both(Rows a, Rows b) { return {a.good && b.good, a.balance + b.balance}; }
};

constexpr auto damaged_remedy = "the file is damaged: convert the graph again from its source";

class LodeReader {
 public:
  LodeReader(std::string_view bytes, std::shared_ptr<const void> owner, const std::string& name,
             const ReadOptions& options)
      : bytes_(bytes), owner_(std::move(owner)), name_(name), options_(options) {}

  LoadedGraph read(bool full, const RunContext& run) {
    check_options(options_, {.title = "lode", .weights = true, .labels = true});
    read_header();
    check_counts();
    const auto refuse_if = [&](bool wrong, const char* option, const char* problem, const char* remedy) {
      if (wrong) throw InvalidArgument(option, "", fmt::format(fmt::runtime(problem), name_), remedy);
    };
    refuse_if(options_.labels && header_.names != 2, "option 'labels'", "finds none in {}", "leave it out");
    refuse_if(options_.weighted && !header_.weighted && header_.arcs > 0, "option 'weighted'",
              "does not fit {}, which holds no weights", "leave it out");
    refuse_if(options_.weighted && has_signed_weights(header_) && options_.signs == WeightSigns::from_zero,
              "option 'weighted'", "does not admit the negative weights of {}", "add option 'signs'");
    refuse_if(declares_core() && header_.weighted && !options_.weighted, "option 'weighted'",
              "is missing: {} was cut by strength and needs its weights", "add option 'weighted'");
    check_rising(offsets(), layout_.offsets, header_.arcs, "offset");
    run.parallel([&] {
      if (full) check_data();
      check_arcs(run);
    });
    LoadedGraph loaded;
    loaded.graph = build(full);
    fill_report(loaded, full);
    take_values(loaded);
    if (declares_core()) loaded.report.core_of = declared(loaded.graph);
    return loaded;
  }

 private:
  [[noreturn]] void fail(std::uint64_t byte, const std::string& problem,
                         const std::string& remedy = damaged_remedy) const {
    throw InputError({name_}, fmt::format("byte {}: {}", byte, problem), remedy);
  }

  template <class T>
  std::span<const T> section(std::uint64_t begin, std::uint64_t size) const {
    return {reinterpret_cast<const T*>(bytes_.data() + begin), size};
  }

  std::span<const ArcIndex> offsets() const {
    return section<ArcIndex>(layout_.offsets, header_.vertices + 1);
  }

  // --- the header ---

  void read_header() {
    const std::size_t magic_bytes = std::min(bytes_.size(), sizeof lode_magic);
    if (std::memcmp(bytes_.data(), lode_magic, magic_bytes) != 0) {
      if (is_lode(bytes_)) {
        fail(5, "the line ends were changed on the way, as transfers of text do", "transfer it as binary");
      }
      fail(0, "does not begin like a lode file", "name its format with option 'format'");
    }
    if (bytes_.size() < sizeof(LodeHeader)) {
      fail(bytes_.size(), fmt::format("ends inside the header of {} bytes", sizeof(LodeHeader)));
    }
    std::memcpy(&header_, bytes_.data(), sizeof header_);
    if (header_.byte_order != lode_byte_order) {
      const bool swapped = header_.byte_order == __builtin_bswap32(lode_byte_order);
      fail(offsetof(LodeHeader, byte_order),
           swapped ? "was written by a machine of the other byte order" : "the byte order mark is wrong",
           swapped ? "convert the graph on this machine" : damaged_remedy);
    }
    if (header_.version < lode_version || header_.version > lode_last_version) {
      fail(offsetof(LodeHeader, version),
           fmt::format("is version {} of the lode format, and this lode reads versions {} to {}",
                       header_.version, lode_version, lode_last_version),
           "convert the graph again with this lode, or use a newer one");
    }
    if (header_.header_checksum != checksum_of_header(header_)) {
      fail(offsetof(LodeHeader, header_checksum), "the checksum of the header is wrong");
    }
  }

  /// The counts must be plausible, so that no size overflows, and match the file size.
  void check_counts() {
    const std::uint64_t n = header_.vertices;
    if (n >= no_vertex) fail(offsetof(LodeHeader, vertices), fmt::format("{} vertices are too many", n));
    if (header_.arcs % 2 != 0 || (n > 0 ? header_.arcs > n * (n - 1) : header_.arcs > 0) ||
        header_.arcs >= most_of_anything) {
      fail(offsetof(LodeHeader, arcs),
           fmt::format("{} arcs are impossible with {} vertices", header_.arcs, n));
    }
    if (header_.weighted > lode_weights_code(WeightKind::real, true))
      fail(offsetof(LodeHeader, weighted), "the kind of weights is none of 0 to 4");
    if (header_.names > 2) fail(offsetof(LodeHeader, names), "the kind of names is none of 0, 1 and 2");
    if (header_.label_bytes >= most_of_anything || (header_.names != 2 && header_.label_bytes != 0)) {
      fail(offsetof(LodeHeader, label_bytes),
           fmt::format("{} bytes of labels are impossible", header_.label_bytes));
    }
    layout_ = layout_of(header_);
    const std::uint64_t end = header_.file_bytes;
    if (declares_core() ? end < layout_.origin + least_origin_bytes : end != layout_.end) {
      fail(offsetof(LodeHeader, file_bytes),
           declares_core()
               ? fmt::format("the size {} leaves no room for the declaration of the core", end)
               : fmt::format("the size {} does not follow from the counts, which give {}", end, layout_.end));
    }
    if (bytes_.size() < end) {
      fail(bytes_.size(), fmt::format("is truncated: {} bytes were written", end),
           "copy it again, or convert the graph again from its source");
    }
    if (bytes_.size() > end) {
      fail(end, fmt::format("{} further bytes follow the end", bytes_.size() - end));
    }
  }

  // --- origin of a core ---

  bool declares_core() const { return detail::declares_core(header_.version); }

  CoreOrigin declared(const Graph& graph) const {
    const std::uint64_t begin = layout_.origin;
    CoreOrigin origin =
        parsed_origin(bytes_.substr(begin),
                      [&](std::uint64_t byte, const std::string& problem) { fail(begin + byte, problem); });
    try {
      check_core_origin(graph, origin, name_);
    } catch (const InputError& error) {
      fail(begin, error.problem(), error.remedy());
    }
    return origin;
  }

  // --- the data ---

  void check_data() const {
    const std::uint32_t sum = extend_checksum(0, bytes_.substr(sizeof header_));
    if (sum != header_.data_checksum) {
      fail(offsetof(LodeHeader, data_checksum), "the checksum of the data is wrong");
    }
  }

  /// Checks that `values` rise, not strictly, from 0 to `last`. `what` names a value, `begin` is their byte.
  void check_rising(std::span<const std::uint64_t> values, std::uint64_t begin, std::uint64_t last,
                    std::string_view what) const {
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool wrong = before > values[i] || values[i] > last || (i == 0 && values[i] != 0);
      if (wrong) fail(begin + 8 * i, fmt::format("{} {} is {}, out of order", what, i, values[i]));
      before = values[i];
    }
    if (before != last) {
      fail(begin + 8 * (values.size() - 1),
           fmt::format("the last {} is {} instead of {}", what, before, last));
    }
  }

  std::size_t row_of(std::size_t arc) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(offsets(), arc) - offsets().begin()) - 1;
  }
  std::span<const Vertex> targets() const { return section<Vertex>(layout_.targets, header_.arcs); }
  /// The weights to read.
  std::span<const Weight> weights() const {
    return section<Weight>(layout_.weights, header_.weighted && options_.weighted ? header_.arcs : 0);
  }
  bool is_good(Weight weight) const {
    return weight >= (has_signed_weights(header_) ? -largest_magnitude : 0.0) && in_domain(weight);
  }

  /// Checks every index and count: rows increase and have no loops, both ends list each edge, and weights are
  /// good. Targets and weights are read once, from begin to end; read pages of a mapped file leave the
  /// process, so that files larger than memory are checked, too.
  void check_arcs(const RunContext& run) const {
    constexpr std::size_t piece_arcs = std::size_t{16} << 20;
    constexpr std::size_t grain = std::size_t{1} << 18;
    using Range = tbb::blocked_range<std::size_t>;
    const auto targets = this->targets();
    const auto weights = this->weights();
    const std::uint64_t n = header_.vertices;
    // A new seed per run: no file always balances.
    const auto seed =
        static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
        reinterpret_cast<std::uintptr_t>(targets.data());
    const auto look = [&](const Range& part, Rows rows) {
      std::size_t v = row_of(part.begin());
      for (std::size_t i = part.begin(); i < part.end(); ++v) {
        const std::size_t end = std::min<std::size_t>(offsets()[v + 1], part.end());
        std::int64_t before = i > offsets()[v] ? std::int64_t{targets[i - 1]} : -1;
        for (; i < end; ++i) {
          const Vertex u = targets[i];
          rows.good &= u > before && u != v && u < n;
          before = u;
          std::uint64_t salt = seed;
          if (!weights.empty()) {
            rows.good &= is_good(weights[i]);
            salt += 0x9e3779b97f4a7c15u * std::bit_cast<std::uint64_t>(weights[i]);
          }
          rows.balance += edge_balance(static_cast<Vertex>(v), u, salt);
        }
      }
      return rows;
    };
    SequentialPass of_targets(targets, owner_, SequentialPass::Density::all);
    SequentialPass of_weights(weights, owner_, SequentialPass::Density::all);
    std::uint64_t balance = 0;
    for (std::size_t first = 0; first < targets.size(); first += piece_arcs) {
      if (run.interrupted()) throw SystemError(name_ + ": reading was interrupted");
      const std::size_t last = std::min(first + piece_arcs, targets.size());
      const Rows rows = tbb::parallel_reduce(Range(first, last, grain), Rows(), look, &Rows::both);
      if (!rows.good) fail_at_arc(first, last);
      balance += rows.balance;
      of_targets.reached(sizeof(Vertex) * last);
      if (!weights.empty()) of_weights.reached(sizeof(Weight) * last);
    }
    if (balance != 0) fail(layout_.targets, "an edge is named at one of its ends alone, or has two weights");
  }

  /// Says which of these arcs is bad.
  [[noreturn]] void fail_at_arc(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t v = row_of(i);
      const Vertex target = targets()[i];
      const std::uint64_t byte = layout_.targets + sizeof(Vertex) * i;
      if (target >= header_.vertices)
        fail(byte, fmt::format("target {} is {}, which is no vertex", i, target));
      if (target == v) fail(byte, fmt::format("target {} joins vertex {} to itself", i, v));
      if (i > offsets()[v] && targets()[i - 1] >= target) {
        fail(byte, fmt::format("target {} is {} after {}, out of order", i, target, targets()[i - 1]));
      }
      if (!weights().empty() && !is_good(weights()[i])) {
        fail(layout_.weights + sizeof(Weight) * i,
             fmt::format("weight {} is {}; it {}, and not negative unless the header says so", i,
                         weights()[i], domain_words));
      }
    }
    throw InternalError("every arc is good");
  }

  // --- values ---

  std::span<const Weight> values() const {
    return section<Weight>(layout_.values, has_values(header_.version) ? header_.vertices : 0);
  }

  /// Copies the requested values. Cost: O(n).
  void take_values(LoadedGraph& loaded) const {
    if (!has_values(header_.version)) return;
    for (std::size_t v = 0; v < values().size(); ++v) {
      if (in_domain(values()[v])) continue;
      fail(layout_.values + sizeof(Weight) * v, fmt::format("value {} {}", v, domain_words));
    }
    const auto& wanted = options_.vertex_numbers;
    if (std::ranges::find(wanted, values_name) == wanted.end()) {
      loaded.report.notes.push_back("values of vertices left out");
      return;
    }
    loaded.vertex_numbers.push_back({std::string(values_name), {values().begin(), values().end()}});
  }

  VertexNames names() const {
    const std::uint64_t n = header_.vertices;
    if (header_.names == 0) return {};
    if (header_.names == 1) return VertexNames::from_ids(section<std::uint64_t>(layout_.names, n), owner_);
    const auto begin = section<std::uint64_t>(layout_.names, n + 1);
    check_rising(begin, layout_.names, header_.label_bytes, "label");
    return VertexNames::from_labels(begin, bytes_.substr(layout_.characters, header_.label_bytes), owner_);
  }

  /// Cost: O(n) for names in increasing order, else O(n log n).
  void check_names_differ(const VertexNames& names) const {
    if (header_.names == 0) return;
    std::vector<Vertex> order(header_.vertices);
    std::iota(order.begin(), order.end(), Vertex{0});
    const auto before = [&](Vertex u, Vertex v) {
      return header_.names == 1 ? names.id(u) < names.id(v) : names.label(u) < names.label(v);
    };
    if (!std::ranges::is_sorted(order, before)) std::ranges::stable_sort(order, before);
    const auto twice = std::ranges::adjacent_find(order, std::not_fn(before));
    if (twice == order.end()) return;
    fail(layout_.names + sizeof(std::uint64_t) * twice[1],
         fmt::format("two vertices are called '{}'", excerpt(names.name(twice[0]))));
  }

  Graph build(bool full) const {
    VertexNames vertex_names = names();
    if (full) check_names_differ(vertex_names);
    WeightSummary summary;
    if (!weights().empty()) {
      const Weight total = section<Weight>(layout_.total, 1).front();
      if (full || has_signed_weights(header_)) summary = summary_of(weights());
      // A part of a graph with real weights keeps this kind, even where all weights are integers.
      const bool fits = summary.total == total &&
                        has_signed_weights(header_) == summary.signed_magnitude.has_value() &&
                        (summary.kind == weight_kind(header_) || weight_kind(header_) == WeightKind::real);
      if (full && !fits) fail(layout_.total, "the weights are of another kind or sum");
      summary.kind = weight_kind(header_);
      summary.total = total;
      if (!has_signed_weights(header_)) summary.signed_magnitude.reset();
    }
    try {
      return Graph::from_csr({offsets(), targets(), weights(), owner_}, std::move(vertex_names), summary,
                             CsrCheck::trusted);
    } catch (const InvalidArgument& error) {
      fail(layout_.total, error.what());
    }
  }

  void fill_report(LoadedGraph& loaded, bool full) const {
    InputReport& report = loaded.report;
    report.path = name_;
    report.format = "lode";
    report.edge_lines = loaded.graph.num_edges();
    report.vertices = loaded.graph.num_vertices();
    report.edges = loaded.graph.num_edges();
    report.weighted = options_.weighted;
    report.labels = header_.names == 2;
    report.declared_vertices = true;
    report.bytes = bytes_.size();
    if (header_.weighted && !options_.weighted) report.notes.push_back("weights left out");
    if (!full) report.notes.push_back("data not verified in full");
  }

  static constexpr std::uint64_t most_of_anything = std::uint64_t{1} << 56;

  std::string_view bytes_;
  std::shared_ptr<const void> owner_;
  const std::string& name_;
  const ReadOptions& options_;
  LodeHeader header_;
  LodeLayout layout_{};
};

}  // namespace

LoadedGraph read_lode_bytes(std::string_view bytes, std::shared_ptr<const void> owner,
                            const std::string& name, const ReadOptions& options, const RunContext& run,
                            std::uint64_t verified_bytes) {
  const bool full = options.verify == Verify::full || bytes.size() <= verified_bytes;
  return LodeReader(bytes, std::move(owner), name, options).read(full, run);
}

namespace {

/// By mapping the file.
LoadedGraph read_lode(const GraphInput& input) {
  const CompressedInput& text = input.text;
  if (text.compression() != Compression::none) {
    input.fail(fmt::format("is a lode file compressed with {}, which cannot be mapped into memory",
                           to_string(text.compression())),
               "unpack it first");
  }
  if (text.path() == "-")
    input.fail("a lode file is mapped into memory, which needs a file", "name the file instead of -");
  MappedFile file;
  if (const std::string_view bytes = text.memory(); bytes.empty()) {
    file = map_file(text.path());
  } else {
    const auto words = std::make_shared<std::vector<std::uint64_t>>((bytes.size() + 7) / 8);  // aligned
    std::memcpy(words->data(), bytes.data(), bytes.size());
    file = {{reinterpret_cast<const char*>(words->data()), bytes.size()}, words};
  }
  return read_lode_bytes(file.bytes, std::move(file.owner), text.display_name(), input.options, input.run);
}

struct Section {
  std::uint64_t begin;
  std::string_view bytes;
};

/// Calls visit(bytes) for everything after the header, in order.
template <class Visit>
void for_each_part(std::span<const Section> sections, const Visit& visit) {
  constexpr std::array<char, 64> zeros{};
  std::uint64_t place = sizeof(LodeHeader);
  for (const Section& section : sections) {
    visit(std::string_view(zeros.data(), section.begin - place));
    visit(section.bytes);
    place = section.begin + section.bytes.size();
  }
}

/// Cost: two passes over the arrays, without a copy.
void write_lode(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  const VertexNames& names = graph.names();
  const bool labels = names.kind() == VertexNames::Kind::labels;
  LodeHeader header;
  std::memcpy(header.magic, lode_magic, sizeof header.magic);
  header.vertices = graph.num_vertices();
  header.arcs = graph.num_arcs();
  header.label_bytes = labels ? names.characters().size() : 0;
  header.weighted = lode_weights_code(graph.weight_kind(), graph.signed_weights());
  header.names = static_cast<std::uint32_t>(names.kind());
  header.version = lode_version_of(options.core_of.has_value(), !graph.values().empty());
  const LodeLayout layout = layout_of(header);
  const std::string origin = options.core_of ? origin_section(*options.core_of) : "";
  header.file_bytes = options.core_of ? layout.origin + origin.size() : layout.end;

  const Weight total = graph.total_weight();
  const std::array<Section, 8> sections = {
      {{layout.offsets, bytes_of(graph.offsets())},
       {layout.targets, bytes_of(graph.targets())},
       {layout.weights, bytes_of(graph.weights())},
       {layout.names, bytes_of(labels ? names.label_begin() : names.ids())},
       {layout.characters, labels ? names.characters() : std::string_view()},
       {layout.total, bytes_of(std::span(&total, graph.weighted() ? 1u : 0u))},
       {layout.values, bytes_of(graph.values())},
       {options.core_of ? layout.origin : layout.end, origin}}};
  for_each_part(sections, [&](std::string_view bytes) {
    header.data_checksum = extend_checksum(header.data_checksum, bytes);
  });
  header.header_checksum = checksum_of_header(header);

  out.put(std::string_view(reinterpret_cast<const char*>(&header), sizeof header));
  for_each_part(sections, [&](std::string_view bytes) { out.put(bytes); });
}

}  // namespace

constinit const Format lode_format = {
    .name = "lode",
    .title = "lode",
    .extensions = {".lode"},
    .recognise = is_lode,
    .read = read_lode,
    .writer = {.write = write_lode, .compressible = false, .core_of = true, .holds_values = holds_all_values},
};

}  // namespace lode::detail
