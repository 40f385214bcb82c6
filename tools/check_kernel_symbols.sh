#!/bin/sh
# Files compiled for one instruction set must not define a symbol that the linker could take for a
# file compiled for another.   Usage: check_kernel_symbols.sh OBJECT...
set -eu
failed=0
found=0
for object in "$@"; do
  case $object in */kernel/path_*) found=1 ;; *) continue ;; esac
  shared=$(nm -C --defined-only "$object" | grep -E ' [WVwvu] ' || true)
  [ -z "$shared" ] && continue
  printf '%s defines symbols that the linker may merge:\n%s\n' "$object" "$shared"
  failed=1
done
[ $found = 1 ] || { echo "no object of simulate/kernel/path_*.cpp is among: $*"; failed=1; }
exit $failed
