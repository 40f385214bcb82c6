# cmake -DBUILD= -DWORK= -DSOURCE= -DREADME= -DEXAMPLES= -DCOMPILER= -DVERSION= -P consumer_test.cmake
# Installs BUILD under WORK/prefix, then configures, builds and runs SOURCE against it. The README's
# own example is built and run as well, and must not print a number that the README does not show.
# So is EXAMPLES/own_learner.cpp, which plays EXAMPLES/finalists.toml and a selection.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(save_example language file)  # the README's first block in this language
  string(REGEX MATCH "\n```${language}\n" fence "${readme}")
  string(FIND "${readme}" "${fence}" begin)
  string(LENGTH "${fence}" length)
  math(EXPR begin "${begin} + ${length}")
  string(SUBSTRING "${readme}" ${begin} -1 rest)
  string(FIND "${rest}" "\n```\n" end)
  if(fence STREQUAL "" OR end LESS 1)
    message(FATAL_ERROR "the README has no example in ${language}")
  endif()
  string(SUBSTRING "${rest}" 0 ${end} text)
  file(WRITE "${file}" "${text}\n")
endfunction()

function(expect_as_shown pattern)  # COMMAND...: whatever of its output matches is in the README
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${WORK}/readme" OUTPUT_VARIABLE printed
    COMMAND_ECHO STDOUT ECHO_OUTPUT_VARIABLE COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "${pattern}" results "${printed}")
  if(NOT results)
    message(FATAL_ERROR "the README's example printed nothing like ${pattern}")
  endif()
  foreach(result IN LISTS results)
    string(FIND "${readme}" "${result}" found)
    if(found EQUAL -1)
      message(FATAL_ERROR "the README does not show: ${result}")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE "${WORK}")
file(READ "${README}" readme)
save_example(toml "${WORK}/readme/mine.toml")
save_example(cpp "${WORK}/readme/main.cpp")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix")
run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}" -B "${WORK}/build" "-DCMAKE_CXX_COMPILER=${COMPILER}"
  -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${WORK}/prefix" "-DMESHA_VERSION=${VERSION}"
  "-DREADME_SOURCE=${WORK}/readme/main.cpp" "-DOWN_LEARNER_SOURCE=${EXAMPLES}/own_learner.cpp")
run("${CMAKE_COMMAND}" --build "${WORK}/build")
run("${WORK}/build/consumer")
run("${WORK}/prefix/bin/mesha" --help)
expect_as_shown("0[.][0-9]+" "${WORK}/build/readme")
expect_as_shown("(mesha|sequential_halving) +[0-9]+ +[01][.][0-9]+"
  "${WORK}/prefix/bin/mesha" simulate mine.toml)
execute_process(COMMAND "${WORK}/build/own_learner" "${EXAMPLES}/finalists.toml" "${WORK}/own.db"
  OUTPUT_VARIABLE printed COMMAND_ECHO STDOUT ECHO_OUTPUT_VARIABLE COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed MATCHES "^finalists fails .* 0[.]17[0-9]+\nsequential_halving fails .*\nselected: ben\n$")
  message(FATAL_ERROR "own_learner printed something else")
endif()
