// One epoch of the exact chain. With f_i, G_i and Q_i = 1 - G_i the density, "below or gone" and
// "above" of arm i's score, the best `keep` of A are the set S with probability
//
//   sum_{i in S} int f_i(t) prod_{l in S, l != i} Q_l(t) prod_{j in A - S} G_j(t) dt
//
// where t is the lowest score that stays, plus what happens when that score is a constant (an atom:
// no noise, or a zero report), where ties go to the lowest index. Fewer than `keep` stay when the
// trigger leaves fewer: products of constants.
//
// For the failure alone the best arm is followed: only sets that hold it are enumerated.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "mesha/simulate/affine_problem.hpp"
#include "mesha/stats/quadrature.hpp"

namespace mesha {

using ArmSet = std::uint32_t;  // bit i: arm i

struct ExactGrid {
  int points = 16;        // of the Gauss-Legendre rule on a panel
  double panel = 2;       // a panel's width, in standard deviations of the narrowest score there
  double reach = 8;       // how many standard deviations of a score are looked at
  double negligible = 0;  // probabilities below this may be dropped, if they are accounted for
};

// Which sets of arms matter: those that hold this arm, or all of them.
using Followed = std::optional<int>;

// All arms' laws on the integration nodes, for epochs with `active` arms: shared by all sets of
// that size.
class EpochTable {
 public:
  EpochTable(const AffineProblem& problem, int epoch, int active, Followed followed,
             const ExactGrid& grid);

  int keep() const { return keep_; }
  std::size_t nodes() const { return nodes_; }
  const std::vector<ScoreLaw>& laws() const { return laws_; }
  const ScoreLaw& law(int arm) const { return laws_[static_cast<std::size_t>(arm)]; }
  // On the nodes; the density already carries the quadrature weight.
  const double* density(int arm) const { return row(0, arm); }
  const double* above(int arm) const { return row(1, arm); }
  const double* below(int arm) const { return row(2, arm); }
  const std::vector<double>& atoms() const { return atoms_; }  // distinct constants, ascending

 private:
  const double* row(std::size_t kind, int arm) const {
    return values_.data() + (kind * laws_.size() + static_cast<std::size_t>(arm)) * nodes_;
  }
  void find_atoms();
  std::vector<QuadratureNode> place_nodes(int active, Followed followed,
                                          const ExactGrid& grid) const;

  int keep_ = 0;
  std::vector<ScoreLaw> laws_;
  std::vector<double> atoms_;
  std::size_t nodes_ = 0;
  std::vector<double> values_;
};

// Classes of interchangeable arms: only sets made of their lowest indices are enumerated, with
// multiplicity. `classes[i]` is the lowest arm of i's class.
using ArmClasses = std::vector<int>;

class ExactEpoch {
 public:
  using Survivors = std::function<void(ArmSet, double)>;

  ExactEpoch(const ArmClasses& classes, Followed followed)
      : classes_(&classes), followed_(followed) {}

  // P(the followed arm leaves A in this epoch).
  double followed_leaves(const EpochTable& table, ArmSet active);

  // Calls `found` for every set that may survive (with the followed arm; the empty one, if none is
  // followed), with the probability of all it stands for. Returns the dropped probability mass.
  double survivors(const EpochTable& table, ArmSet active, double negligible,
                   const Survivors& found);

  std::int64_t integrals() const { return integrals_; }

 private:
  struct Branch {           // of the tree in which one arm after the other stays or leaves
    std::size_t depth = 0;  // decided: all before this place in others_
    int need = 0;           // how many of the rest must stay
    ArmSet stay = 0;
    double ways = 1;  // sets of interchangeable arms that this one stands for
  };
  std::optional<Branch> next_stays(const Branch& at) const;
  std::optional<Branch> next_leaves(const Branch& at) const;

  ArmSet surely_in() const;  // of the sets that matter: the followed arm
  void list_others(ArmSet active);
  double overtaken(const EpochTable& table) const;
  void fill_suffixes(const EpochTable& table);
  double* row(std::size_t depth, std::size_t nodes) { return rows_.data() + depth * nodes; }
  void all_stay(const EpochTable& table, const Branch& at, const Survivors& found);
  void at_a_score(const EpochTable& table, const Branch& at, const Survivors& found);
  void at_an_atom(const EpochTable& table, const Branch& at, double atom, const Survivors& found);
  double at_an_atom(const EpochTable& table, ArmSet stay, double atom) const;
  void by_trigger(const EpochTable& table, const Branch& at, double probability, double negligible,
                  const Survivors& found, double& dropped) const;

  const ArmClasses* classes_;
  Followed followed_;
  std::vector<int> others_;  // the active arms but the followed one, class by class
  std::int64_t integrals_ = 0;
  // Products over the arms from a depth on, on the nodes: all above, one at the cut and the rest
  // above, all below.
  std::vector<double> all_above_, one_at_cut_, all_below_;
  std::vector<double> rows_;  // of the tree: (all above so far, one at the cut), per depth
};

}  // namespace mesha
