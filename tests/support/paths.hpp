// Absolute paths. They are compiled in one generated file (cmake/MeshaPaths.cmake), so that the
// compiler's cache serves all others from any folder.
#pragma once

#include <string>

namespace mesha::testing {

extern const char checkout[];       // the folder of the sources
extern const char mesha_program[];  // the command line of this build
extern const char mpi_launcher[];   // empty without MPI

inline std::string in_checkout(const std::string& path) {
  return std::string(checkout) + "/" + path;
}

}  // namespace mesha::testing
