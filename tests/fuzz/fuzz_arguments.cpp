#include <algorithm>
#include <cmath>
#include <set>

#include <lode/bounds/bounds.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/study/question.hpp>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/mutation.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/options.hpp"

// Values of options of the tool: the first byte says of which kind, the rest is the text.

namespace {

using namespace lode;

void read_sizes(const std::string& text, Vertex n) {
  const std::vector<Vertex> sizes = tool::parse_sizes(text, n);
  fuzz::require(!sizes.empty());
  for (const Vertex s : sizes) fuzz::require(s >= 1 && s <= n);
  fuzz::require(std::set<Vertex>(sizes.begin(), sizes.end()).size() == sizes.size());
  tool::check_room(sizes, text);
}

void read_thresholds(const std::string& text) {
  const auto parts = 1 + static_cast<std::size_t>(std::ranges::count(text, ','));
  fuzz::require(find_variant("--min-density", text).answers == parts);
  const std::string first = text.substr(0, text.find(','));
  DensityThreshold threshold{.density = std::strtod(first.c_str(), nullptr)};
  if (const auto slash = first.find('/'); slash != std::string::npos)
    threshold.density /= std::strtod(first.c_str() + slash + 1, nullptr);
  fuzz::require(std::isfinite(threshold.density) && threshold.density > 0.0 && !threshold.text().empty());
  for (const Vertex s : {0u, 1u, 1000u, 4294967294u}) fuzz::require(threshold.need(s, Sums::exact) >= 0.0);
}

/// An empty text of a validator says that the value is accepted.
void check_number(const CLI::Validator& validator, std::string text, double least) {
  if (!validator(text).empty()) return;
  const double value = std::strtod(text.c_str(), nullptr);
  fuzz::require(std::isfinite(value) && value >= least);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const CLI::Validator any = tool::any_number();
  static const CLI::Validator from_zero = tool::number_from_zero();
  static const CLI::Validator whole = tool::whole_number<std::int32_t>(2);
  static const CLI::Validator large = tool::whole_number<std::uint64_t>();
  if (size == 0) return 0;
  const std::string text(fuzz::text_of(data + 1, size - 1));
  try {
    switch (data[0] % 7) {
      case 0:
        read_sizes(text, 40);
        break;
      case 1:
        read_sizes(text, 2000);
        break;
      case 2:
        read_thresholds(text);
        break;
      case 3:
        check_number(any, text, -INFINITY);
        break;
      case 4:
        check_number(from_zero, text, 0.0);
        break;
      case 5:
        check_number(whole, text, 2.0);
        check_number(large, text, 0.0);
        break;
      default:
        fuzz::require(subgraph::to_string(subgraph::parse_effort(text)) == text);
    }
  } catch (const InvalidArgument&) {
  }
  return 0;
}
