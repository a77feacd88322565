#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

#include "hybrid/block/block.hpp"

namespace lode::subgraph {

/// Vertices filed by a small integer key: O(1) insert, erase, and access to the lowest and highest bucket,
/// the walk over buckets emptied meanwhile amortised. The caller keeps the key of a vertex and its index in
/// the bucket. The order inside a bucket is arbitrary but deterministic.
///
/// Memory: 24 bytes per key, 4 per filed vertex.
class BucketArray {
 public:
  /// Keys 0 ... num_keys-1.
  explicit BucketArray(std::size_t num_keys) : buckets_(num_keys), low_(num_keys) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::span<const Vertex> bucket(std::size_t key) const { return buckets_[key]; }

  /// Returns the index of `v` in its bucket.
  std::uint32_t insert(Vertex v, std::size_t key) {
    std::vector<Vertex>& bucket = buckets_[key];
    bucket.push_back(v);
    if (key < low_) low_ = key;
    if (key > high_) high_ = key;
    ++size_;
    return static_cast<std::uint32_t>(bucket.size() - 1);
  }
  /// Takes out the vertex at `index`. Returns the vertex that has that index now; the erased one itself when
  /// it was the last.
  Vertex erase(std::size_t key, std::uint32_t index) {
    std::vector<Vertex>& bucket = buckets_[key];
    const Vertex last = bucket.back();
    bucket[index] = last;
    bucket.pop_back();
    --size_;
    return last;
  }
  /// Takes out all vertices of a bucket.
  void clear(std::size_t key) {
    size_ -= buckets_[key].size();
    buckets_[key].clear();
  }

  /// Smallest and largest key in use; only when not empty.
  std::size_t lowest() const {
    while (buckets_[low_].empty()) ++low_;
    return low_;
  }
  std::size_t highest() const {
    while (buckets_[high_].empty()) --high_;
    return high_;
  }

 private:
  std::vector<std::vector<Vertex>> buckets_;
  mutable std::size_t low_;
  mutable std::size_t high_ = 0;
  std::size_t size_ = 0;
};

/// Files degrees d_S by integer keys: the degree itself on unweighted graphs; on weighted graphs the exponent
/// and four mantissa bits of d_S, so a bucket spans a factor of at most 17/16 at any scale of weights. Where
/// weights have signs, the keys of negative degrees come below that of zero, by falling magnitude.
class DegreeKeys {
 public:
  explicit DegreeKeys(const Graph& graph);
  bool weighted() const { return weighted_; }
  bool with_signs() const { return zero_ > 0; }
  std::size_t count() const { return count_; }
  /// Monotone in `degree`; 0 only for degrees that are zero up to rounding, and for none with signs.
  std::size_t operator()(double degree) const;
  /// The least degree with a key of at least `key`, for keys from 1 to count().
  double least_degree(std::size_t key) const;

 private:
  /// The key of a degree from 0 on, counted from that of zero.
  std::size_t magnitude_key(double degree) const;
  double least_magnitude(std::size_t key) const;

  bool weighted_ = false;
  std::uint64_t least_ = 0;     ///< exponent and mantissa bits of the first magnitude above zero
  std::size_t magnitudes_ = 1;  ///< keys of degrees from 0 on
  std::size_t zero_ = 0;        ///< the key of zero
  std::size_t count_ = 1;
};

/// A vertex set S under single additions and removals: weight(S), d_S(v) = weight from v into S for every v,
/// and two bucket arrays by d_S, one of the members and one of the outsiders that touch S. Anchored vertices
/// belong to S and never leave: they count in weight and d_S, and are neither members nor outsiders here.
///
/// Cost:   O(n + sum of member degrees) to build, O(deg v) per add or remove, nothing else depends on n.
/// Memory: 24 bytes per vertex and 48 per key.
/// Errors: InvalidArgument for a vertex of more than 2^30 neighbours.
/// Weight and d_S are exact when weights are integral. With real weights the error of d_S grows by an ulp per
/// update, and everything is summed afresh now and then: the moves in between visit a few times the arcs of
/// the graph. `recount` is for who compares weights more closely.
class SwapState {
 public:
  /// `members` are distinct, and `anchors` among them.
  SwapState(const Graph& graph, const VertexSet& members, const VertexSet& anchors = {});

  const Graph& graph() const { return graph_; }
  Weight weight() const { return weight_; }
  /// Sums the weight afresh where weights are real, as induced_totals does, and returns it. Cost: the rows of
  /// S.
  Weight recount();
  bool is_member(Vertex v) const { return slots_[v].side == Side::member; }
  bool is_outsider(Vertex v) const { return slots_[v].side <= Side::filed; }
  std::span<const Vertex> members() const { return partition_.support(); }
  std::span<const Vertex> outsiders() const { return partition_.rest(); }
  /// In increasing order.
  const VertexSet& anchors() const { return anchors_; }
  /// Size of S, the anchors included.
  Vertex size() const { return static_cast<Vertex>(partition_.support().size() + anchors_.size()); }
  /// Weight of the edges from v into S.
  Weight degree_into(Vertex v) const { return slots_[v].degree; }

  /// `v` must be an outsider, or a member.
  void add(Vertex v);
  void remove(Vertex v);

  /// Makes `set` (increasing) and the anchors the set S, moving only what differs; O(s) besides the moves.
  void move_to(const VertexSet& set);

  /// Arcs visited by all moves: a measure of work independent of the machine.
  std::uint64_t work() const { return work_; }

  /// Remembers the moves from now on, so that `undo_journal` can take them back.
  void begin_journal() {
    journal_.clear();
    journaling_ = true;
  }
  void end_journal() { journaling_ = false; }
  /// Takes the moves since `begin_journal` back, last first, and ends the journal.
  void undo_journal() {
    end_journal();
    for (auto v = journal_.rbegin(); v != journal_.rend(); ++v) is_member(*v) ? remove(*v) : add(*v);
  }

  /// Members by d_S, and outsiders with d_S > 0 by d_S, of any d_S where weights have signs, but for those
  /// `file_best_outsiders` leaves out.
  const BucketArray& member_buckets() const { return members_; }
  const BucketArray& outsider_buckets() const { return outsiders_; }
  /// The bucket of a member, or of an outsider that is in one.
  std::size_t key(Vertex v) const { return slots_[v].key; }
  /// True if an outsider is in a bucket.
  bool is_filed(Vertex v) const { return slots_[v].side == Side::filed; }

  /// From now on only the outsiders of largest d_S are in buckets, which makes moves cheaper: at least
  /// `enough`, if that number touches S (or exists, where weights have signs). Beyond `many`, whole buckets
  /// are dropped while `enough` remain. Moves change the outsiders in buckets, but the least d_S in buckets
  /// stays until the next call. Cost: the vertices removed; if more are filed, the outsiders or the rows of
  /// S, whichever are fewer, for some steps.
  void file_best_outsiders(std::size_t enough, std::size_t many);
  /// From now on all outsiders that touch S are in buckets, as at first.
  void file_all_outsiders() { file_outsiders_from_key(1); }
  /// True if all outsiders are in buckets (without signs, all that touch S).
  bool files_all_outsiders() const { return least_key_ == 1; }

  /// S, the anchors included, in increasing order.
  VertexSet sorted_members() const;

 private:
  enum class Side : std::uint32_t { outside, filed, member, anchor };
  /// Data that a move reads and writes for each neighbour.
  struct Slot {
    Weight degree = 0.0;
    std::uint32_t index = 0;  ///< in its bucket
    std::uint32_t key : 30 = 0;
    Side side : 2 = Side::outside;
  };

  /// Weight and d_S of the set, whose vertices (increasing) know their side.
  void sum_afresh(const VertexSet& set);
  /// Sums real weights afresh once moves have visited many arcs.
  void count_move(Vertex v);
  void shift_degrees(Vertex v, Weight sign);
  template <class Keys>
  void shift_degrees(Vertex v, Weight sign, const Keys& keys);
  template <class Keys>
  void refile_member(Vertex v, Slot& slot, const Keys& keys);
  template <class Keys>
  void refile_outsider(Vertex v, Slot& slot, const Keys& keys);
  void file_outsiders_from_key(std::size_t key);
  void file_if_best(Vertex v);
  /// A move that reverses the last one takes that out.
  void enter_in_journal(Vertex v) {
    if (!journal_.empty() && journal_.back() == v) {
      journal_.pop_back();
    } else {
      journal_.push_back(v);
    }
  }
  void file(BucketArray& buckets, Vertex v, Slot& slot, std::size_t key);
  void unfile(const Slot& slot, BucketArray& buckets);

  Graph graph_;
  DegreeKeys keys_;
  hybrid::Partition partition_;
  VertexSet anchors_;
  std::vector<Slot> slots_;
  std::vector<Vertex> touched_;  ///< room for one row
  std::size_t least_key_ = 1;    ///< of the outsiders that are filed
  Weight least_filed_;           ///< the least d_S of that key
  BucketArray members_;
  BucketArray outsiders_;
  Weight weight_ = 0.0;
  std::uint64_t work_ = 0;
  std::uint64_t visits_left_ = 0;  ///< of arcs by moves, before real weights are summed afresh
  std::vector<Vertex> journal_;
  bool journaling_ = false;
};

}  // namespace lode::subgraph
