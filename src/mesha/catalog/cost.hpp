// What a run costs, for choosing how many to play: a model and not a measurement, so that what is
// played does not depend on the machine.
#pragma once

#include "mesha/catalog/learners.hpp"

namespace mesha {

// Seconds of one run on one core, within a factor of 5 or so. `setting` has arms, dimension and
// budget; reports stay as they are, and noise is Gaussian.
double seconds_of_run(const Traits& traits, const Setting& setting);

}  // namespace mesha
