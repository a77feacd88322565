#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <lode/core/error.hpp>

#include "io/csr/id_compaction.hpp"
#include "io/csr/key_buckets.hpp"
#include "io/edge_list/edge_layout.hpp"
#include "io/edge_list/edge_lines.hpp"
#include "io/formats/edge_list.hpp"
#include "io/formats/estimates.hpp"
#include "io/text/head_lines.hpp"
#include "io/text/line_blocks.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t sample_blocks = 16;
constexpr std::size_t tail_bytes = std::size_t{1} << 16;

/// Lines at the beginning of an edge list.
struct LineSample {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  std::uint64_t half_lines = 0;  ///< those of the first half of the blocks
  std::uint64_t quarter_lines = 0;
  std::uint64_t label_bytes = 0;
  std::uint64_t largest = 0;
  bool whole = false;
  std::vector<std::uint64_t> ends;
};

void append(LineSample& sample, const RawEdges& edges, bool labels) {
  sample.ends.insert(sample.ends.end(), edges.narrow.begin(), edges.narrow.end());
  if (labels) {
    for_each_key<LabelKeys<>>(edges.dealt, [&](std::string_view label) {
      sample.ends.push_back(LabelHash{}(label));
      sample.label_bytes += label.size();
    });
  } else {
    for_each_key<IdKeys<>>(edges.dealt, [&](std::uint64_t id) { sample.ends.push_back(id); });
  }
}

LineSample take_sample(CompressedInput& input, const EdgeLineRules& rules, const RunContext& run) {
  LineBlockReader reader(input, default_block_bytes);
  LineBlock block;
  ParseScratch scratch;
  LineSample sample;
  sample.whole = true;
  for (std::size_t i = 0; reader.next(block); ++i) {
    if (i == sample_blocks || run.interrupted()) {
      sample.whole = false;
      break;
    }
    const ParsedLines parsed = parse_edge_lines({block.begin(), block.size}, rules, scratch);
    sample.bytes += block.size;
    sample.lines += parsed.edges.lines;
    if (i < sample_blocks / 2) sample.half_lines += parsed.edges.lines;
    if (i < sample_blocks / 4) sample.quarter_lines += parsed.edges.lines;
    sample.largest = std::max(sample.largest, parsed.largest_id);
    append(sample, parsed.edges, rules.labels);
  }
  return sample;
}

/// Largest id in the last lines of a plain text: lists are often sorted.
std::uint64_t largest_at_end(const CompressedInput& input, EdgeLineRules rules) {
  if (input.compression() != Compression::none) return 0;
  const std::uint64_t size = text_bytes(input).value_or(0);
  if (size < tail_bytes) return 0;
  std::string text = bytes_at(input.path(), size - tail_bytes, tail_bytes);
  text.erase(0, text.find('\n') + 1);
  if (text.empty() || text.back() != '\n') text += '\n';
  rules.labels = false;
  ParseScratch scratch;
  return parse_edge_lines(text, rules, scratch).largest_id;
}

std::uint64_t count_different(std::vector<std::uint64_t>& values, std::size_t first) {
  std::sort(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(first));
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < first; ++i) count += i == 0 || values[i] != values[i - 1];
  return count;
}

/// Exponent of growth between two counts.
double growth(double from, double to, std::uint64_t from_lines, std::uint64_t to_lines) {
  return std::log(to / from) / std::log(static_cast<double>(to_lines) / static_cast<double>(from_lines));
}

/// Different ids in `lines` lines: the number grows by a power of the lines (Heaps' law) that itself falls
/// from doubling to doubling, as within the sample; at most up to the largest id.
double different_ids(LineSample& sample, double lines, std::uint64_t largest) {
  constexpr double steepest_fall = 0.06;
  const double quarter = static_cast<double>(count_different(sample.ends, 2 * sample.quarter_lines));
  const double half = static_cast<double>(count_different(sample.ends, 2 * sample.half_lines));
  const double all = static_cast<double>(count_different(sample.ends, sample.ends.size()));
  if (sample.whole || quarter == 0.0) return all;
  const double exponent = growth(half, all, sample.half_lines, sample.lines);
  const double before = growth(quarter, half, sample.quarter_lines, sample.half_lines);
  const double fall = std::clamp(before - exponent, 0.0, steepest_fall);
  double doublings = std::log2(lines / static_cast<double>(sample.lines));
  if (fall > 0.0) doublings = std::min(doublings, std::max(0.0, exponent / fall - 0.5));
  const double grown = doublings * (exponent - fall * (doublings + 1.0) / 2.0);
  return std::min(all * std::exp2(grown), static_cast<double>(largest) + 1.0);
}

/// As the reader decides them, but bad lines are skipped.
EdgeLineRules lenient_rules(const CompressedInput& input, const ReadOptions& options) {
  const LayoutSample sample{without_byte_order_mark(input.head()), input.head_is_all(), 0};
  std::optional<EdgeLayout> layout = edge_layout(sample, input.display_name(), options);
  if (!layout) throw InputError({input.display_name()}, "no line of the sample can be read");
  layout->rules.lenient = true;
  return layout->rules;
}

}  // namespace

void estimate_edge_list(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                        InputEstimate& estimate) {
  const EdgeLineRules rules = lenient_rules(input, options);
  LineSample sample = take_sample(input, rules, run);
  const std::optional<std::uint64_t> bytes = sample.whole ? sample.bytes : text_bytes(input);
  if (!bytes) {
    throw InvalidArgument(input.display_name() +
                          ": the compressed file does not tell its length; unpack it, or read it at once");
  }
  if (sample.lines == 0) throw InputError({input.display_name()}, "no line of the sample can be read");
  const double scale = sample.whole ? 1.0 : static_cast<double>(*bytes) / static_cast<double>(sample.bytes);
  const double lines = scale * static_cast<double>(sample.lines);
  const std::uint64_t largest = std::max(sample.largest, largest_at_end(input, rules));
  estimate.exact = sample.whole && !options.labels;
  estimate.text_bytes = *bytes;
  estimate.lines = estimate.edges = static_cast<std::uint64_t>(lines);
  const std::uint64_t most = options.labels ? std::numeric_limits<std::uint64_t>::max() : largest;
  const double vertices = different_ids(sample, lines, most);
  estimate.vertices = static_cast<std::uint64_t>(vertices);
  estimate.reading_peak = peak_bytes_of_lines(estimate.lines, options);
  if (!options.labels && ids_are_dense(largest, estimate.lines)) {
    estimate.reading_peak += largest / 4;
  } else {
    // Before the rows are made: the keys of a line with the numbers of their buckets, and the different keys
    // with a place each (key_buckets.hpp). While they are: the names.
    const double name =
        options.labels ? static_cast<double>(sample.label_bytes) / (2.0 * static_cast<double>(sample.lines))
                       : 8.0;
    const double key = name + (options.labels ? 3.0 : 2.0);
    const double dealt = lines * (2.0 * key + (options.weighted ? 8.0 : 0.0)) + vertices * (name + 12.0);
    const double building = static_cast<double>(estimate.reading_peak) + vertices * (name + 8.0);
    estimate.reading_peak = static_cast<std::uint64_t>(std::max(dealt, building));
  }
}

}  // namespace lode::detail
