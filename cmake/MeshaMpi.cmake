# mesha-mpi: the program once more, with ranks. `mesha` becomes it under mpirun, and needs no MPI.
# MPI libraries leak and race by the sanitizers' standards, so those builds go without.
if(MESHA_MPI STREQUAL "AUTO" AND NOT MESHA_SANITIZE)
  find_package(MPI COMPONENTS CXX QUIET)
elseif(MESHA_MPI AND NOT MESHA_MPI STREQUAL "AUTO")
  find_package(MPI COMPONENTS CXX REQUIRED)
endif()
set(mesha_with_mpi ${MPI_CXX_FOUND})

if(mesha_with_mpi)
  add_executable(mesha_mpi cli/mpi/ranks.cpp $<TARGET_OBJECTS:mesha_verbs>)
  set_target_properties(mesha_mpi PROPERTIES
    OUTPUT_NAME mesha-mpi RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_include_directories(mesha_mpi PRIVATE "${PROJECT_SOURCE_DIR}")
  # The C interface alone: the old C++ one does not compile without warnings.
  target_compile_definitions(mesha_mpi PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(mesha_mpi PRIVATE mesha mesha_options fmt::fmt MPI::MPI_CXX)
  install(TARGETS mesha_mpi)
endif()
