#include "core/linalg/eigen.hpp"
#include "hybrid/block/block_checks.hpp"
#include "least_squares/hybrid/exchange_state.hpp"

namespace lode::least_squares {

using detail::at;

const hybrid::DenseBlock& ExchangeState::block(std::span<const Index> set) {
  hybrid::detail::check_set(set, size());
  State& s = *state_;
  const Eigen::Index k = at(set.size());
  std::vector<Eigen::Index> inside;  // positions in the set of members, and of outsiders
  std::vector<Eigen::Index> outside;
  for (std::size_t p = 0; p < set.size(); ++p) (contains(set[p]) ? inside : outside).push_back(at(p));
  const auto place = [&](Eigen::Index p) {
    return at(static_cast<std::size_t>(s.position[set[static_cast<std::size_t>(p)]]));
  };
  const auto column_of = [&](Eigen::Index p) { return set[static_cast<std::size_t>(p)]; };
  const Eigen::Index a = at(inside.size());
  const Eigen::Index b = at(outside.size());

  // With the members of the set dropped: N = (M_II)^-1 is what is left of G_II, N W_IJ of G_IJ, and
  // C_JJ + W_JI N W_IJ of G_JJ, where C_JJ = G_JJ - G_JS W_:J.
  Eigen::MatrixXd part(a, a);
  Eigen::MatrixXd cross(a, b);
  Eigen::VectorXd values(a);
  for (Eigen::Index i = 0; i < a; ++i) {
    values[i] = s.beta[place(inside[static_cast<std::size_t>(i)])];
    for (Eigen::Index l = 0; l < a; ++l) {
      part(i, l) =
          s.m(place(inside[static_cast<std::size_t>(i)]), place(inside[static_cast<std::size_t>(l)]));
    }
    for (Eigen::Index j = 0; j < b; ++j) {
      cross(i, j) = s.w(at(column_of(outside[static_cast<std::size_t>(j)])),
                        place(inside[static_cast<std::size_t>(i)]));
    }
  }
  const Eigen::MatrixXd whole = part.llt().solve(Eigen::MatrixXd::Identity(a, a));
  const Eigen::MatrixXd mixed = whole * cross;
  Eigen::MatrixXd rest = cross.transpose() * mixed;
  const Eigen::Index size = at(s.members.size());
  Eigen::MatrixXd inner(size, b);
  Eigen::MatrixXd shares(size, b);
  for (Eigen::Index j = 0; j < b; ++j) {
    const Index column = column_of(outside[static_cast<std::size_t>(j)]);
    const auto g = s.rows.row(column);
    for (Eigen::Index i = 0; i < size; ++i) inner(i, j) = g[s.members[static_cast<std::size_t>(i)]];
    shares.col(j) = s.w.row(at(column)).head(size).transpose();
    for (Eigen::Index l = 0; l < b; ++l) rest(l, j) += g[column_of(outside[static_cast<std::size_t>(l)])];
  }
  rest.noalias() -= inner.transpose() * shares;

  s.block.size = static_cast<int>(k);
  s.block.outside = static_cast<Index>(size - a);
  s.block.quadratic.resize(static_cast<std::size_t>(k * k));
  s.block.linear.assign(static_cast<std::size_t>(k), 0.0);
  s.block.current.assign(static_cast<std::size_t>(k), 0.0);
  Eigen::Map<Eigen::MatrixXd> quadratic(s.block.quadratic.data(), k, k);
  for (Eigen::Index i = 0; i < a; ++i) {
    for (Eigen::Index l = 0; l < a; ++l)
      quadratic(inside[static_cast<std::size_t>(i)], inside[static_cast<std::size_t>(l)]) = whole(i, l);
    for (Eigen::Index j = 0; j < b; ++j) {
      quadratic(inside[static_cast<std::size_t>(i)], outside[static_cast<std::size_t>(j)]) = mixed(i, j);
      quadratic(outside[static_cast<std::size_t>(j)], inside[static_cast<std::size_t>(i)]) = mixed(i, j);
    }
  }
  for (Eigen::Index j = 0; j < b; ++j) {
    for (Eigen::Index l = 0; l <= j; ++l) {
      const double mean = 0.5 * (rest(l, j) + rest(j, l));
      quadratic(outside[static_cast<std::size_t>(j)], outside[static_cast<std::size_t>(l)]) = mean;
      quadratic(outside[static_cast<std::size_t>(l)], outside[static_cast<std::size_t>(j)]) = mean;
    }
  }
  const Eigen::VectorXd pull_inside = whole * values;
  const Eigen::VectorXd pull_outside = cross.transpose() * pull_inside;
  for (Eigen::Index i = 0; i < a; ++i) {
    s.block.linear[static_cast<std::size_t>(inside[static_cast<std::size_t>(i)])] = -pull_inside[i];
    s.block.current[static_cast<std::size_t>(inside[static_cast<std::size_t>(i)])] = values[i];
  }
  for (Eigen::Index j = 0; j < b; ++j) {
    const auto p = static_cast<std::size_t>(outside[static_cast<std::size_t>(j)]);
    s.block.linear[p] = -s.slope[at(set[p])] - pull_outside[j];
  }
  return s.block;
}

}  // namespace lode::least_squares
