#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <lode/graph/cores.hpp>

namespace lode::detail {

// The last section of a lode file of version 3, which declares its graph to be a core of a larger one (by
// strength if it holds weights):
//
//   core        one double
//   vertices    one number of 64 bits, of the larger graph; 0: not known
//   edges       the same
//   weight      one double, the sum over its edges; 0: not known
//   bounds      one number of 64 bits
//   characters  one number of 64 bits: those of all rules
//   checksum    one number of 64 bits, the CRC-32 of the whole section with 0 in this place
//   per bound   size (64 bits; 0: any), value (double), characters of its rule (64 bits)
//   rules       the rules of all bounds, one after the other
//
// It is short, and checked in full whatever is left out elsewhere.

/// Bytes of the section before the first bound.
inline constexpr std::uint64_t least_origin_bytes = 56;

/// The section as bytes.
std::string origin_section(const CoreOrigin& origin);

/// Says what is wrong, at a byte of the section; does not return.
using OriginFailure = std::function<void(std::uint64_t byte, const std::string& problem)>;

/// What a section declares. The bytes must be all there are, and what they say must be of the right size;
/// whether it can be true is for check_core_origin.
CoreOrigin parsed_origin(std::string_view section, const OriginFailure& fail);

}  // namespace lode::detail
