#pragma once

#include <cstddef>
#include <vector>

namespace lode::detail {

/// Doubles a table of a power of two slots that is searched from home(slot) on, place by place. `home` gives
/// places in the larger table; a slot tells by free() that nothing is in it.
template <class Slot, class Home>
void double_slots(std::vector<Slot>& slots, const Home& home) {
  std::vector<Slot> smaller(2 * slots.size());
  smaller.swap(slots);
  for (const Slot& taken : smaller) {
    if (taken.free()) continue;
    std::size_t place = home(taken);
    while (!slots[place].free()) place = (place + 1) & (slots.size() - 1);
    slots[place] = taken;
  }
}

}  // namespace lode::detail
