# shellcheck shell=bash
# What ./mesha and ./check share: having the packages, and knowing whether a build is configured.
# shellcheck source=tools/packages.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/packages.sh"

configured() {  # ROOT BUILD: also false after the checkout was moved, as CMake keeps absolute paths
  [[ -f $2/build.ninja ]] && grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$1" "$2/CMakeCache.txt"
}

# ensure_packages STAMP LOG PACKAGE...
# Installs those that are missing. STAMP remembers the list that was found complete, so that dpkg
# is not asked again. Returns 1, after one sentence, if it cannot.
ensure_packages() {
  local stamp=$1 log=$2 missing
  shift 2
  [[ -f $stamp && $(<"$stamp") == "$*" ]] && return
  if command -v dpkg-query >/dev/null; then
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]})); then install_packages "$log" "${missing[@]}" || return; fi
  elif ! command -v cmake >/dev/null || ! command -v ninja >/dev/null; then
    echo "mesha: this is not Debian; install what these packages contain and start again: $*" >&2
    return 1
  fi
  echo "$*" >"$stamp"
}

missing_packages() {
  # dpkg-query fails when it does not know a package, and still prints the others.
  comm -23 <(printf '%s\n' "$@" | sort) <(dpkg-query -W \
    -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' | sort)
}

install_packages() {
  local log=$1 as_root=()
  shift
  local sorry="mesha: please install these Debian packages and start again: apt-get install $*"
  if (($(id -u) != 0)); then  # not EUID: a test can stand in for id
    as_root=(sudo)
    if ! command -v sudo >/dev/null; then
      echo "$sorry (this needs root, and there is no sudo)" >&2
      return 1
    fi
    # Without a terminal nobody could type the password.
    { : >/dev/tty; } 2>/dev/null || as_root=(sudo -n)
  fi
  if ! command -v apt-get >/dev/null; then
    echo "$sorry (there is no apt-get here)" >&2
    return 1
  fi

  echo "mesha: installing $*" >&2
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600)
  local install=("${apt[@]}" install --no-install-recommends "$@")
  {
    # A fresh machine has no package lists, an old one may have stale ones.
    { compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null && "${install[@]}"; } ||
      { "${apt[@]}" update && "${install[@]}"; }
  } >"$log" 2>&1 </dev/null && return
  tail -n 5 "$log" >&2
  echo "$sorry (apt-get failed: see $log)" >&2
  return 1
}
