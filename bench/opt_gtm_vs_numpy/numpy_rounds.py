"""The peer of bench_opt_gtm_vs_numpy: OptGTM in NumPy, one round after another.

Every round computes the index of all arms at once, and inverts V_i of the arm that was played.
Prints one JSON document; --check-only leaves out the timing.
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
INDEPENDENT = {60: 0.165, 800: 0.034}  # by a program of its own, from 20,000 trials
INDEPENDENT_TRIALS = 20_000


class Instance:
    def __init__(self, path):
        given = tomllib.loads(path.read_text())
        self.mu = np.array(given["instance"]["features"]) @ np.array(given["instance"]["theta"])
        self.sd = given["instance"]["noise"]["sd"]
        self.x = np.array(given["reports"]["features"])
        self.best = int(self.mu.argmax())


def trial(game, budget, rng, lam=1.0):
    """The arm named after `budget` rounds, or None."""
    x, (K, d) = game.x, game.x.shape
    log_T = math.log(budget)
    beta = math.sqrt(lam) * d + math.sqrt(2 * log_T + d * math.log(1 + budget * d))
    V = np.repeat(lam * np.eye(d)[None], K, axis=0)
    V_inv = np.linalg.inv(V)
    b, theta = np.zeros((K, d)), np.zeros((K, d))
    n, S, L = np.zeros(K), np.zeros(K), np.zeros(K)
    active = np.ones(K, dtype=bool)
    noise = game.sd * rng.standard_normal(budget)
    for t in range(budget):
        width = np.sqrt(np.einsum("ki,kij,kj->k", x, V_inv, x))
        index = np.einsum("ki,ki->k", theta, x) + beta * width
        index[~active] = -np.inf
        i = int(index.argmax())
        reward = game.mu[i] + noise[t]
        V[i] += np.outer(x[i], x[i])
        b[i] += reward * x[i]
        V_inv[i] = np.linalg.inv(V[i])
        theta[i] = V_inv[i] @ b[i]
        n[i] += 1
        S[i] += reward
        L[i] += theta[i] @ x[i] - beta * math.sqrt(x[i] @ V_inv[i] @ x[i])
        if L[i] > S[i] + 2 * math.sqrt(n[i] * log_T):
            active[i] = False
            if not active.any():
                return None
    estimate = np.where(active, (theta * x).sum(axis=1), -np.inf)
    return int(estimate.argmax())


def check(game, budget, trials, rng):
    p = INDEPENDENT[budget]
    count = sum(trial(game, budget, rng) != game.best for _ in range(trials))
    z = (count / trials - p) / math.sqrt(p * (1 - p) * (1 / trials + 1 / INDEPENDENT_TRIALS))
    print(f"check numpy opt_gtm, T = {budget}: {count} failures in {trials} trials, z = {z:+.2f}",
          file=sys.stderr)
    if abs(z) > 4.5:
        raise SystemExit(f"numpy_rounds.py: {z:.1f} sigma away from the known {p}")


def measure(game, rng, seconds):
    trials, spent = 0, 0.0
    while spent < seconds:
        start = time.process_time()
        trial(game, T, rng)
        spent += time.process_time() - start
        trials += 1
    return {"name": "opt_gtm", "items_per_second": trials / spent}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to time it")
    options = parser.parse_args()
    game = Instance(EXAMPLE)
    rng = np.random.default_rng(20260323)
    check(game, 60, 400, rng)
    check(game, T, 20, rng)
    if not options.check_only:
        print(json.dumps({"benchmarks": [measure(game, rng, options.seconds)]}))


if __name__ == "__main__":
    main()
