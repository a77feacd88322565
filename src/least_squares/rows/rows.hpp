#pragma once

// The rows of the least-squares registry, one function and one file each; registry.cpp lists them in order.

#include <lode/least_squares/registry.hpp>

#include "core/method_settings.hpp"

namespace lode::least_squares::detail {

using lode::detail::SettingsReader;

}  // namespace lode::least_squares::detail
