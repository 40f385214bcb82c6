# The revision of the source, for provenance: generated/revision.cpp, written anew where it changed.
# Asked at every build, as a commit changes no file of ours. The command line alone has it, so that a
# commit relinks no test.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  set(revision "unknown")
  # Not the revision of a repository in which an unpacked archive happens to lie.
  execute_process(COMMAND git -C "${SOURCE}" rev-parse --show-toplevel
    OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  file(REAL_PATH "${SOURCE}" source)
  if(top STREQUAL source)
    execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty --abbrev=12 --exclude=*
      OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(revision MATCHES "-dirty$")  # which changes of tracked files
    execute_process(COMMAND git -C "${SOURCE}" diff HEAD OUTPUT_VARIABLE changes ERROR_QUIET)
    string(SHA1 changes "${changes}")
    string(SUBSTRING "${changes}" 0 8 changes)
    string(APPEND revision "-${changes}")
  endif()
  file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#include \"cli/revision.hpp\"

const std::string_view mesha::cli::source_revision = \"@revision@\";
" @ONLY)
  return()
endif()

set(mesha_revision_cpp "${PROJECT_BINARY_DIR}/generated/revision.cpp")
add_custom_target(mesha_revision BYPRODUCTS "${mesha_revision_cpp}"
  COMMAND ${CMAKE_COMMAND} "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${mesha_revision_cpp}"
    -P "${CMAKE_CURRENT_LIST_FILE}"
  COMMENT "Re-checking the revision of the source" VERBATIM)
