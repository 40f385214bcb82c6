#!/bin/sh
# check_layers.sh accepts what is allowed and refuses, by file and line, what is not.
set -eu
tools=$(cd -- "$(dirname -- "$0")" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/src/mesha/learners" "$root/cli"

try() {  # FILE LINE: a tree whose only include is LINE, in line 2 of FILE
  rm -rf "$root/src/mesha" && mkdir -p "$root/$(dirname "$1")" "$root/src/mesha"
  printf '// a file\n%s\n' "$2" >"$root/$1"
  "$tools/check_layers.sh" "$root" >"$root/out" 2>&1
}
accepts() {
  try "$@" || { echo "wrongly refused: $1: $2"; cat "$root/out"; exit 1; }
}
refuses() {
  if try "$@"; then echo "wrongly accepted: $1: $2"; exit 1; fi
  grep -q "^$1:2: " "$root/out" || { echo "does not name $1:2:"; cat "$root/out"; exit 1; }
  rm "$root/$1"
}

accepts src/mesha/learners/a.cpp '#include "mesha/learners/a.hpp"'
accepts src/mesha/learners/a.cpp '#include "mesha/design/b.hpp"'
accepts src/mesha/simulate/rare/a.cpp '#include "mesha/simulate/kernel/b.hpp"'
accepts src/mesha/server/a.cpp '#include "mesha/base/b.hpp"      // through five layers'
accepts src/mesha/linalg/a.cpp '#include <Eigen/Dense>'
accepts src/mesha/base/a.hpp '#include "mesha/version.hpp"'
accepts cli/main.cpp '#include "mesha/server/b.hpp"'
refuses src/mesha/simulate/a.cpp '#include "mesha/learners/b.hpp"'
refuses src/mesha/simulate/rare/a.cpp '#include "mesha/learners/parts/b.hpp"'
refuses src/mesha/base/a.hpp '  #  include "mesha/linalg/b.hpp"'
refuses src/mesha/paper/a.cpp '#include "mesha/session/b.hpp"'
refuses src/mesha/design/a.cpp '#include <Eigen/Dense>'
refuses cli/main.cpp '#include <Eigen/Core>'
refuses src/mesha/model/a.cpp '#include "a.hpp"'
refuses src/mesha/model/a.cpp '#include "../base/b.hpp"'
refuses src/mesha/model/a.cpp '#include <mesha/base/b.hpp>'
refuses src/mesha/model/a.cpp '#include "mesha/base/very/deep/b.hpp"'
refuses src/mesha/model/a.cpp '#include "mesha/nowhere/b.hpp"'
