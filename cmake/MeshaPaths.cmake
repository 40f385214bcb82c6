# Target mesha_paths, "support/paths.hpp": the absolute paths that tests and benchmarks need, in one
# small file. Elsewhere they would keep the compiler's cache from serving a checkout in another folder.
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/generated/paths.cpp" CONTENT
"#include \"support/paths.hpp\"

namespace mesha::testing {
const char checkout[] = R\"path(${PROJECT_SOURCE_DIR})path\";
const char mesha_program[] = R\"path($<TARGET_FILE:mesha_cli>)path\";
const char mpi_launcher[] = R\"path(${MPIEXEC_EXECUTABLE})path\";
}  // namespace mesha::testing
")
add_library(mesha_paths STATIC "${PROJECT_BINARY_DIR}/generated/paths.cpp")
target_compile_features(mesha_paths PUBLIC cxx_std_20)
target_include_directories(mesha_paths PUBLIC "${PROJECT_SOURCE_DIR}/tests")
target_link_libraries(mesha_paths PRIVATE mesha_options)
