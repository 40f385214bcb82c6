// The vector kernel for every machine. Four lanes are what x86-64 and arm64 always have; the wider
// ones are cut into such pieces by the compiler and serve the tests.
#include "mesha/simulate/kernel_play.hpp"

namespace mesha::lane_path {

constinit const LanePath one{"one lane", 1, play<1>, normals<1>, words<1>};
constinit const LanePath four{"four lanes", 4, play<4>, normals<4>, words<4>};
constinit const LanePath eight{"eight lanes", 8, play<8>, normals<8>, words<8>};
constinit const LanePath sixteen{"sixteen lanes", 16, play<16>, normals<16>, words<16>};

}  // namespace mesha::lane_path
