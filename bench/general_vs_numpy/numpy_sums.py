"""The peer of bench_general_vs_numpy: MESHA and SH in NumPy, vectorised over batches of trials.

As general does it draws one Gaussian per active arm and epoch for the sum of its n rewards, uses
the closed forms of a constant report, and evaluates the grim trigger. Prints one JSON document;
--check-only leaves out the timing.
"""

import os

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"  # before NumPy is loaded

import argparse
import json
import math
import sys
import time
import tomllib
from pathlib import Path

import numpy as np

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "vary_T.toml"
T = 800
EXACT = {"mesha": 0.035813, "sequential_halving": 0.057223}  # by numerical integration
BATCH = 100_000


class Instance:
    def __init__(self, path):
        given = tomllib.loads(path.read_text())
        theta = np.array(given["instance"]["theta"])
        self.mu = np.array(given["instance"]["features"]) @ theta
        self.sd = given["instance"]["noise"]["sd"]
        self.q = (np.array(given["reports"]["features"]) ** 2).sum(axis=1)
        self.K, self.d = len(self.mu), len(theta)
        self.R = math.ceil(math.log2(self.K))
        self.best = int(self.mu.argmax())
        mesha = next(learner for learner in given["learners"] if learner["name"] == "mesha")
        self.lam, self.zeta = mesha["lambda"], mesha["zeta"]


class Epoch:
    """What an epoch needs per arm, computed once: it does not depend on the draws."""

    def __init__(self, game, active, keep, shrink):
        K, R, d = game.K, game.R, game.d
        n = T // (active * R)
        self.active, self.keep, self.shrink = active, keep, shrink
        self.mean = n * game.mu
        self.sd = math.sqrt(n) * game.sd
        v = game.lam + n * game.q
        self.scale = game.q / v if shrink else np.full(K, 1 / n)  # score = scale * S
        log_term = math.log1p(T / R)
        exponent = T * game.zeta**2 / (18 * K * d**2 * log_term**2)
        log_delta = 2 * math.log(R) - math.log(T) - exponent
        beta = math.sqrt(d * (math.log1p(n) - log_delta + math.log(K * R))) + 1
        slack = math.sqrt(2 * n * (math.log(4 * K * R) - log_delta))
        # rlcb > aucb  <=>  S n q / v - n beta sqrt(q / v) > S + slack, solved for S
        width = n * beta * np.sqrt(game.q / v)
        self.trigger_below = -(width + slack) * (v / game.lam)


def failures(game, epochs, rng, trials):
    """How many of `trials` runs do not name the best arm."""
    arms = None  # the active arms of every trial; None: all
    for epoch in epochs:
        normals = rng.standard_normal((trials, epoch.active))
        mean = epoch.mean if arms is None else epoch.mean[arms]
        sums = mean + epoch.sd * normals
        if epoch.shrink:
            below = epoch.trigger_below if arms is None else epoch.trigger_below[arms]
            if (sums < below).any():
                # Rows would go on with different n. On this instance it never happens.
                raise SystemExit("numpy_sums.py: the grim trigger fired, for which it has no code")
            sums *= epoch.scale if arms is None else epoch.scale[arms]
        if epoch.keep == 1:
            kept = sums.argmax(axis=1)[:, None]
        else:
            kept = sums.argsort(axis=1)[:, -epoch.keep :]  # in rows this short: as fast as argpartition
        arms = kept if arms is None else np.take_along_axis(arms, kept, axis=1)
    return int((arms[:, 0] != game.best).sum())


def play(game, learner, rng, batches):
    epochs, active = [], game.K
    for r in range(1, game.R + 1):
        keep = -(-game.K // 2**r)
        epochs.append(Epoch(game, active, keep, shrink=learner == "mesha"))
        active = keep
    return sum(failures(game, epochs, rng, BATCH) for _ in range(batches))


def check(game, learner, rng, batches):
    p, trials = EXACT[learner], batches * BATCH
    count = play(game, learner, rng, batches)
    z = (count - trials * p) / math.sqrt(trials * p * (1 - p))
    print(f"check numpy {learner}: {count} failures in {trials} trials, z = {z:+.2f}",
          file=sys.stderr)
    if abs(z) > 4.5:
        raise SystemExit(f"numpy_sums.py: {learner} is {z:.1f} sigma away from the exact {p}")


def measure(game, learner, rng, seconds):
    batches, spent = 0, 0.0
    while spent < seconds:
        start = time.process_time()
        play(game, learner, rng, 1)
        spent += time.process_time() - start
        batches += 1
    return {"name": learner, "items_per_second": batches * BATCH / spent}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to time each learner")
    options = parser.parse_args()
    game = Instance(EXAMPLE)
    rng = np.random.default_rng(20260323)
    for learner in EXACT:
        check(game, learner, rng, batches=10)
    if not options.check_only:
        rates = [measure(game, learner, rng, options.seconds) for learner in EXACT]
        print(json.dumps({"benchmarks": rates}))


if __name__ == "__main__":
    main()
