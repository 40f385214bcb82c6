"""How much memory do a thousand million trials take?

    python3 bench/memory/billion.py [--check-only] [--trials N] [--mesha PROGRAM]

Plays MESHA on Experiment 1 (T = 800) with the command line program, checks the failure count against the
exact probability, and prints the largest resident memory beside that of a thousand trials. The exit status is
1 if that is more than it may be. --check-only plays fewer trials and checks only their failures.
"""

import argparse
import json
import math
import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXACT = 0.035813  # by numerical integration, to six digits
MOST_MEGABYTES = 64  # however many the trials
TRIALS_TO_CHECK = 1_000_000


def play(program, trials):
    """Failures, and the largest resident set in MB."""
    text = (ROOT / "examples" / "vary_T.toml").read_text()
    text = text.replace("budgets", "budgets = [800] #", 1)
    text = text[: text.index("[[learners]]")]
    text += '[[learners]]\nname = "mesha"\nlambda = 1.35\nzeta = 0.015\n'
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one_budget.toml"
        file.write_text(text)
        with open(Path(folder) / "out", "w+") as out:
            child = subprocess.Popen(
                [program, "simulate", str(file), "--json", "--method", "kernel", "--trials", str(trials)],
                stdout=out)
            _, status, used = os.wait4(child.pid, 0)
            if status != 0:
                raise SystemExit("billion.py: mesha failed")
            out.seek(0)
            rows = json.load(out)["rows"]
    return rows[0]["failures"], used.ru_maxrss / 1024


def check(failures, trials):
    # The exact value's own rounding, 5e-7, is part of what may differ.
    allowed = 4.5 * math.sqrt(trials * EXACT * (1 - EXACT)) + 5e-7 * trials
    if abs(failures - trials * EXACT) > allowed:
        raise SystemExit(f"billion.py: {failures} failures in {trials} trials cannot be right")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--trials", type=int, default=1_000_000_000)
    parser.add_argument("--mesha", default=os.environ.get(
        "MESHA_PROGRAM", str(ROOT / "build" / "release" / "bin" / "mesha")))
    options = parser.parse_args()
    if options.check_only:
        failures, _ = play(options.mesha, TRIALS_TO_CHECK)
        check(failures, TRIALS_TO_CHECK)
        return
    most = 0
    print(f"{'trials':>15}{'largest memory':>18}")
    for trials in (1000, options.trials):
        failures, megabytes = play(options.mesha, trials)
        check(failures, trials)
        most = max(most, megabytes)
        print(f"{trials:15,}{megabytes:15.1f} MB", flush=True)
    if most >= MOST_MEGABYTES:
        raise SystemExit(f"billion.py: {most:.1f} MB of memory were used, not less than {MOST_MEGABYTES} MB")


if __name__ == "__main__":
    main()
