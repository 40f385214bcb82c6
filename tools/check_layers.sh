#!/bin/sh
# Checks every #include under src/mesha/ and cli/ against tools/layers.txt; names file and line of
# each violation and exits 1 if there is one.   Usage: check_layers.sh [ROOT]
#   * our headers are included as "mesha/<layer>/<file>.hpp" (or "mesha/version.hpp", generated), where a
#     layer may have rooms: "mesha/<layer>/<room>/<file>.hpp";
#   * a layer includes only itself and what the table lets it see; cli/ sees every layer;
#   * only linalg names Eigen.
set -eu
tools=$(cd -- "$(dirname -- "$0")" && pwd)
cd -- "${1:-$tools/..}"

find src/mesha cli -name '*.[ch]pp' -exec awk '
  function allow(layer, seen,    parts, n, i) {  # layer sees `seen`, and what that sees
    if ((layer, seen) in allowed) return
    allowed[layer, seen] = 1
    n = split(sees[seen], parts, " ")
    for (i = 1; i <= n; i++) allow(layer, parts[i])
  }
  function bad(why) {
    printf "%s:%d: %s: %s\n", FILENAME, FNR, why, $0
    failed = 1
  }
  FILENAME == ARGV[1] {                          # the table
    if ($0 ~ /^#/ || NF == 0) next
    name = $1; sub(/:$/, "", name); $1 = ""; sees[name] = $0
    next
  }
  FNR == 1 {
    if (!ready++) for (name in sees) allow(name, name)
    split(FILENAME, path, "/")
    layer = path[1] == "cli" ? "cli" : path[3]
    if (layer != "cli" && !(layer in sees)) bad("not in a layer of tools/layers.txt")
  }
  /^[ \t]*#[ \t]*include/ {
    name = $0; sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
    if (name ~ /^[<"](Eigen|unsupported\/Eigen)\// && layer != "linalg") bad("only linalg names Eigen")
    ours = name ~ /^[<"]mesha\// || (layer != "cli" && name ~ /^"/)
    if (!ours || name ~ /^"mesha\/version\.hpp"/) next
    if (name !~ /^"mesha\/[a-z_]+\/([a-z_]+\/)?[a-z0-9_]+\.hpp"/) {
      bad("our headers read \"mesha/<layer>/<file>.hpp\"")
      next
    }
    split(name, path, "/")
    if (!(path[2] in sees)) bad("no such layer")
    else if (layer != "cli" && !((layer, path[2]) in allowed)) bad(layer " must not see " path[2])
  }
  END { exit failed }
' "$tools/layers.txt" {} +
