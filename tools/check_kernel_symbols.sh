#!/bin/sh
# Files compiled for one instruction set must not define a symbol that the linker could take for a
# file compiled for another.   Usage: check_kernel_symbols.sh OBJECT...
set -eu
failed=0
for object in "$@"; do
  case $object in *kernel_path_*) ;; *) continue ;; esac
  shared=$(nm -C --defined-only "$object" | grep -E ' [WVwvu] ' || true)
  [ -z "$shared" ] && continue
  printf '%s defines symbols that the linker may merge:\n%s\n' "$object" "$shared"
  failed=1
done
exit $failed
