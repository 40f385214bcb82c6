// Experiment 1 of the paper and what numerical integration says about it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "mesha/catalog/experiment.hpp"
#include "support/paths.hpp"

namespace mesha::testing {

inline Experiment experiment_1() { return *load_experiment(in_checkout("examples/vary_T.toml")); }

inline constexpr std::array<std::int64_t, 10> budgets_1 = {60,  100, 140, 200, 300,
                                                           400, 500, 600, 700, 800};
// Failure probabilities by numerical integration, made by a program of its own; six digits.
inline constexpr std::array<double, 10> exact_mesha_1 = {
    .118292, .111589, .108738, .103100, .089233, .075643, .062753, .051887, .043339, .035813};
inline constexpr std::array<double, 10> exact_halving_1 = {
    .343588, .292911, .255096, .214307, .165446, .132507, .105952, .085450, .070189, .057223};

}  // namespace mesha::testing
