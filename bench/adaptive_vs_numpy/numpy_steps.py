"""The peer of bench_adaptive_vs_numpy: adaptive halving in NumPy, one planned pull after another.

Lines are those of src/mesha/learners/parts/floor_sets.hpp. Every planned pull looks at all arms at
once; rewards are drawn a batch at a time. Prints one JSON document; --check-only leaves out the timing.
"""

import os

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"  # before NumPy is loaded

import argparse
import json
import math
import sys
import time

import numpy as np

K, T, SD = 64, 1500, 0.14
MEANS = np.concatenate(([0.62, 0.605], np.linspace(0.505, 0.12, K - 2)))
KNOWN = 0.0323  # from 60,000 runs of tests/slow/floor_sets_figures_test.cpp
KNOWN_TRIALS = 60_000


def trial(rng, alpha=0.75, P=8):
    """The arm that is named."""
    R = math.ceil(math.log2(K))
    A = [math.ceil(K / 2**r) for r in range(R)]
    f = [max(1, math.floor((1 - alpha) * (T // R) / a)) for a in A]
    n, S, Q = np.zeros(K), np.zeros(K), np.zeros(K)

    def pull(arms):
        rewards = MEANS[arms] + SD * rng.standard_normal(len(arms))
        np.add.at(n, arms, 1)
        np.add.at(S, arms, rewards)
        np.add.at(Q, arms, rewards * rewards)

    F = np.arange(K)
    t, N, c = 0, 0, 0
    for r in range(R):
        c += f[r]
        N = max(N, c, min(2, T // (3 * K)) if r == 0 else 0)
        owed = np.maximum(0, N - n[F]).astype(int)
        pull(np.repeat(F, owed))
        t += int(owed.sum())
        if r == 0:
            vb = np.var(S / n, ddof=1)
        stop = min((r + 1) * (T // R) if r + 1 < R else T, T - sum(a * g for a, g in zip(A[r + 1:], f[r + 1:])))
        while t < stop:
            m = S / n
            s2 = (np.sum(Q - S * m) + vb) / (np.sum(n - 1) + 1)
            M = max(1, T - t) / 4
            L = int(m.argmax())
            gaps = (m[L] - m) ** 2 / (2 * s2)
            counts = n.copy()
            planned = []
            for _ in range(min(P, stop - t)):
                removable = M / (counts * (counts + M))
                cost = gaps / (removable[L] + removable) + 0.5 * np.log(counts)
                cost[L] = np.inf
                C = int(cost.argmin())
                j = L if counts[L] <= counts[C] or counts[L] < N else C
                planned.append(j)
                counts[j] += 1
            pull(np.array(planned))
            t += len(planned)
        m = S / n
        able = np.flatnonzero(n >= N)
        F = np.sort(able[np.argsort(-m[able], kind="stable")[: math.ceil(K / 2 ** (r + 1))]])
    return int(F[0])


def check(trials, rng):
    count = sum(trial(rng) != 0 for _ in range(trials))
    z = (count / trials - KNOWN) / math.sqrt(KNOWN * (1 - KNOWN) * (1 / trials + 1 / KNOWN_TRIALS))
    print(f"check numpy adaptive_halving: {count} failures in {trials} trials, z = {z:+.2f}", file=sys.stderr)
    if abs(z) > 4.5:
        raise SystemExit(f"numpy_steps.py: {z:.1f} sigma away from the known {KNOWN}")


def measure(rng, seconds):
    trials, spent = 0, 0.0
    while spent < seconds:
        start = time.process_time()
        trial(rng)
        spent += time.process_time() - start
        trials += 1
    return {"name": "adaptive_halving", "items_per_second": trials / spent}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to time it")
    options = parser.parse_args()
    rng = np.random.default_rng(20260323)
    check(300 if options.check_only else 100, rng)
    if not options.check_only:
        print(json.dumps({"benchmarks": [measure(rng, options.seconds)]}))


if __name__ == "__main__":
    main()
