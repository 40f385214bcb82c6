// The vector kernel for x86-64 with AVX-512: CMake compiles this file, and no other, for it.
#if defined(__AVX512F__)

#include "mesha/simulate/kernel/play.hpp"

namespace mesha::lane_path {

constinit const LanePath avx512{"AVX-512", 16, play<16>, normals<16>, words<16>};

}  // namespace mesha::lane_path

#endif
