"""Other libraries, as far as they are installed, beside mesha on one job: Experiment 1 (K = 8, T = 800),
every arm pulled T/K times, the best mean is named. It is the one fixed-budget rule that all of them can do.

    python3 bench/peers/peers.py [--check-only] [--seconds S] [--mesha PROGRAM]

MABWiser and SMPyBandits install from their registry by name, in a virtual environment for instance; this
script is then run with that environment's Python (SMPyBandits 0.9.7 wants scipy < 1.13 and numpy < 2). Each library plays its own way, draws every pull, and
has to give the exact failure probability first. Rates are per second of processor time of one thread.
--check-only plays fewer trials and prints no rates.
"""

import os

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"  # before NumPy is loaded

import argparse
import contextlib
import importlib.util
import io
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
T = 800


class Job:
    def __init__(self):
        text = (ROOT / "examples" / "vary_T.toml").read_text()
        given = tomllib.loads(text)["instance"]
        theta = given["theta"]
        self.means = [sum(t * x for t, x in zip(theta, arm)) for arm in given["features"]]
        self.sd = given["noise"]["sd"]
        self.K, self.n = len(self.means), T // len(self.means)
        self.best = self.means.index(max(self.means))
        self.text = text[: text.index("[[learners]]")] + '[[learners]]\nname = "uniform"\n'

    def exact_failure(self):
        """1 - P(the best arm has the best mean): one integral, by Simpson's rule."""
        sd, top = self.sd / math.sqrt(self.n), self.means[self.best]
        others = [m for i, m in enumerate(self.means) if i != self.best]
        steps, reach = 4000, 9

        def at(z):
            below = 1.0
            for m in others:
                below *= 0.5 * math.erfc(-(top + sd * z - m) / sd / math.sqrt(2))
            return below * math.exp(-z * z / 2) / math.sqrt(2 * math.pi)

        h = 2 * reach / steps
        inner = sum((4 if k % 2 else 2) * at(-reach + k * h) for k in range(1, steps))
        return 1 - h / 3 * (at(-reach) + inner + at(reach))


def mabwiser(job):
    import numpy
    from mabwiser.mab import MAB, LearningPolicy

    rng = numpy.random.default_rng(1)
    pulls = numpy.repeat(numpy.arange(job.K), job.n)
    means = numpy.repeat(job.means, job.n)

    def trial():
        mab = MAB(list(range(job.K)), LearningPolicy.EpsilonGreedy(epsilon=0))
        mab.fit(pulls, means + job.sd * rng.standard_normal(len(means)))
        return mab.predict()

    return trial


def smpybandits(job):
    with contextlib.redirect_stdout(io.StringIO()):  # it greets
        import numpy
        from SMPyBandits.Arms import UnboundedGaussian
        from SMPyBandits.Policies import EmpiricalMeans

    numpy.random.seed(1)
    arms = [UnboundedGaussian(mean, job.sd) for mean in job.means]

    def trial():
        policy = EmpiricalMeans(job.K, lower=0, amplitude=1)
        policy.startGame()
        for _ in range(job.n):
            for i, arm in enumerate(arms):
                policy.getReward(i, arm.draw())
        return policy.choice()

    return trial


PEERS = {"mabwiser": mabwiser, "SMPyBandits": smpybandits}


def agrees(name, failures, trials, exact):
    z = (failures - trials * exact) / math.sqrt(trials * exact * (1 - exact))
    print(f"check {name}: {failures} failures in {trials} trials, z = {z:+.2f}", file=sys.stderr)
    if abs(z) > 4.5:
        raise SystemExit(f"peers.py: {name} is {z:.1f} sigma away from the exact {exact:.6f}")


def rate_of_peer(name, job, exact, seconds):
    try:
        trial = PEERS[name](job)
    except ImportError as error:
        print(f"{name} is installed but cannot be loaded: {error}", file=sys.stderr)
        return None
    trials = failures = 0
    start = time.process_time()
    while trials < 200 or time.process_time() - start < seconds:
        failures += trial() != job.best
        trials += 1
    spent = time.process_time() - start
    agrees(name, failures, trials, exact)
    return trials / spent


def rate_of_mesha(program, job, exact, words, trials):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "uniform.toml"
        file.write_text(job.text.replace("budgets", f"budgets = [{T}] #", 1))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said = subprocess.run(
            [program, "simulate", file, "--json", "--threads", "1", "--trials", str(trials), *words],
            check=True, capture_output=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    row = json.loads(said)["rows"][0]
    agrees("mesha " + " ".join(words), row["failures"], trials, exact)
    return trials / (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument("--seconds", type=float, default=10, help="for each library")
    parser.add_argument("--mesha", default=os.environ.get(
        "MESHA_PROGRAM", str(ROOT / "build" / "release" / "bin" / "mesha")))
    options = parser.parse_args()
    job = Job()
    exact = job.exact_failure()
    here = [name for name in PEERS if importlib.util.find_spec(name)]
    for name in PEERS:
        if name not in here:
            print(f"{name} is not installed here", file=sys.stderr)
    seconds = 1 if options.check_only else options.seconds
    rates = {name: rate_of_peer(name, job, exact, seconds) for name in here}
    here = [name for name in here if rates[name]]
    rates = {name: rates[name] for name in here}
    ways = {
        "mesha, every pull": (["--method", "general", "--every-pull"], 200_000),
        "mesha, general": (["--method", "general"], 5_000_000),
        "mesha, kernel": (["--method", "kernel"], 200_000_000),
    }
    for name, (words, trials) in ways.items():
        fewer = trials // 10 if options.check_only else trials
        rates[name] = rate_of_mesha(options.mesha, job, exact, words, fewer)
    if options.check_only:
        return
    print(f"uniform pulls, K = {job.K}, T = {T}; exact failure {exact:.6f}")
    print(f"{'':20}{'trials/s':>14}" + "".join(f"{'over ' + name:>20}" for name in here))
    for name, rate in rates.items():
        print(f"{name:20}{rate:14,.0f}" + "".join(f"{rate / rates[p]:20,.1f}" for p in here))


if __name__ == "__main__":
    main()
