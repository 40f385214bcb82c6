#!/usr/bin/python3
"""A straightforward Frank-Wolfe G-optimal design in NumPy: what one writes in ten minutes.

    bench/design/frank_wolfe.py [--check-only] [D K [TOLERANCE]]

Random arms on the unit sphere; prints time and the certificate. Plain Frank-Wolfe needs about
1/tolerance steps, so the default tolerance is 1e-3 (`bench_design` solves to 1e-7).
"""
import argparse
import sys
import time

import numpy as np


def frank_wolfe(x, tolerance, most_steps=200_000):
    k, d = x.shape
    w = np.full(k, 1 / k)
    for step in range(most_steps):
        inverse = np.linalg.inv(x.T @ (w[:, None] * x))
        g = np.einsum("ij,jk,ik->i", x, inverse, x, optimize=True)
        i = int(np.argmax(g))
        if g[i] <= d * (1 + tolerance):
            break
        t = (g[i] / d - 1) / (g[i] - 1)
        w *= 1 - t
        w[i] += t
    return w, g[i] / d - 1, step


def gap_by_solving(x, w):
    """max_i x_i^T M^-1 x_i / d - 1, by another way than the loop's."""
    m = x.T @ (w[:, None] * x)
    return (x.T * np.linalg.solve(m, x.T)).sum(axis=0).max() / x.shape[1] - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("d", type=int, nargs="?", default=30)
    parser.add_argument("k", type=int, nargs="?", default=1000)
    parser.add_argument("tolerance", type=float, nargs="?", default=1e-3)
    o = parser.parse_args()
    if o.check_only:
        o.d, o.k, o.tolerance = 4, 50, 1e-2
    x = np.random.default_rng(1).standard_normal((o.k, o.d))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    start = time.perf_counter()
    w, gap, steps = frank_wolfe(x, o.tolerance)
    seconds = time.perf_counter() - start
    if abs(w.sum() - 1) > 1e-9 or not gap_by_solving(x, w) <= o.tolerance + 1e-9:
        raise SystemExit("frank_wolfe.py: the certificate does not hold")
    if o.check_only:
        print(f"check numpy design d={o.d} K={o.k}: certified", file=sys.stderr)
        return
    print(f"numpy     d={o.d} K={o.k} tol={o.tolerance:.0e}  {seconds:.3f} s ({steps} steps), "
          f"gap {gap:.2e}")


if __name__ == "__main__":
    main()
