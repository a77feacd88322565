#pragma once
// Catch2 2.13 (Debian 12) or 3, depending on the installation.
#if LODE_CATCH_MAJOR >= 3
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
