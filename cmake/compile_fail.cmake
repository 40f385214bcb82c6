# cmake -DCOMPILER= -DSOURCE= -DINCLUDES= -P compile_fail.cmake
#
# SOURCE must compile as it stands, and must not with -DMESHA_EXPECT_ERROR: so it is the guarded
# lines that are refused, not a forgotten include. Its first line, `// expect: <regex>`, says what
# the compiler has to complain about.
cmake_minimum_required(VERSION 3.25)

list(TRANSFORM INCLUDES PREPEND "-I")
set(compile "${COMPILER}" -std=c++20 -fsyntax-only ${INCLUDES})

execute_process(COMMAND ${compile} "${SOURCE}" RESULT_VARIABLE status ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${SOURCE}: does not compile even without MESHA_EXPECT_ERROR:\n${errors}")
endif()

execute_process(COMMAND ${compile} -DMESHA_EXPECT_ERROR "${SOURCE}"
  RESULT_VARIABLE status ERROR_VARIABLE errors)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE}: compiles with MESHA_EXPECT_ERROR, but must not")
endif()

file(STRINGS "${SOURCE}" first_line LIMIT_COUNT 1)
if(NOT first_line MATCHES "^// expect: (.+)$")
  message(FATAL_ERROR "${SOURCE}:1: the first line must read `// expect: <regex>`")
endif()
set(expected "${CMAKE_MATCH_1}")
if(NOT errors MATCHES "${expected}")
  message(FATAL_ERROR "${SOURCE}: the error does not match `${expected}`:\n${errors}")
endif()
