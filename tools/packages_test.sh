#!/usr/bin/env bash
# ensure_packages of common.sh installs what is missing and nothing else, or says in a last sentence
# why it cannot. Stand-ins for dpkg-query, apt-get, sudo and id write down how they are called.
# shellcheck disable=SC2016  # the stand-ins are the ones to expand it
set -euo pipefail
tools=$(cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# Nothing else is in PATH, so that no real sudo or apt-get is ever found.
mkdir "$work/bin"
for name in bash comm dirname env sed sort tail; do
  ln -s "$(command -v "$name")" "$work/bin/$name"
done

stand_in() {  # NAME CODE
  printf '#!/bin/sh\necho "%s $*" >>"%s/calls"\n%s\n' "$1" "$work" "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# A Debian machine with sudo and an apt-get that works. `half` was removed and left its settings.
machine() {  # USER-ID
  rm -f -- "$work/stamp" "$work/log"
  stand_in id "echo $1"
  stand_in sudo '[ "$1" != -n ] || shift; exec "$@"'
  stand_in apt-get 'echo working'
  stand_in dpkg-query '
    shift 3  # -W -f FORMAT
    for package; do
      case $package in
        here | there) echo "installed $package" ;;
        half) echo "config-files $package" ;;
        *) echo "no packages found matching $package" >&2; unknown=1 ;;
      esac
    done
    exit ${unknown:-0}'
}

ask() {  # PACKAGE...
  : >"$work/calls"
  # As ./mesha and ./check do.
  PATH=$work/bin bash -euo pipefail -c 'source "$0/common.sh"; ensure_packages "$@" || exit 2' \
    "$tools" "$work/stamp" "$work/log" "$@" >"$work/out" 2>&1
}
wrong() {
  echo "packages_test: $1; it said, and called:"
  cat "$work/out" "$work/calls"
  exit 1
}
succeeds() { ask "$@" || wrong "wrongly failed with: $*"; }
fails() {
  local status=0
  ask "$@" || status=$?
  [[ $status == 2 ]] || wrong "ended with status $status instead of 2"
  [[ ! -e $work/stamp ]] || wrong 'remembered a list that is not complete'
}
called() { grep -qE -- "$1" "$work/calls" || wrong "did not call '$1'"; }
not_called() { if grep -qE -- "$1" "$work/calls"; then wrong "called '$1'"; fi; }
says_last() {  # SENTENCE: it is whole, comes once and comes last
  [[ $(tail -n 1 "$work/out") == "$1" ]] || wrong "the last line is not '$1'"
  [[ $(grep -c '^mesha: please' "$work/out") == 1 ]] || wrong 'did not ask once'
}
please='mesha: please install these Debian packages and start again: apt-get install'

# Nothing is missing. A second time not even dpkg is asked, unless the list is another one.
machine 0
succeeds here there
called '^dpkg-query '
not_called '^(apt-get|sudo) '
[[ ! -s $work/out ]] || wrong 'talked though there was nothing to say'
succeeds here there
not_called .
succeeds here
called '^dpkg-query '

# Something is missing: unknown to dpkg, or removed.
machine 0
succeeds here new there half
called '^apt-get .* install --no-install-recommends half new$'
not_called '^apt-get .*here'
not_called '^sudo '
succeeds here new there half
not_called .

# Not root, with sudo.
machine 1000
succeeds here new
called '^sudo .*apt-get .* install --no-install-recommends new$'
called '^apt-get .* install --no-install-recommends new$'

# Not root, without sudo.
machine 1000
rm -- "$work/bin/sudo"
fails here new
says_last "$please new (this needs root, and there is no sudo)"
not_called '^apt-get '

# apt-get fails; its last words come before the sentence.
machine 0
stand_in apt-get 'for line in 1 2 3 4 5 6 7; do echo "E: line $line"; done; exit 100'
fails here new
says_last "$please new (apt-get failed: see $work/log)"
grep -q '^E: line 7$' "$work/out" || wrong 'did not show the end of the log'
grep -q '^E: line 1$' "$work/log" || wrong 'did not keep the whole log'

# sudo refuses, as it does where nobody can type a password.
machine 1000
stand_in sudo 'echo "sudo: a password is required" >&2; exit 1'
fails here new
says_last "$please new (apt-get failed: see $work/log)"
not_called '^apt-get '

# Other systems: no apt-get, no dpkg at all.
machine 0
rm -- "$work/bin/apt-get"
fails here new
says_last "$please new (there is no apt-get here)"
rm -- "$work/bin/dpkg-query"
fails here new
[[ $(<"$work/out") == 'mesha: this is not Debian; install what these packages contain and start again: here new' ]] ||
  wrong 'did not say what to install'
