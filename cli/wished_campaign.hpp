// The campaign that the words of `simulate` describe.
#pragma once

#include "cli/scale.hpp"
#include "mesha/scale/campaign.hpp"

namespace mesha::cli {

struct WishedCampaign {
  Campaign campaign;
  Experiment experiment;
};

Result<WishedCampaign> wished_campaign(const SimulateWish& wish);

void print_notes(const Experiment& experiment);  // on stderr

}  // namespace mesha::cli
