// Two arms, one number from the records, one from the reports: Theorem 3 of docs/theory.md.
//   D ~ N(+-Delta, s^2)   the difference of the arms' records
//   P ~ N(+-Delta, v^2)   what reports predict for it, when all are truthful; under attack any law
// Of all rules with a given worst failure, "arm 1 iff D + clip(P s^2 / v^2, +-c s) > 0" fails least
// when all are truthful (on average over the two signs; it fails equally often under both).
#pragma once

namespace mesha::theory {

struct TwoArmFailure {
  double truth = 0;
  double worst = 0;
};

// delta = Delta / s, ratio = v / s (0: a perfect prediction; infinite: none), clip = c (may be
// infinite: no clip). truth = E Phi(-delta - clip(P s / v^2, +-c)), by quadrature, with a relative
// error below 1e-12; worst = Phi(c - delta).
TwoArmFailure clipped_two_arms(double delta, double ratio, double clip);

}  // namespace mesha::theory
