#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
