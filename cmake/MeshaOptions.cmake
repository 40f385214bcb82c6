# How our own code is compiled: target mesha_options. Nothing of it reaches those who use the library.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)  # -O3
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)  # for clang-tidy
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)

add_library(mesha_options INTERFACE)
target_compile_options(mesha_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  # Files that are compiled together see each other's helpers; clang-tidy asks for all of it.
  $<IF:$<NOT:$<BOOL:${MESHA_UNITY}>>,-Wshadow,$<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wno-shadow>>
  -Wno-missing-field-initializers  # a designated initialiser names what differs from the default
  # libstdc++ 12 sorts stably by what it calls deprecated.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
  # g++ 12 takes "text" + std::string for an overlapping copy (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${MESHA_WERROR}>:-Werror>
  -fno-math-errno  # nobody here asks errno about a square root
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.  # the same bytes in any folder
  -fstack-protector-strong
  -fno-semantic-interposition)  # lets the compiler inline in spite of -fPIC
target_link_options(mesha_options INTERFACE -Wl,-z,relro,-z,now)

set(sanitizers "${MESHA_SANITIZE}")
if(MESHA_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang OR NOT MESHA_SANITIZE MATCHES address)
    message(FATAL_ERROR "MESHA_FUZZ needs clang and the address sanitizer: cmake --preset asan")
  endif()
  string(APPEND sanitizers ",fuzzer-no-link")  # the targets themselves add `fuzzer`
endif()

if(sanitizers)
  target_compile_options(mesha_options INTERFACE
    -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_definitions(mesha_options INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(mesha_options INTERFACE -fsanitize=${sanitizers})
else()
  # Needs optimisation, and gets in the way of the sanitizers' own checks.
  target_compile_options(mesha_options INTERFACE
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=2>)
endif()
