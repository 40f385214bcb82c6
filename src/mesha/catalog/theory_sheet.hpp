// Every formula of the paper's theory with what it is worth for one experiment: its instance,
// reports and budgets, and the options of its learner that is Algorithm 1. The formulas are
// theory/'s; here they get their arguments, and it is said of each whether the conditions are met
// under which the paper states it. `mesha theory` prints them beside measured failures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesha/catalog/experiment.hpp"

namespace mesha {

enum class TheoryGroup { instance, radii, widths, events, main_theorem, baselines };

struct TheoryGroupName {
  TheoryGroup group;
  std::string_view name;   // for programs
  std::string_view words;  // for people
};
inline constexpr TheoryGroupName all_theory_groups[] = {
    {TheoryGroup::instance, "instance", "The instance"},
    {TheoryGroup::radii, "radii", "Levels and radii"},
    {TheoryGroup::widths, "widths", "Factors sqrt(d)"},
    {TheoryGroup::events, "events", "The good events"},
    {TheoryGroup::main_theorem, "main_theorem", "The main theorem"},
    {TheoryGroup::baselines, "baselines", "Rates and bounds, compared"},
};
std::string_view name(TheoryGroup group);

// Whose failure a value bounds.
enum class Bounded {
  nothing,  // it is no bound on a failure
  mesha,    // of Algorithm 1: naming an arm that is wrong by zeta or more, or nobody
  halving,  // of Sequential Halving
  designs,  // of OD-LinBAI that is shown the true features
};

struct TheoryValue {
  TheoryGroup group = TheoryGroup::instance;
  std::string name;                         // for programs
  std::string words;                        // for people: what it is, and where it is printed
  std::string equation;                     // where it is printed
  std::optional<std::int64_t> budget = {};  // none: it does not depend on T
  int epoch = 0;                            // 0: it is not of one epoch
  std::optional<double> value = {};         // none: there is no such number here
  // Of a bound on a probability, the natural logarithm: the value may underflow.
  std::optional<double> log = {};
  // Are the conditions met under which it is stated? None: it is stated under none.
  std::optional<bool> holds = {};
  std::string condition = {};  // those that are not met, else all of them
  // A bound: is it below 1 (a probability), or below the largest gap (an error of means)?
  std::optional<bool> informative = {};
  Bounded bounds = Bounded::nothing;
};

// A game whose failure stands beside the bounds.
struct TheoryGame {
  Bounded bounded = Bounded::nothing;
  LearnerChoice learner;
  std::int64_t budget = 0;
  RightAnswers right;
};

// From how many rounds on Theorem 6 speaks; none: not within 4e18.
struct TheoryRounds {
  std::optional<std::int64_t> of_zeta;         // of the learner's zeta
  std::optional<std::int64_t> of_largest_gap;  // of any zeta that matters here: nothing is wrong
                                               // by more than the largest gap
  std::optional<std::int64_t> of_any_gap;  // of any zeta that matters anywhere: means of vectors
                                           // in the unit ball differ by 2 at most
};

struct TheorySheet {
  LearnerChoice learner;  // the file's first that is Algorithm 1, else that one by its defaults
  bool in_file = true;
  double zeta = 0;
  double largest_gap = 0;
  TheoryRounds rounds;
  std::vector<TheoryValue> values;  // by group, then by budget
  std::vector<TheoryGame> games;    // those that can be played at their budget
};

// Refused: a single arm, or no single best one, of which the paper does not speak; a budget with
// which Algorithm 1 cannot be made.
Result<TheorySheet> theory_sheet(const Experiment& experiment);

}  // namespace mesha
