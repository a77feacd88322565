#pragma once

#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/mutation.hpp"
#include "io/formats/lode/stored_file.hpp"

namespace lode::fuzz {

/// A lode file in pieces, which are put together again with the places and checksums that fit them.
class LodeSections {
 public:
  /// Nothing for bytes that are no lode file of a few vertices.
  static std::optional<LodeSections> of(std::string_view bytes) {
    constexpr std::uint64_t most = 4096;
    LodeSections sections;
    detail::LodeHeader& header = sections.header_;
    if (bytes.size() < sizeof header) return {};
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.vertices > most || header.arcs > most || header.label_bytes > most || header.names > 2 ||
        header.weighted > 4 || header.version > detail::lode_last_version) {
      return {};
    }
    const detail::LodeLayout at = detail::layout_of(header);
    const auto take = [&](auto& numbers, std::uint64_t from, std::uint64_t count) {
      if (from >= bytes.size()) return;
      numbers.resize(std::min(count, (bytes.size() - from) / sizeof numbers[0]));
      if (!numbers.empty())
        std::memcpy(numbers.data(), bytes.data() + from, numbers.size() * sizeof numbers[0]);
    };
    take(sections.offsets_, at.offsets, header.vertices + 1);
    take(sections.targets_, at.targets, header.arcs);
    if (header.weighted > 0) take(sections.weights_, at.weights, header.arcs);
    if (header.names > 0) take(sections.names_, at.names, header.vertices + (header.names == 2 ? 1 : 0));
    if (header.names == 2) take(sections.characters_, at.characters, header.label_bytes);
    if (header.weighted > 0) take(sections.total_, at.total, 1);
    if (detail::has_values(header.version)) take(sections.values_, at.values, header.vertices);
    if (detail::declares_core(header.version)) take(sections.origin_, at.origin, bytes.size());
    return sections;
  }

  /// A graph that is a path, with any of the sections.
  static LodeSections drawn(Rng& rng) {
    LodeSections sections;
    detail::LodeHeader& header = sections.header_;
    std::memcpy(header.magic, detail::lode_magic, sizeof header.magic);
    header.vertices = 1 + rng.below(6);
    header.version = detail::lode_version + static_cast<std::uint32_t>(rng.below(4));
    header.names = static_cast<std::uint32_t>(rng.below(3));
    header.weighted = static_cast<std::uint32_t>(rng.below(5));
    sections.offsets_ = {0};
    for (Vertex v = 0; v < header.vertices; ++v) {
      if (v > 0) sections.targets_.push_back(v - 1);
      if (v + 1 < header.vertices) sections.targets_.push_back(v + 1);
      sections.offsets_.push_back(sections.targets_.size());
      sections.names_.push_back(v);
      sections.characters_ += static_cast<char>('a' + v);
      sections.values_.push_back(v);
    }
    sections.names_.push_back(header.vertices);
    sections.weights_.assign(sections.targets_.size(), header.weighted > 2 ? -1.0 : 2.0);
    sections.total_ = {static_cast<double>(header.vertices - 1) * (header.weighted > 2 ? -1.0 : 2.0)};
    CoreOrigin origin;
    origin.core = 1.0;
    sections.origin_ = detail::origin_section(origin);
    return sections;
  }

  /// The file after a few changes.
  std::string changed(Rng& rng) const {
    LodeSections copy = *this;
    for (std::uint64_t times = 1 + rng.below(3); times > 0; --times) copy.change(rng);
    return copy.bytes(rng);
  }

 private:
  void change(Rng& rng) {
    switch (rng.below(10)) {
      case 0:
        return change_number(offsets_, rng);
      case 1:
        return change_number(targets_, rng);
      case 2:
        return change_number(names_, rng);
      case 3:
        return change_real(rng.below(2) == 0 ? weights_ : values_, rng);
      case 4:
        return change_real(total_, rng);
      case 5:
        characters_ = mutated(characters_, 64);
        return;
      case 6:
        return change_origin(rng);
      case 7:
        return change_kinds(rng);
      case 8:
        return change_edge(rng);
      default:
        return change_counts(rng);
    }
  }

  template <class Number>
  static void change_number(std::vector<Number>& numbers, Rng& rng) {
    if (numbers.empty()) return;
    Number& number = numbers[rng.below(numbers.size())];
    number = static_cast<Number>(changed_number(number, rng));
  }

  static void change_real(std::vector<double>& numbers, Rng& rng) {
    if (numbers.empty()) return;
    double& number = numbers[rng.below(numbers.size())];
    constexpr double others[] = {0.0, -0.0, -1.0, 0.5, 1e308, 0x1p53, 3.0};
    number = rng.below(4) == 0 ? std::bit_cast<double>(rng.next()) : others[rng.below(7)];
  }

  void change_origin(Rng& rng) {
    if (origin_.size() < detail::least_origin_bytes || rng.below(4) == 0) {
      origin_ = mutated(origin_, 256);
      return;
    }
    const std::size_t at = rng.below(origin_.size() / 8) * 8;
    std::uint64_t number = 0;
    std::memcpy(&number, origin_.data() + at, sizeof number);
    number = changed_number(number, rng);
    std::memcpy(origin_.data() + at, &number, sizeof number);
    constexpr std::size_t checksum_at = 48;
    std::memset(origin_.data() + checksum_at, 0, 8);
    const std::uint64_t sum = detail::extend_checksum(0, origin_);
    std::memcpy(origin_.data() + checksum_at, &sum, sizeof sum);
  }

  void change_kinds(Rng& rng) {
    if (rng.below(3) == 0) header_.weighted = static_cast<std::uint32_t>(rng.below(6));
    if (rng.below(3) == 0) header_.names = static_cast<std::uint32_t>(rng.below(4));
    if (rng.below(3) == 0) header_.version = static_cast<std::uint32_t>(1 + rng.below(6));
  }

  /// Another target in both directions, where there is room for it.
  void change_edge(Rng& rng) {
    if (targets_.size() < 2) return;
    std::swap(targets_[rng.below(targets_.size())], targets_[rng.below(targets_.size())]);
  }

  void change_counts(Rng& rng) {
    std::uint64_t* const counts[] = {&header_.vertices, &header_.arcs, &header_.label_bytes,
                                     &header_.file_bytes};
    std::uint64_t& count = *counts[rng.below(4)];
    count = changed_number(count, rng);
    counts_kept_ = true;
  }

  std::string bytes(Rng& rng) const {
    detail::LodeHeader header = header_;
    if (!counts_kept_) {
      header.vertices = offsets_.empty() ? 0 : offsets_.size() - 1;
      header.arcs = targets_.size();
      header.label_bytes = header.names == 2 ? characters_.size() : 0;
    }
    std::string out(sizeof header, '\0');
    const auto put = [&](const auto& numbers) {
      if (numbers.empty()) return;
      out.resize((out.size() + 63) / 64 * 64);
      out.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]);
    };
    put(offsets_);
    put(targets_);
    if (header.weighted > 0) put(weights_);
    if (header.names == 1) put(std::vector<std::uint64_t>(names_.begin(), names_.begin() + ids()));
    if (header.names == 2) put(names_);
    if (header.names == 2) put(characters_);
    if (header.weighted > 0) put(total_);
    if (detail::has_values(header.version)) put(values_);
    if (detail::declares_core(header.version)) put(origin_);
    if (!counts_kept_) header.file_bytes = out.size();
    if (rng.below(16) != 0) {
      header.data_checksum = detail::extend_checksum(0, std::string_view(out).substr(sizeof header));
      header.header_checksum = detail::checksum_of_header(header);
    }
    std::memcpy(out.data(), &header, sizeof header);
    return out;
  }

  /// One name per vertex, where labels have one more.
  std::ptrdiff_t ids() const {
    const std::size_t vertices = offsets_.empty() ? 0 : offsets_.size() - 1;
    return static_cast<std::ptrdiff_t>(std::min(vertices, names_.size()));
  }

  detail::LodeHeader header_;
  bool counts_kept_ = false;
  std::vector<std::uint64_t> offsets_;
  std::vector<Vertex> targets_;
  std::vector<double> weights_;
  std::vector<std::uint64_t> names_;
  std::string characters_;
  std::vector<double> total_;
  std::vector<double> values_;
  std::string origin_;
};

}  // namespace lode::fuzz
