// One function per entry of the catalog; learners.cpp has the list.
#pragma once

#include "mesha/catalog/learners.hpp"

namespace mesha::entries {

// halving.cpp: by schedule, whatever is reported
LearnerEntry sequential_halving();
LearnerEntry successive_rejects();
LearnerEntry uniform();

// trigger.cpp: a grim trigger at the end of every epoch
LearnerEntry mesha();
LearnerEntry od_linbai_gtc();
LearnerEntry od_linbai_gtc_paper();

// floor_sets.cpp: a floor of pulls, the rest where it is close
LearnerEntry adaptive_halving();
LearnerEntry guarded_halving();

// designs.cpp: pulls by an optimal design on the reports
LearnerEntry od_linbai();
LearnerEntry od_linbai_strong();
LearnerEntry od_linbai_paper();
LearnerEntry gse();
LearnerEntry linear_exploration();

// one_by_one.cpp: one pull at a time
LearnerEntry opt_gtm();
LearnerEntry ggtm();
LearnerEntry lin_ucb();

}  // namespace mesha::entries
