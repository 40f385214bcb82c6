// The vector kernel for every machine: four lanes are what x86-64 and arm64 always have. One lane
// is the plain meaning of it all, against which tests hold the others.
#include "mesha/simulate/kernel/play.hpp"

namespace mesha::lane_path {

constinit const LanePath one{"one lane", 1, play<1>, normals<1>, words<1>};
constinit const LanePath four{"four lanes", 4, play<4>, normals<4>, words<4>};

}  // namespace mesha::lane_path
