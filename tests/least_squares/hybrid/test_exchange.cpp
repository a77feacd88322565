#include <algorithm>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

/// F at the refitted support, by a decomposition of its columns.
double refitted_value(const std::shared_ptr<const Instance>& instance, const std::vector<Index>& support) {
  const std::vector<double> z = least_squares_on(*instance, support);
  std::vector<double> x(instance->columns(), 0.0);
  for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = z[i];
  Constraint constraint;
  constraint.s = instance->columns();
  return test::plain_objective(test::make_problem(instance, constraint), x);
}

std::vector<Index> sorted_support(const ExchangeState& state) {
  std::vector<Index> support(state.support().begin(), state.support().end());
  std::sort(support.begin(), support.end());
  return support;
}

std::vector<Index> exchanged(std::vector<Index> support, Index out, Index in) {
  std::erase(support, out);
  if (in != no_index) support.push_back(in);
  return support;
}

}  // namespace

TEST_CASE("gains of single steps are those of full refits, through hundreds of moves") {
  for (const bool with_gram : {true, false}) {
    const auto instance = test::normal_instance(15, 12, 3);
    if (with_gram) instance->gram();
    ExchangeState state(*instance);
    state.assign(std::vector<Index>{0, 5, 7, 9});
    Rng rng(4);
    for (int step = 0; step < 700; ++step) {
      const Index out = state.support()[rng.below(state.support().size())];
      const Index in = state.rest()[rng.below(state.rest().size())];
      ExchangeMove move{out, in, 0.0};
      if (step % 7 == 5) move.out = no_index;
      if (step % 7 == 6) move.in = no_index;
      REQUIRE(state.apply(move));
      if (step % 50 > 2) continue;
      const std::vector<Index> support = sorted_support(state);
      const double value = refitted_value(instance, support);
      CHECK(state.value() == Approx(value).epsilon(1e-10));
      ExchangeMove best;
      for (const Index i : support) {
        CHECK(state.coordinate(i) ==
              Approx(least_squares_on(*instance, support)[static_cast<std::size_t>(
                         std::find(support.begin(), support.end(), i) - support.begin())])
                  .epsilon(1e-8));
        for (const Index j : state.rest()) {
          const double decrease = value - refitted_value(instance, exchanged(support, i, j));
          if (decrease > best.decrease) best = {i, j, decrease};
        }
      }
      const ExchangeMove removal = state.best_removal();
      for (const Index i : support) {
        const double decrease = value - refitted_value(instance, exchanged(support, i, no_index));
        if (i == removal.out) CHECK(removal.decrease == Approx(decrease).epsilon(1e-8));
        CHECK(removal.decrease >= decrease - 1e-10);
      }
      const ExchangeMove addition = state.best_addition();
      for (const Index j : state.rest()) {
        const double decrease = value - refitted_value(instance, exchanged(support, no_index, j));
        if (j == addition.in) CHECK(addition.decrease == Approx(decrease).epsilon(1e-8));
        CHECK(addition.decrease >= decrease - 1e-10);
      }
      const ExchangeMove found = state.best_exchange(-INFINITY);
      CHECK(found.out == best.out);
      CHECK(found.in == best.in);
      CHECK(found.decrease == Approx(best.decrease).epsilon(1e-8).margin(1e-10));
      const ExchangeMove improving = state.best_exchange(0.0);
      CHECK((improving.in != no_index) == (best.decrease > 0.0));
    }
  }
}

TEST_CASE("blocks of an exchange state are the objective with everything else refitted") {
  const auto instance = test::normal_instance(15, 12, 8);
  ExchangeState state(*instance);
  state.assign(std::vector<Index>{0, 5, 7, 9, 11});
  const std::vector<Index> set = {1, 5, 8, 9};
  const hybrid::DenseBlock& block = state.block(set);
  const auto value_at = [&](const std::vector<double>& z) {
    double value = 0.0;
    for (int i = 0; i < 4; ++i) {
      value += block.linear[static_cast<std::size_t>(i)] * z[static_cast<std::size_t>(i)];
      for (int j = 0; j < 4; ++j) {
        value += 0.5 * block.q(i, j) * z[static_cast<std::size_t>(i)] * z[static_cast<std::size_t>(j)];
      }
    }
    return value;
  };
  // F with the values on the set fixed and those on {0, 7, 11} refitted.
  const auto refitted = [&](const std::vector<double>& z) {
    std::vector<double> rest(instance->b().begin(), instance->b().end());
    for (std::size_t i = 0; i < 4; ++i) instance->a().add_column(set[i], -z[i], rest);
    return refitted_value(std::make_shared<Instance>(instance->a(), rest), {0, 7, 11});
  };
  CHECK(block.current == std::vector<double>{0.0, state.coordinate(5), 0.0, state.coordinate(9)});
  CHECK(block.outside == 3);
  const double offset = refitted({0, 0, 0, 0});
  CHECK(state.value() == Approx(offset + value_at(block.current)));
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const std::vector<double> z = test::normals(4, seed, 1);
    CHECK(refitted(z) == Approx(offset + value_at(z)));
  }
  for (int i = 0; i < 4; ++i) {
    const double slope = [&] {
      double sum = block.linear[static_cast<std::size_t>(i)];
      for (int j = 0; j < 4; ++j) sum += block.q(i, j) * block.current[static_cast<std::size_t>(j)];
      return sum;
    }();
    CHECK(state.gradient(set[static_cast<std::size_t>(i)]) == Approx(slope).margin(1e-12));
  }
}

TEST_CASE("dependent and zero columns never enter a support") {
  const Instance instance(Matrix::dense(3, 5, {1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0}), {3, 2, 1});
  ExchangeState state(instance);
  state.assign(std::vector<Index>{0, 1, 2, 3, 4});
  CHECK(sorted_support(state) == std::vector<Index>{0, 3});
  CHECK(state.value() == Approx(0.5));
  CHECK(state.best_addition().in == no_index);
  CHECK_FALSE(state.apply({0, 2, 0.0}));
  CHECK(sorted_support(state) == std::vector<Index>{0, 3});
  CHECK(state.apply({0, 1, 0.0}));
  CHECK(state.coordinate(1) == Approx(1.5));
  grow(state, 5, RunContext());
  CHECK(state.support().size() == 2);
}

TEST_CASE("growing takes the largest decrease each time; exchange descent ends at a local optimum") {
  const auto instance = test::normal_instance(20, 30, 6);
  ExchangeState state(*instance);
  std::vector<Index> support;
  for (Index s = 1; s <= 6; ++s) {
    grow(state, s, RunContext());
    Index best = 0;
    double least = 1e300;
    for (Index j = 0; j < 30; ++j) {
      if (std::find(support.begin(), support.end(), j) != support.end()) continue;
      const double value = refitted_value(instance, exchanged(support, no_index, j));
      if (value < least) {
        least = value;
        best = j;
      }
    }
    support.push_back(best);
    CHECK(state.value() == Approx(least));
  }
  std::vector<double> values = {state.value()};
  const hybrid::StepsEnd descent = descend_by_exchanges(state, -INFINITY, hybrid::no_step_limit, RunContext(),
                                                        [&](auto) { values.push_back(state.value()); });
  CHECK(descent.steps == values.size() - 1);
  CHECK(std::is_sorted(values.rbegin(), values.rend()));
  const std::vector<Index> end = sorted_support(state);
  for (const Index i : end) {
    for (const Index j : state.rest()) {
      CHECK(refitted_value(instance, exchanged(end, i, j)) >= state.value() * (1 - 1e-10));
    }
  }
}

TEST_CASE("forbidden coordinates stay where they are unless the gain is above the aspiration") {
  const auto instance = test::normal_instance(20, 30, 6);
  ExchangeState state(*instance);
  state.assign(std::vector<Index>{0, 1, 2});
  const ExchangeMove best = state.best_exchange();
  hybrid::TabuList list(30, 10);
  ExchangeTabu tabu{list};
  list.forbid(best.in, 4);
  CHECK(state.best_exchange(0.0, &tabu).in != best.in);
  tabu.aspiration = 0.99 * best.decrease;
  CHECK(state.best_exchange(0.0, &tabu).in == best.in);
  tabu.aspiration = INFINITY;
  for (int step = 0; step < 5; ++step) list.advance();
  CHECK(state.best_exchange(0.0, &tabu).in == best.in);
  list.forbid(best.out, 0);
  CHECK(state.best_exchange(0.0, &tabu).out != best.out);
}
