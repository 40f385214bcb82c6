# Files of a folder share headers: compiled together they take two thirds of the time (322 s became 201 s from nothing).
# CMake's own UNITY_BUILD writes absolute paths, which would spoil ccache for a checkout in another folder.
option(MESHA_UNITY "Compile the files of a folder together" ${PROJECT_IS_TOP_LEVEL})

# mesha_unity(LIST NAME ROOT FILE...): LIST becomes a file NAME.cpp in the build folder that includes all FILEs by their
# path below ROOT, which must be an include folder; or the FILEs themselves, without MESHA_UNITY.
function(mesha_unity list name root)
  if(NOT MESHA_UNITY)
    set(${list} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(text "")
  foreach(file IN LISTS ARGN)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${root}")
    string(APPEND text "#include \"${file}\"\n")
  endforeach()
  set(together "${PROJECT_BINARY_DIR}/unity/${name}.cpp")
  file(CONFIGURE OUTPUT "${together}" CONTENT "${text}")
  set(${list} "${together}" PARENT_SCOPE)
endfunction()
