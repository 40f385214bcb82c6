#!/usr/bin/env python3
"""Runs clang-tidy and remembers which files it found clean.

usage: tidy.py BUILD FILE...     BUILD holds compile_commands.json; `-` reads NUL-ended names

A verdict is kept under a hash of all that it rests on: clang-tidy's version, the .clang-tidy of the
file, its compile command, and name and content of every file that it includes. The path of the
checkout is taken out, so a clone in another folder finds what this one stored. Only clean verdicts
are kept; anything else in the cache (a damaged entry, one that cannot be read) is a miss.

The cache is $XDG_CACHE_HOME/mesha/tidy (~/.cache/mesha/tidy) with two kinds of small files:
  includes-K   the files that a compile command included lately; K hashes all but their content
  clean-K      a verdict; K hashes their content as well
Both begin with the hash of their text. The oldest go when there are more than `most_entries`.

Exit status: 0 all clean, 1 clang-tidy found something, 2 bad usage.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

clang_tidy = os.environ.get("CLANG_TIDY", "clang-tidy-22")
options = ["--quiet", "--warnings-as-errors=*"]
most_entries = 6000
most_lists = 4  # of included files for one command: switching between branches stays quick

root = pathlib.Path(__file__).resolve().parent.parent


def digest(*parts):
    """A hash of texts that does not depend on where one ends and the next begins."""
    whole = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode()
        whole.update(b"%d:" % len(data) + data)
    return whole.hexdigest()


class Entries:
    """Files by name, each with a checksum. Trouble of any kind is a miss."""

    def __init__(self, folder):
        self.folder = folder

    def get(self, name):
        try:
            path = self.folder / name
            checksum, text = path.read_text().split("\n", 1)
            if checksum != digest(name, text):
                return None
            os.utime(path)  # lately used
            return text
        except (OSError, ValueError):
            return None

    def put(self, name, text):
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=self.folder, prefix="new-", delete=False) as new:
                new.write(digest(name, text) + "\n" + text)
            os.replace(new.name, self.folder / name)  # whole or not at all
        except OSError:
            pass

    def prune(self):
        try:
            entries = sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime)
            for path in entries[: max(0, len(entries) - most_entries)]:
                path.unlink(missing_ok=True)
        except OSError:
            pass


class Contents:
    """Hashes of files, each read once."""

    def __init__(self):
        self.known = {}

    def of(self, path):
        if path not in self.known:
            try:
                self.known[path] = digest(pathlib.Path(path).read_bytes())
            except OSError:
                self.known[path] = "none"
        return self.known[path]


class Tidy:
    def __init__(self, build, entries):
        self.build = build.resolve()
        self.entries = entries
        self.contents = Contents()
        self.version = subprocess.run(
            [clang_tidy, "--version"], capture_output=True, check=True, text=True
        ).stdout
        self.commands = {}
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            self.commands[os.path.realpath(entry["file"])] = entry

    def portable(self, text):
        """Without the path of the checkout, or of a build folder elsewhere."""
        return text.replace(str(self.build), "<build>").replace(str(root), "<root>")

    def here(self, text):
        return text.replace("<build>", str(self.build)).replace("<root>", str(root))

    def settings_of(self, path):
        """The .clang-tidy files that may speak for it."""
        return [self.contents.of(folder / ".clang-tidy") for folder in [*path.parents]
                if folder == root or root in folder.parents]

    def command_key(self, path, entry):
        # New names at the top of an include folder could come before what was included so far.
        words = shlex.split(entry["command"])
        folders = [word[2:] for word in words if word.startswith("-I")]
        names = [sorted(os.listdir(folder)) for folder in folders if os.path.isdir(folder)]
        return digest("1", self.version, *options, *self.settings_of(path),
                      self.portable(entry["directory"]), self.portable(entry["command"]),
                      self.portable(str(path)), json.dumps(names))

    def included(self, entry):
        """By the compiler's word; None if it does not compile."""
        words = shlex.split(entry["command"])
        words[words.index("-o") : words.index("-o") + 2] = ["-M", "-MT", "x"]
        run = subprocess.run(words, cwd=entry["directory"], capture_output=True, text=True)
        if run.returncode != 0:
            return None
        names = shlex.split(run.stdout.replace("\\\n", " "))[1:]
        return sorted(
            {self.portable(os.path.realpath(os.path.join(entry["directory"], name)))
             for name in names})

    def verdict_key(self, key, names):
        contents = [self.contents.of(self.here(name)) for name in names]
        return digest(key, *names, *contents)

    def lists(self, key):
        try:
            return json.loads(self.entries.get("includes-" + key) or "[]")
        except ValueError:
            return []

    def check(self, file):
        """(was known to be clean, is clean, what clang-tidy said)"""
        path = pathlib.Path(file).resolve()
        entry = self.commands.get(str(path))
        if entry is None:
            return False, False, f"{file}: not in {self.build}/compile_commands.json\n"
        key = self.command_key(path, entry)
        lists = self.lists(key)
        if any(self.entries.get("clean-" + self.verdict_key(key, names)) for names in lists):
            return True, True, ""

        names = self.included(entry)
        before = names and self.verdict_key(key, names)
        run = subprocess.run([clang_tidy, "-p", str(self.build), *options, str(path)],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            return False, False, run.stdout
        if before and not self.changed(names):
            kept = [names] + [other for other in lists if other != names]
            self.entries.put("includes-" + key, json.dumps(kept[:most_lists]))
            self.entries.put("clean-" + before, file)
        return False, True, ""

    def changed(self, names):
        """Was one of them edited while clang-tidy was reading?"""
        now = Contents()
        own = [self.here(name) for name in names if name.startswith("<")]
        return any(now.of(path) != self.contents.of(path) for path in own)


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(base) / "mesha" / "tidy"


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    files = arguments[1:]
    if files == ["-"]:
        files = [name for name in sys.stdin.read().split("\0") if name]
    files.sort(key=os.path.getsize, reverse=True)  # the longest first, so that cores end together
    entries = Entries(cache_folder())
    tidy = Tidy(pathlib.Path(arguments[0]), entries)
    known = bad = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for was_known, clean, said in pool.map(tidy.check, files):
            known += was_known
            bad += not clean
            print(said, end="", flush=True)
    entries.prune()
    print(f"clang-tidy: {len(files)} files, {known} of them known to be clean, {bad} with findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
