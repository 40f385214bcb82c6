#include "mesha/simulate/exact/epoch.hpp"

#include <algorithm>
#include <bit>

namespace mesha {
namespace {

ArmSet bit(int arm) { return ArmSet{1} << static_cast<unsigned>(arm); }
bool has(ArmSet set, int arm) { return (set & bit(arm)) != 0; }

// Four sums side by side: addition is not associative, so the compiler may not do it.
template <class Term>
double sum(std::size_t nodes, Term term) {
  double part[4] = {};
  std::size_t n = 0;
  for (; n + 4 <= nodes; n += 4) {
    for (std::size_t k = 0; k < 4; ++k) part[k] += term(n + k);
  }
  for (; n < nodes; ++n) part[0] += term(n);
  return (part[0] + part[1]) + (part[2] + part[3]);
}

}  // namespace

ArmSet ExactEpoch::surely_in() const { return followed_ ? bit(*followed_) : 0; }

void ExactEpoch::list_others(ArmSet active) {
  others_.clear();
  for (int arm = 0; arm < static_cast<int>(classes_->size()); ++arm) {
    if (arm != followed_ && has(active, arm)) others_.push_back(arm);
  }
  std::ranges::stable_sort(others_, {},
                           [&](int i) { return (*classes_)[static_cast<std::size_t>(i)]; });
}

// Of interchangeable arms the lowest ones stay; next_stays() counts the sets.
std::optional<ExactEpoch::Branch> ExactEpoch::next_stays(const Branch& at) const {
  const auto class_of = [&](std::size_t depth) {
    return (*classes_)[static_cast<std::size_t>(others_[depth])];
  };
  std::size_t first = at.depth;
  while (first > 0 && class_of(first - 1) == class_of(at.depth)) --first;
  if (first < at.depth && !has(at.stay, others_[at.depth - 1])) return std::nullopt;
  std::size_t end = at.depth;
  while (end < others_.size() && class_of(end) == class_of(at.depth)) ++end;
  const auto left = static_cast<double>(end - at.depth);
  const auto staying = static_cast<double>(at.depth - first + 1);
  return Branch{at.depth + 1, at.need - 1, at.stay | bit(others_[at.depth]),
                at.ways * left / staying};
}

std::optional<ExactEpoch::Branch> ExactEpoch::next_leaves(const Branch& at) const {
  return Branch{at.depth + 1, at.need, at.stay, at.ways};
}

double ExactEpoch::followed_leaves(const EpochTable& table, ArmSet active) {
  const ScoreLaw& own = table.law(*followed_);
  list_others(active);
  if (static_cast<int>(others_.size()) < table.keep()) return own.leaves;
  if (own.constant()) {
    const auto keep = static_cast<std::size_t>(table.keep());
    return own.leaves + own.stays * above_constant(table.laws(), *followed_, others_, keep);
  }
  ++integrals_;
  return own.leaves + overtaken(table);
}

// int f(t) P(at least `keep` others above t) dt, f the followed arm's density: the number of those
// above, counted up to `keep` arm by arm, on all nodes at once.
double ExactEpoch::overtaken(const EpochTable& table) const {
  const std::size_t nodes = table.nodes();
  const auto keep = static_cast<std::size_t>(table.keep());
  std::vector<double> count((keep + 1) * nodes, 0.0);  // row c: c above; the last: keep or more
  std::copy_n(table.density(*followed_), nodes, count.begin());
  for (std::size_t depth = 0; depth < others_.size(); ++depth) {
    const double* above = table.above(others_[depth]);
    const double* below = table.below(others_[depth]);
    for (std::size_t c = std::min(depth + 1, keep); c > 0; --c) {
      double* here = count.data() + c * nodes;
      const double* fewer = here - nodes;
      if (c == keep) {
        for (std::size_t n = 0; n < nodes; ++n) here[n] += fewer[n] * above[n];
      } else {
        for (std::size_t n = 0; n < nodes; ++n) here[n] = here[n] * below[n] + fewer[n] * above[n];
      }
    }
    for (std::size_t n = 0; n < nodes; ++n) count[n] *= below[n];
  }
  const double* enough = count.data() + keep * nodes;
  return sum(nodes, [enough](std::size_t n) { return enough[n]; });
}

double ExactEpoch::survivors(const EpochTable& table, ArmSet active, double negligible,
                             const Survivors& found) {
  list_others(active);
  const int decided = followed_ ? 1 : 0;
  const int size = static_cast<int>(others_.size()) + decided;
  double dropped = 0;
  const int most_by_trigger = size > table.keep() ? table.keep() - 1 : size;
  by_trigger(table, {.need = most_by_trigger - decided, .stay = surely_in()},
             followed_ ? table.law(*followed_).stays : 1, negligible, found, dropped);
  if (size <= table.keep()) return dropped;

  const Branch start{.need = table.keep() - decided, .stay = surely_in()};
  const std::size_t nodes = table.nodes();
  if (nodes > 0) {
    fill_suffixes(table);
    rows_.resize(2 * (others_.size() + 1) * nodes);
    if (followed_) {
      std::copy_n(table.above(*followed_), nodes, row(0, nodes));
      std::copy_n(table.density(*followed_), nodes, row(1, nodes));
    } else {
      std::fill_n(row(0, nodes), nodes, 1.0);
      std::fill_n(row(1, nodes), nodes, 0.0);
    }
    at_a_score(table, start, found);
  }
  for (const double atom : table.atoms()) at_an_atom(table, start, atom, found);
  return dropped;
}

void ExactEpoch::fill_suffixes(const EpochTable& table) {
  const std::size_t nodes = table.nodes();
  const std::size_t count = others_.size();
  all_above_.assign((count + 1) * nodes, 1.0);
  one_at_cut_.assign((count + 1) * nodes, 0.0);
  all_below_.assign((count + 1) * nodes, 1.0);
  for (std::size_t depth = count; depth-- > 0;) {
    const double* density = table.density(others_[depth]);
    const double* above = table.above(others_[depth]);
    const double* below = table.below(others_[depth]);
    const std::size_t here = depth * nodes;
    const std::size_t next = here + nodes;
    for (std::size_t n = 0; n < nodes; ++n) {
      all_above_[here + n] = all_above_[next + n] * above[n];
      one_at_cut_[here + n] = one_at_cut_[next + n] * above[n] + all_above_[next + n] * density[n];
      all_below_[here + n] = all_below_[next + n] * below[n];
    }
  }
}

// All of the rest stay.
void ExactEpoch::all_stay(const EpochTable& table, const Branch& at, const Survivors& found) {
  Branch all = at;
  while (all.need > 0) {
    const auto next = next_stays(all);
    if (!next) return;
    all = *next;
  }
  const std::size_t nodes = table.nodes();
  const double* above = row(2 * at.depth, nodes);
  const double* cut = row(2 * at.depth + 1, nodes);
  const double* q = all_above_.data() + at.depth * nodes;
  const double* f = one_at_cut_.data() + at.depth * nodes;
  ++integrals_;
  found(all.stay,
        all.ways * sum(nodes, [=](std::size_t n) { return cut[n] * q[n] + above[n] * f[n]; }));
}

// The cut is the score of an arm in `stay`. Rows of this depth: prod Q and its derivative, both
// times prod G of the arms that left. Once none, or all, of the rest stay, a suffix ends it.
void ExactEpoch::at_a_score(const EpochTable& table, const Branch& at, const Survivors& found) {
  const std::size_t nodes = table.nodes();
  const double* above = row(2 * at.depth, nodes);
  const double* cut = row(2 * at.depth + 1, nodes);
  const std::size_t rest = others_.size() - at.depth;
  if (at.need == 0) {
    const double* below = all_below_.data() + at.depth * nodes;
    ++integrals_;
    found(at.stay, at.ways * sum(nodes, [=](std::size_t n) { return cut[n] * below[n]; }));
    return;
  }
  if (static_cast<std::size_t>(at.need) > rest) return;
  if (static_cast<std::size_t>(at.need) == rest) return all_stay(table, at, found);
  const int arm = others_[at.depth];
  double* next_above = row(2 * at.depth + 2, nodes);
  double* next_cut = row(2 * at.depth + 3, nodes);
  const auto stays = next_stays(at);
  const double* q = table.above(arm);
  const double* f = table.density(arm);
  if (stays && at.need == 1) {  // the last one to stay: no rows to keep
    const double* below = all_below_.data() + (at.depth + 1) * nodes;
    ++integrals_;
    found(stays->stay, stays->ways * sum(nodes, [=](std::size_t n) {
                         return (cut[n] * q[n] + above[n] * f[n]) * below[n];
                       }));
  } else if (stays) {
    for (std::size_t n = 0; n < nodes; ++n) {
      next_cut[n] = cut[n] * q[n] + above[n] * f[n];
      next_above[n] = above[n] * q[n];
    }
    at_a_score(table, *stays, found);
  }
  const double* g = table.below(arm);
  for (std::size_t n = 0; n < nodes; ++n) {
    next_cut[n] = cut[n] * g[n];
    next_above[n] = above[n] * g[n];
  }
  at_a_score(table, *next_leaves(at), found);
}

void ExactEpoch::at_an_atom(const EpochTable& table, const Branch& at, double atom,
                            const Survivors& found) {
  const auto rest = static_cast<int>(others_.size() - at.depth);
  if (at.need > rest) return;
  if (at.need == 0) {
    const double probability = at_an_atom(table, at.stay, atom);
    if (probability > 0) found(at.stay, at.ways * probability);
    return;
  }
  if (const auto stays = next_stays(at)) at_an_atom(table, *stays, atom, found);
  at_an_atom(table, *next_leaves(at), atom, found);
}

// The cut is the constant `atom`: some arm in `stay` has it, the others there are above or have it
// too. Outside, an arm with this constant must come after all of those, or be gone.
double ExactEpoch::at_an_atom(const EpochTable& table, ArmSet stay, double atom) const {
  const auto at_atom = [&](int arm) {
    return table.law(arm).constant() && table.law(arm).mean == atom;
  };
  int last = -1;
  for (ArmSet left = stay; left != 0; left &= left - 1) {
    const int arm = std::countr_zero(left);
    if (at_atom(arm)) last = arm;
  }
  if (last < 0) return 0;
  const auto in = [&](int arm) {
    return at_atom(arm) ? table.law(arm).stays : table.law(arm).above(atom);
  };
  double probability = followed_ ? in(*followed_) : 1;
  for (const int arm : others_) {
    if (has(stay, arm)) {
      probability *= in(arm);
    } else if (!at_atom(arm)) {
      probability *= table.law(arm).below(atom);
    } else if (arm < last) {
      probability *= table.law(arm).leaves;
    }
  }
  return probability;
}

// At most `need` of the others stay, because the trigger takes the rest.
void ExactEpoch::by_trigger(const EpochTable& table, const Branch& at, double probability,
                            double negligible, const Survivors& found, double& dropped) const {
  if (at.need < 0 || probability == 0) return;
  if (at.ways * probability < negligible) {
    dropped += at.ways * probability;
    return;
  }
  if (at.depth == others_.size()) {
    found(at.stay, at.ways * probability);
    return;
  }
  const ScoreLaw& law = table.law(others_[at.depth]);
  if (const auto stays = next_stays(at)) {
    by_trigger(table, *stays, probability * law.stays, negligible, found, dropped);
  }
  by_trigger(table, *next_leaves(at), probability * law.leaves, negligible, found, dropped);
}

}  // namespace mesha
