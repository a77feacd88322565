#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>
#include <zstd.h>

#include <lode/core/error.hpp>
#include <lode/io/estimate_input.hpp>

#include "io/csr/id_compaction.hpp"
#include "io/csr/key_buckets.hpp"
#include "io/edge_list/edge_layout.hpp"
#include "io/edge_list/edge_lines.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/lode_file.hpp"
#include "io/formats/webgraph_reader.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/stream/mapped_file.hpp"
#include "io/text/line_blocks.hpp"

namespace lode {
namespace {

using detail::CompressedInput;
using detail::Compression;

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t sample_blocks = 16;
constexpr std::size_t tail_bytes = std::size_t{1} << 16;

// What the reader holds per line at its peak (csr_builder.hpp): the line's ends, and an arc in both
// directions; each with its weight if there are weights.
constexpr std::uint64_t bytes_per_line = 24;
constexpr std::uint64_t bytes_per_weighted_line = 48;
constexpr std::uint64_t parse_factor = 5;  ///< a block of text, and the ends parsed from it

std::uint64_t file_bytes(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::string bytes_at(const std::string& path, std::uint64_t place, std::size_t size) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(size, '\0');
  file.seekg(static_cast<std::streamoff>(place));
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return bytes;
}

/// Bytes of the text of a file; nothing if the compressed file does not tell.
std::optional<std::uint64_t> text_bytes(const CompressedInput& input) {
  const std::uint64_t size = file_bytes(input.path());
  switch (input.compression()) {
    case Compression::none:
      return size;
    case Compression::gzip: {
      // The length of the last member modulo 2^32, little endian.
      const std::string tail = bytes_at(input.path(), size - std::min<std::uint64_t>(size, 4), 4);
      std::uint64_t length = 0;
      for (std::size_t i = tail.size(); i-- > 0;) length = length << 8 | static_cast<unsigned char>(tail[i]);
      while (length < size) length += std::uint64_t{1} << 32;  // text does not grow by packing
      return length;
    }
    case Compression::zstd: {
      const std::string head = bytes_at(input.path(), 0, 32);
      const unsigned long long length = ::ZSTD_getFrameContentSize(head.data(), head.size());
      if (length == ZSTD_CONTENTSIZE_UNKNOWN || length == ZSTD_CONTENTSIZE_ERROR) return std::nullopt;
      return length;
    }
  }
  return std::nullopt;
}

/// Lines at the beginning of an edge list.
struct Sample {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  std::uint64_t half_lines = 0;  ///< those of the first half of the blocks
  std::uint64_t quarter_lines = 0;
  std::uint64_t label_bytes = 0;
  std::uint64_t largest = 0;
  bool whole = false;
  std::vector<std::uint64_t> ends;
};

void append(Sample& sample, const detail::RawEdges& edges, bool labels) {
  sample.ends.insert(sample.ends.end(), edges.narrow.begin(), edges.narrow.end());
  if (labels) {
    detail::for_each_key<detail::LabelKeys<>>(edges.dealt, [&](std::string_view label) {
      sample.ends.push_back(detail::LabelHash{}(label));
      sample.label_bytes += label.size();
    });
  } else {
    detail::for_each_key<detail::IdKeys<>>(edges.dealt, [&](std::uint64_t id) { sample.ends.push_back(id); });
  }
}

Sample take_sample(CompressedInput& input, const detail::EdgeLineRules& rules, const RunContext& run) {
  detail::LineBlockReader reader(input, block_bytes);
  detail::LineBlock block;
  detail::ParseScratch scratch;
  Sample sample;
  sample.whole = true;
  for (std::size_t i = 0; reader.next(block); ++i) {
    if (i == sample_blocks || run.interrupted()) {
      sample.whole = false;
      break;
    }
    const detail::ParsedLines parsed = detail::parse_edge_lines({block.begin(), block.size}, rules, scratch);
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
std::uint64_t largest_at_end(const CompressedInput& input, detail::EdgeLineRules rules) {
  const std::uint64_t size = file_bytes(input.path());
  if (input.compression() != Compression::none || size < tail_bytes) return 0;
  std::string text = bytes_at(input.path(), size - tail_bytes, tail_bytes);
  text.erase(0, text.find('\n') + 1);
  if (text.empty() || text.back() != '\n') text += '\n';
  rules.labels = false;
  detail::ParseScratch scratch;
  return detail::parse_edge_lines(text, rules, scratch).largest_id;
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
double different_ids(Sample& sample, double lines, std::uint64_t largest) {
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
detail::EdgeLineRules lenient_rules(const CompressedInput& input, const ReadOptions& options) {
  detail::LayoutSample sample{input.head(), input.head_is_all(), 0};
  if (sample.text.starts_with(detail::byte_order_mark)) {
    sample.text.remove_prefix(detail::byte_order_mark.size());
  }
  if (!detail::holds_data_line(sample)) {
    throw InputError({input.display_name()}, "no line of the sample can be read");
  }
  detail::EdgeLineRules rules = detail::edge_layout(sample, input.display_name(), options).rules;
  rules.lenient = true;
  return rules;
}

void estimate_edge_list(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                        InputEstimate& estimate) {
  const detail::EdgeLineRules rules = lenient_rules(input, options);
  Sample sample = take_sample(input, rules, run);
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
  estimate.reading_peak = estimate.lines * (options.weighted ? bytes_per_weighted_line : bytes_per_line);
  if (!options.labels && detail::ids_are_dense(largest, estimate.lines)) {
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

/// The first line of the head of a file that does not begin with `comment`, behind `word` if that is given.
std::vector<std::uint64_t> header_numbers(std::string_view head, char comment, std::string_view word = {}) {
  while (!head.empty()) {
    std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(head.size(), line.size() + 1));
    if (line.empty() || line.front() == comment || line == "\r" || !line.starts_with(word)) continue;
    line.remove_prefix(line.find_first_of("0123456789") == std::string_view::npos
                           ? line.size()
                           : line.find_first_of("0123456789"));
    std::vector<std::uint64_t> numbers;
    const char* p = line.data();
    const char* const end = p + line.size();
    for (std::uint64_t value = 0; p < end;) {
      const auto [next, error] = std::from_chars(p, end, value);
      if (error != std::errc{}) break;
      numbers.push_back(value);
      p = next;
      while (p < end && detail::is_blank(*p)) ++p;
    }
    return numbers;
  }
  return {};
}

/// The number of a line "key=number".
std::uint64_t property(std::string_view text, std::string_view key) {
  std::uint64_t value = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.starts_with(key) || !line.substr(key.size()).starts_with('=')) continue;
    std::from_chars(line.data() + key.size() + 1, line.data() + line.size(), value);
  }
  return value;
}

void estimate_declared(const CompressedInput& input, const detail::Format& format, const ReadOptions& options,
                       InputEstimate& estimate) {
  std::vector<std::uint64_t> numbers;
  if (format.name == "mtx") {
    numbers = header_numbers(input.head(), '%');
    if (numbers.size() >= 3) numbers = {std::max(numbers[0], numbers[1]), numbers[2]};
  } else if (format.name == "dimacs") {
    numbers = header_numbers(input.head(), 'c', "p");
  } else if (format.name == "metis") {
    numbers = header_numbers(input.head(), '%');
  } else if (format.name == "webgraph") {
    if (const auto path = detail::webgraph_properties_path(input.path())) {
      const CompressedInput properties(*path);
      numbers = {property(properties.head(), "nodes"), property(properties.head(), "arcs")};
    }
  } else {
    throw InvalidArgument(fmt::format("{}: {} files do not tell their counts; read it at once",
                                      input.display_name(), format.title));
  }
  if (numbers.size() < 2) throw InputError({input.display_name()}, "the header with its counts is missing");
  estimate.exact = true;
  estimate.vertices = numbers[0];
  estimate.lines = estimate.edges = numbers[1];
  estimate.text_bytes = text_bytes(input).value_or(0);
  estimate.reading_peak = estimate.lines * (options.weighted ? bytes_per_weighted_line : bytes_per_line);
}

void estimate_lode(const CompressedInput& input, InputEstimate& estimate) {
  const detail::MappedFile file = detail::map_file(input.path());
  detail::LodeHeader header;
  if (file.bytes.size() < sizeof header) throw InputError({input.display_name()}, "ends inside the header");
  std::memcpy(&header, file.bytes.data(), sizeof header);
  estimate.exact = true;
  estimate.vertices = header.vertices;
  estimate.lines = estimate.edges = header.arcs / 2;
  estimate.text_bytes = estimate.mapped_bytes = file.bytes.size();
}

}  // namespace

InputEstimate estimate_input(const std::string& path, const ReadOptions& options, const RunContext& run) {
  if (path == "-") {
    throw InvalidArgument("standard input cannot be looked at before it is read; name a file");
  }
  CompressedInput input(path);
  const detail::Format& format = detail::detect(input, options);
  InputEstimate estimate;
  estimate.path = path;
  estimate.format = format.title;
  if (format.name == "lode") {
    estimate_lode(input, estimate);
    return estimate;
  }
  if (format.name == "edges") {
    estimate_edge_list(input, options, run, estimate);
  } else {
    estimate_declared(input, format, options, estimate);
  }
  const auto threads = static_cast<std::uint64_t>(run.threads());
  estimate.reading_peak += parse_factor * std::min<std::uint64_t>(estimate.text_bytes, threads * block_bytes);
  estimate.graph_bytes = 8 * estimate.vertices + (options.weighted ? 24u : 8u) * estimate.edges;
  return estimate;
}

}  // namespace lode
