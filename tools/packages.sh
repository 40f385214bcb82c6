# shellcheck shell=bash disable=SC2034
# The Debian packages of each purpose. ./mesha installs those of the first group only.

packages_build=(
  g++ cmake ninja-build
  libboost-dev libcli11-dev libeigen3-dev libfmt-dev libnlopt-dev libsodium-dev libsqlite3-dev
  libtomlplusplus-dev nlohmann-json3-dev
)
packages_test=(
  libgtest-dev libopenmpi-dev librandom123-dev librapidcheck-dev openmpi-bin
  ccache mold  # not needed, but quicker
  python3
)
packages_bench=(libbenchmark-dev python3-numpy)
packages_full=(
  clang-19 libclang-rt-19-dev clang-tidy-19 clang-format-19 llvm-19 shellcheck
  chromium  # the report is looked at in a browser
)
