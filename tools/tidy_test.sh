#!/usr/bin/env bash
# tidy.py asks clang-tidy again when anything changed that a verdict rests on, and only then. A
# stand-in for clang-tidy writes down what it is asked, and finds something in files that say `bad`.
set -euo pipefail
tools=$(cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
export XDG_CACHE_HOME=$work/cache CLANG_TIDY=$work/clang-tidy

clang_tidy_of() {  # VERSION
  cat >"$CLANG_TIDY" <<END
#!/bin/sh
if [ "\$1" = --version ]; then echo "version $1"; exit; fi
for file; do :; done
echo "\$file" >>"$work/calls"
if grep -rq bad "\${file%/*}"; then echo "\$file: bad"; exit 1; fi
END
  chmod +x "$CLANG_TIDY"
}

checkout() {  # NAME: two files, of which one includes a header
  local root=$work/$1
  mkdir -p "$root/tools" "$root/src" "$root/build"
  cp "$tools/tidy.py" "$root/tools"
  echo 'Checks: a' >"$root/.clang-tidy"
  echo 'int one();' >"$root/src/one.hpp"
  printf '#include "one.hpp"\nint one() { return 1; }\n' >"$root/src/one.cpp"
  echo 'int two() { return 2; }' >"$root/src/two.cpp"
  commands_of "$root" -O1
}
commands_of() {  # ROOT FLAG
  local name separator='['
  for name in one two; do
    printf '%s{"directory": "%s/build", "file": "%s/src/%s.cpp", "command": "c++ %s -I%s/src -o %s.o -c %s/src/%s.cpp"}' \
      "$separator" "$1" "$1" "$name" "$2" "$1" "$name" "$1" "$name"
    separator=,
  done >"$1/build/compile_commands.json"
  echo ']' >>"$1/build/compile_commands.json"
}

wrong() { echo "tidy_test: $1; it said, and asked about:"; cat "$work/out" "$work/calls"; exit 1; }
expect() {  # SITUATION ROOT STATUS FILE...: these are asked about, and that is the exit status
  local status=0
  : >"$work/calls"
  "$work/$2/tools/tidy.py" "$work/$2/build" "$work/$2/src/one.cpp" "$work/$2/src/two.cpp" \
    >"$work/out" 2>&1 || status=$?
  [[ $status == "$3" ]] || wrong "$1: ended with status $status instead of $3"
  local asked
  asked=$(sed 's|.*/||' "$work/calls" | sort | tr '\n' ' ')
  [[ $asked == "${*:4}${4:+ }" ]] || wrong "$1: asked about '$asked' instead of '${*:4}'"
}
entries() { find "$XDG_CACHE_HOME" -name "$1" -type f; }

clang_tidy_of 1
checkout a
expect 'an empty cache' a 0 one.cpp two.cpp
expect 'nothing changed' a 0
touch "$work/a/src/one.cpp"
expect 'a new time alone' a 0

checkout b
expect 'another folder' b 0

echo 'int one();  // NOLINT' >"$work/a/src/one.hpp"
expect 'a comment in a header' a 0 one.cpp
expect 'seen once' a 0
expect 'the header as it was, elsewhere' b 0

echo 'Checks: b' >"$work/a/.clang-tidy"
expect 'another .clang-tidy' a 0 one.cpp two.cpp
echo 'Checks: c' >"$work/a/src/.clang-tidy"
expect 'a nearer .clang-tidy' a 0 one.cpp two.cpp
commands_of "$work/a" -O2
expect 'other flags' a 0 one.cpp two.cpp
clang_tidy_of 2
expect 'another clang-tidy' a 0 one.cpp two.cpp
expect 'all known again' a 0
mkdir "$work/a/src/new"
expect 'a name that an include could find first' a 0 one.cpp two.cpp

for damage in ': >' 'echo x >>' 'head -c 20 /dev/urandom >'; do
  for kind in 'clean-*' 'includes-*'; do
    for entry in $(entries "$kind"); do eval "$damage\"$entry\""; done
    expect "damaged by $damage: $kind" a 0 one.cpp two.cpp
    expect 'mended' a 0
  done
done

echo '// bad' >>"$work/a/src/two.cpp"
expect 'a finding' a 1 two.cpp
grep -q 'two.cpp: bad' "$work/out" || wrong 'the finding is not shown'
expect 'a finding is not kept' a 1 two.cpp

echo 'int two() { return 2; }' >"$work/a/src/two.cpp"
expect 'put right' a 0
XDG_CACHE_HOME=/dev/null expect 'no folder for the cache' a 0 one.cpp two.cpp
