# What makes builds of this checkout quicker where it is installed: ccache (set up by tools/ccache.sh)
# and mold. Nothing needs them, and a project that includes this one decides for itself.
if(PROJECT_IS_TOP_LEVEL)
  find_program(MESHA_CCACHE ccache)
  if(MESHA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/tools/ccache.sh")
  endif()

  find_program(MESHA_MOLD mold)
  if(MESHA_MOLD AND (CMAKE_CXX_COMPILER_ID MATCHES Clang OR CMAKE_CXX_COMPILER_VERSION VERSION_GREATER 12.1))
    add_link_options(-fuse-ld=mold)
  endif()
endif()
