#pragma once

#include <lode/study/find.hpp>

#include "bounds/judgement.hpp"

namespace lode::detail {

/// Says of an answer what its bound says of its objective. `sums` and `room`: as above.
void judge(FindAnswer& answer, Sums sums, double room);

}  // namespace lode::detail
