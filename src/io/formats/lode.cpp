
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <lode/core/error.hpp>

#include "core/sequential_pass.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/lode_file.hpp"
#include "io/stream/mapped_file.hpp"

namespace lode::detail {
namespace {

/// True if a text begins like the lode format, perhaps damaged by a transfer as text.
bool is_lode(std::string_view head) { return head.starts_with(std::string_view(lode_magic, 5)); }

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
    if (options_.labels && header_.names != 2) {
      throw InvalidArgument("option 'labels'", "on", fmt::format("{} holds no labels", name_),
                            "leave it out");
    }
    if (options_.weighted && !header_.weighted && header_.arcs > 0) {
      throw InvalidArgument("option 'weighted'", "on", fmt::format("{} holds no weights", name_),
                            "leave it out");
    }
    if (options_.weighted && has_signed_weights(header_) && options_.signs == WeightSigns::from_zero) {
      throw InvalidArgument("option 'weighted'", "on",
                            fmt::format("{} holds weights with negative ones among them", name_),
                            "read it with option 'signs'");
    }
    if (declares_core() && header_.weighted && !options_.weighted) {
      throw InvalidArgument(
          "option 'weighted'", "off",
          fmt::format("{} holds a core that was cut by strength, which is no core without its weights",
                      name_),
          "read it with option 'weighted'");
    }
    const auto offsets = section<ArcIndex>(layout_.offsets, header_.vertices + 1);
    check_rising(offsets, layout_.offsets, header_.arcs, "offset");
    check_row_lengths(offsets);
    run.parallel([&] { full ? check_data() : check_arcs(offsets, run); });
    LoadedGraph loaded;
    loaded.graph = build(offsets, full);
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

  /// The counts must make sense, so that no size overflows, and must give the size of the file.
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

  // --- what the graph is a core of ---

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

  static bool never_falls(std::span<const std::uint64_t> values) {
    std::size_t falls = 0;
    for (std::size_t i = 1; i < values.size(); ++i) falls += values[i] < values[i - 1];
    return falls == 0;
  }

  /// `values` rise, not strictly, from 0 to `last`.
  void check_rising(std::span<const std::uint64_t> values, std::uint64_t begin, std::uint64_t last,
                    std::string_view what) const {
    if (values.front() == 0 && values.back() == last && never_falls(values)) return;
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

  void check_data() const {
    const std::uint32_t sum = extend_checksum(0, bytes_.substr(sizeof header_));
    if (sum != header_.data_checksum) {
      fail(offsetof(LodeHeader, data_checksum), "the checksum of the data is wrong");
    }
  }

  /// A row names every other vertex at most.
  void check_row_lengths(std::span<const ArcIndex> offsets) const {
    for (std::size_t v = 0; v + 1 < offsets.size(); ++v) {
      const ArcIndex length = offsets[v + 1] - offsets[v];
      if (length < offsets.size() - 1) continue;
      fail(layout_.offsets + 8 * (v + 1),
           fmt::format("vertex {} has {} neighbours, and the graph {} vertices", v, length,
                       offsets.size() - 1));
    }
  }

  /// What indexes arrays or is counted with: rows increase, hold vertices alone, and name each other; every
  /// weight that is read is finite, and not negative unless the header says so.
  void check_arcs(std::span<const ArcIndex> offsets, const RunContext& run) const {
    check_targets(offsets, run);
    if (header_.weighted == 0 || !options_.weighted) return;
    const Weight least = has_signed_weights(header_) ? -std::numeric_limits<Weight>::max() : 0.0;
    const auto good = [least](Weight w) { return w >= least && w <= std::numeric_limits<Weight>::max(); };
    const auto weights = section<Weight>(layout_.weights, header_.arcs);
    const auto all_good = [&](const tbb::blocked_range<std::size_t>& part, bool so_far) {
      for (std::size_t i = part.begin(); i < part.end(); ++i) so_far &= good(weights[i]);
      return so_far;
    };
    in_pieces(run, weights, true, all_good, std::logical_and<>(),
              [&](bool so_far, std::size_t first, std::size_t last) {
                for (std::size_t i = first; !so_far && i < last; ++i) {
                  if (good(weights[i])) continue;
                  fail(layout_.weights + sizeof(Weight) * i,
                       fmt::format("weight {} is {}, which is negative or not finite", i, weights[i]));
                }
              });
  }

  /// What a part of all rows is like.
  struct Rows {
    bool good = true;  ///< they hold other vertices, in increasing order
    /// The sum of a random number for every edge that is named at its smaller end, less that for every edge
    /// named at its larger one. It is 0 where both ends name each edge, and else (but by chance, in one case
    /// of 2^64) another number.
    std::uint64_t balance = 0;

    static Rows both(Rows a, Rows b) { return {a.good && b.good, a.balance + b.balance}; }
  };

  void check_targets(std::span<const ArcIndex> offsets, const RunContext& run) const {
    const auto targets = section<Vertex>(layout_.targets, header_.arcs);
    // The same edges must not balance in every run.
    const auto seed =
        static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
        reinterpret_cast<std::uintptr_t>(this);
    const std::uint64_t n = header_.vertices;
    const auto look = [&](const tbb::blocked_range<std::size_t>& part, Rows rows) {
      std::size_t v =
          static_cast<std::size_t>(std::ranges::upper_bound(offsets, part.begin()) - offsets.begin()) - 1;
      for (std::size_t i = part.begin(); i < part.end(); ++v) {
        const std::size_t end = std::min<std::size_t>(offsets[v + 1], part.end());
        std::int64_t before = i > offsets[v] ? std::int64_t{targets[i - 1]} : -1;
        for (; i < end; ++i) {
          const Vertex u = targets[i];
          rows.good &= u > before && u != v && u < n;
          before = u;
          const std::uint64_t random =
              random_of(seed + (std::min<std::uint64_t>(u, v) << 32) + std::max<std::uint64_t>(u, v));
          rows.balance += v < u ? random : 0 - random;
        }
      }
      return rows;
    };
    std::uint64_t balance = 0;
    in_pieces(run, targets, Rows(), look, &Rows::both, [&](Rows rows, std::size_t first, std::size_t last) {
      if (!rows.good) fail_at_target(offsets, targets, first, last);
      balance += rows.balance;
    });
    if (balance == 0) return;
    build(offsets, true);  // says which
    fail(layout_.targets, "an edge is named at one of its ends alone");
  }

  /// The finalisation of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
  static std::uint64_t random_of(std::uint64_t number) {
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
    return number ^ (number >> 31);
  }

  /// Says which target of these is none.
  [[noreturn]] void fail_at_target(std::span<const ArcIndex> offsets, std::span<const Vertex> targets,
                                   std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; ++i) {
      const auto v = static_cast<std::size_t>(std::ranges::upper_bound(offsets, i) - offsets.begin()) - 1;
      const std::uint64_t byte = layout_.targets + sizeof(Vertex) * i;
      if (targets[i] >= header_.vertices) {
        fail(byte, fmt::format("target {} is {}, which is no vertex", i, targets[i]));
      }
      if (targets[i] == v) fail(byte, fmt::format("target {} joins vertex {} to itself", i, v));
      if (i > offsets[v] && targets[i - 1] >= targets[i]) {
        fail(byte, fmt::format("target {} is {} after {}, out of order", i, targets[i], targets[i - 1]));
      }
    }
    throw InternalError("every target is good");
  }

  /// Reads an array once, from its begin to its end, a piece of it on all threads of the arena. `look` goes
  /// on from the result of a part, `join` joins two results, and `take` gets that of every piece. What has
  /// been read of a mapped file leaves the process, so that files larger than memory are checked, too.
  template <class T, class Result, class Look, class Join, class Take>
  void in_pieces(const RunContext& run, std::span<const T> values, const Result& start, const Look& look,
                 const Join& join, const Take& take) const {
    constexpr std::size_t piece_values = (std::size_t{64} << 20) / sizeof(T);
    constexpr std::size_t grain = (std::size_t{1} << 20) / sizeof(T);
    SequentialPass pass(values, owner_, SequentialPass::Density::all);
    for (std::size_t first = 0; first < values.size(); first += piece_values) {
      if (run.interrupted()) throw SystemError(name_ + ": reading was interrupted");
      const std::size_t last = std::min(first + piece_values, values.size());
      const tbb::blocked_range<std::size_t> piece(first, last, grain);
      take(tbb::parallel_reduce(piece, start, look, join), first, last);
      pass.reached(sizeof(T) * last);
    }
  }

  // --- values ---

  std::span<const Weight> values() const {
    return section<Weight>(layout_.values, has_values(header_.version) ? header_.vertices : 0);
  }

  /// Copies what is wanted of them. Cost: O(n).
  void take_values(LoadedGraph& loaded) const {
    if (!has_values(header_.version)) return;
    for (std::size_t v = 0; v < values().size(); ++v) {
      if (std::isfinite(values()[v])) continue;
      fail(layout_.values + sizeof(Weight) * v, fmt::format("value {} is not finite", v));
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

  Graph build(std::span<const ArcIndex> offsets, bool full) const {
    CsrArrays arrays{offsets, section<Vertex>(layout_.targets, header_.arcs), {}, owner_};
    if (header_.weighted && options_.weighted) {
      arrays.weights = section<Weight>(layout_.weights, header_.arcs);
    }
    VertexNames vertex_names = names();
    try {
      if (!full) {
        WeightSummary weights = arrays.weights.empty() ? WeightSummary() : summary();
        // The file holds no sum of magnitudes.
        if (has_signed_weights(header_))
          weights.signed_magnitude = summary_of(arrays.weights).signed_magnitude;
        return Graph::from_csr(std::move(arrays), std::move(vertex_names), weights);
      }
      const WeightSigns signs = has_signed_weights(header_) ? WeightSigns::any : WeightSigns::from_zero;
      Graph graph = Graph::from_csr(std::move(arrays), std::move(vertex_names), CsrCheck::full, signs);
      if (graph.weighted() && !fits(graph)) fail(layout_.total, "the weights are of another kind or sum");
      return graph;
    } catch (const InvalidArgument& error) {
      fail(place_of(error.parameter()), error.what());
    }
  }

  WeightSummary summary() const {
    if (header_.weighted == 0 || header_.arcs == 0) return {};
    return {weight_kind(header_), section<Weight>(layout_.total, 1).front()};
  }
  bool fits(const Graph& graph) const {
    return graph.weight_kind() == summary().kind && graph.total_weight() == summary().total &&
           graph.signed_weights() == has_signed_weights(header_);
  }

  /// The byte of "targets[7]" and the like; the first byte behind the header for anything else.
  std::uint64_t place_of(const std::string& parameter) const {
    const std::size_t bracket = parameter.find('[');
    const std::string_view array = std::string_view(parameter).substr(0, bracket);
    std::uint64_t index = 0;
    if (bracket != std::string::npos) {
      std::from_chars(parameter.data() + bracket + 1, parameter.data() + parameter.size(), index);
    }
    if (array == "targets") return layout_.targets + 4 * index;
    if (array == "weights") return layout_.weights + 8 * index;
    if (array.ends_with("of the weights")) return layout_.total;
    return layout_.offsets + 8 * index;
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
LoadedGraph read_lode(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                      const ReadTrust&) {
  if (input.compression() != Compression::none) {
    throw InputError({input.display_name()},
                     fmt::format("is a lode file compressed with {}, which cannot be mapped into memory",
                                 to_string(input.compression())),
                     "unpack it first");
  }
  if (input.path() == "-") {
    throw InputError({input.display_name()}, "a lode file is mapped into memory, which needs a file",
                     "name the file instead of -");
  }
  if (const std::string_view bytes = input.memory(); !bytes.empty()) {
    const auto words = std::make_shared<std::vector<std::uint64_t>>((bytes.size() + 7) / 8);  // aligned
    std::memcpy(words->data(), bytes.data(), bytes.size());
    const std::string_view copy(reinterpret_cast<const char*>(words->data()), bytes.size());
    return read_lode_bytes(copy, words, input.display_name(), options, run);
  }
  MappedFile file = map_file(input.path());
  return read_lode_bytes(file.bytes, std::move(file.owner), input.display_name(), options, run);
}

struct Section {
  std::uint64_t begin;
  std::string_view bytes;
};

/// Calls visit(bytes) for everything behind the header, in order.
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

/// Cost: two passes over the arrays, no copy of them.
void write_lode(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
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

  sink({reinterpret_cast<const char*>(&header), sizeof header});
  constexpr std::size_t piece_bytes = std::size_t{1} << 16;
  for_each_part(sections, [&](std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece_bytes, bytes.size()))) {
      sink(bytes.substr(0, piece_bytes));
    }
  });
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
