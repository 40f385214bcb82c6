#!/bin/sh
# The launcher of compilers (cmake/MeshaTools.cmake): ccache, so that a checkout in any folder finds
# what another one has compiled.   Usage: ccache.sh COMPILER ARGUMENT...
#   * Entries are keyed by compiler, flags and the content of all included files; paths below the
#     checkout count from the current folder. A damaged entry is a miss.
#   * They live in the user's cache folder, in at most 2 GB; whoever has configured ccache (a file,
#     or CCACHE_DIR) decides on both.
#   * Where that folder cannot be written the compiler runs alone.
set -eu
tools=$(dirname -- "$0")
CCACHE_BASEDIR=${tools%/*}
CCACHE_NOHASHDIR=1  # -ffile-prefix-map has removed the folder from debug information
CCACHE_DEPEND=1     # included files by the compiler's word: no second run of the preprocessor
export CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_DEPEND

home=${HOME:-/nonexistent}
if [ -z "${CCACHE_DIR-}${CCACHE_CONFIGPATH-}" ] && [ ! -d "$home/.ccache" ] &&
  [ ! -e "${XDG_CONFIG_HOME:-$home/.config}/ccache/ccache.conf" ]; then
  CCACHE_DIR=${XDG_CACHE_HOME:-$home/.cache}/mesha/ccache
  : "${CCACHE_MAXSIZE:=2G}"
  export CCACHE_DIR CCACHE_MAXSIZE
  [ -d "$CCACHE_DIR" ] || mkdir -p "$CCACHE_DIR" 2>/dev/null || exec "$@"
  [ -w "$CCACHE_DIR" ] || exec "$@"
fi
exec ccache "$@"
