# cmake --install: library, headers, and what find_package(mesha) reads.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/mesha")

install(TARGETS mesha EXPORT mesha)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/mesha" "${PROJECT_BINARY_DIR}/generated/mesha"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(EXPORT mesha NAMESPACE mesha:: FILE mesha-targets.cmake DESTINATION "${package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/mesha-config.cmake.in"
  "${PROJECT_BINARY_DIR}/mesha-config.cmake" INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a new minor version may change interfaces.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/mesha-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/mesha-config.cmake"
  "${PROJECT_BINARY_DIR}/mesha-config-version.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/FindSodium.cmake" DESTINATION "${package_dir}")
