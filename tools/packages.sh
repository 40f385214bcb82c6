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
packages_bench=(libbenchmark-dev libpagmo-dev python3-numpy)
packages_full=(
  clang-22 libclang-rt-22-dev clang-tidy-22 clang-format-22 llvm-22 shellcheck
  chromium  # the report is looked at in a browser
)
