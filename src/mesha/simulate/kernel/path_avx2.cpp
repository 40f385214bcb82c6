// The vector kernel for x86-64 with AVX2: CMake compiles this file, and no other, with -mavx2.
#if defined(__AVX2__)

#include "mesha/simulate/kernel/play.hpp"

namespace mesha::lane_path {

constinit const LanePath avx2{"AVX2", 8, play<8>, normals<8>, words<8>};

}  // namespace mesha::lane_path

#endif
