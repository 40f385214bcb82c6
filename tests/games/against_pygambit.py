#!/usr/bin/env python3
"""Compares mixed_equilibrium with pygambit (pip install pygambit numpy; not needed by any test).

usage: against_pygambit.py PROGRAM     PROGRAM is the built test_games
       against_pygambit.py --freeze    prints the table of frozen_games.hpp

PROGRAM reads the games from the file that MESHA_GAMES names and writes one answer per line to
MESHA_GAMES.answers. What is compared: our regret, found once more by numpy; the value, where
payoffs are of constant sum; and elsewhere whether our profile is one of the equilibria that
pygambit lists (enummixed for two players, enumpoly for three). One that is not is counted and
printed, not refused: a list of extreme points need not hold ours where there is a continuum, and
enumpoly of 16.7.0 misses some (two of these games, where it lists 2 and ours is the third: almost
every game has an odd number).
"""
import itertools
import os
import subprocess
import sys
import tempfile

import numpy
import pygambit


def integer_game(dice, shape, constant_sum):
    # With few different numbers enumpoly may meet a continuum and take for ever.
    payoffs = [dice.integers(0, 10 if len(shape) == 2 else 100, shape) for _ in shape]
    if constant_sum:
        payoffs[1] = 9 - payoffs[0]
    return payoffs


def smooth_game(dice, n):
    """A contest on a grid of reports: neighbouring choices pay almost the same."""
    report = numpy.arange(n) / (n - 1)
    push = (report + 0.001) ** dice.uniform(1, 4)
    cost = dice.uniform(0.5, 0.9)
    won = push[:, None] / (push[:, None] + push[None, :])
    return [won - cost * report[:, None], 1 - won - cost * report[None, :]]


def games(dice):
    for k in range(30):
        yield integer_game(dice, (2 + k % 6, 2 + k % 5), constant_sum=False)
        yield integer_game(dice, (2 + k % 9, 2 + k % 7), constant_sum=True)
    for k in range(20):
        yield integer_game(dice, (2, 2, 2 + k % 2), constant_sum=False)
    for _ in range(10):
        yield smooth_game(dice, 7)


def as_game(payoffs):
    if all(table.dtype.kind == "i" for table in payoffs):
        return pygambit.Game.from_arrays(*payoffs)
    decimal = numpy.vectorize(lambda u: pygambit.Decimal(repr(float(u))), otypes=[object])
    return pygambit.Game.from_arrays(*[decimal(table) for table in payoffs])


def weights(game, equilibrium):
    return [numpy.array([float(equilibrium[choice]) for choice in player.strategies])
            for player in game.players]


def solutions(payoffs):
    game = as_game(payoffs)
    constant = len({float(u) for u in (sum(payoffs)).ravel()}) == 1
    if constant and len(payoffs) == 2:
        found = pygambit.nash.lp_solve(game, rational=True)
    elif len(payoffs) == 2:
        exact = payoffs[0].dtype.kind == "i"
        found = pygambit.nash.enummixed_solve(game, rational=exact)
    else:
        found = pygambit.nash.enumpoly_solve(game, use_strategic=True)
    return [weights(game, one) for one in found.equilibria], constant


def against(payoffs, player, profile):
    table = numpy.moveaxis(payoffs[player].astype(float), player, 0)
    for other in reversed([w for p, w in enumerate(profile) if p != player]):
        table = table @ other
    return table


def regret(payoffs, profile):
    gains = []
    for player, own in enumerate(profile):
        u = against(payoffs, player, profile)
        gains.append(u.max() - u @ own)
    return max(gains)


def write(path, all_games):
    with open(path, "w") as out:
        for payoffs in all_games:
            shape = payoffs[0].shape
            numbers = [repr(float(payoffs[p][cell])) for cell in itertools.product(
                *map(range, shape)) for p in range(len(shape))]
            print(len(shape), *shape, *numbers, file=out)


def ask(program, path):
    env = dict(os.environ, MESHA_GAMES=path)
    subprocess.run([program, "--gtest_filter=AgainstPygambit.AnswersTheGamesOfAFile"], env=env,
                   check=True, stdout=subprocess.DEVNULL)
    with open(path + ".answers") as answers:
        return [[float(word) for word in line.split()] for line in answers]


def compare(program):
    all_games = list(games(numpy.random.default_rng(20260323)))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games")
        write(path, all_games)
        answers = ask(program, path)
    assert len(answers) == len(all_games)
    worst = {"regret": 0.0, "value": 0.0, "profile": 0.0}
    listed = unlisted = values = unknown = 0
    for payoffs, (claimed, *flat) in zip(all_games, answers):
        assert flat, "we have no equilibrium"
        ends = numpy.cumsum(payoffs[0].shape)
        profile = numpy.split(numpy.array(flat), ends[:-1])
        found = regret(payoffs, profile)
        assert abs(found - claimed) < 1e-9, "our certificate is wrong"
        worst["regret"] = max(worst["regret"], found)
        theirs, constant = solutions(payoffs)
        if not theirs:
            unknown += 1
        elif constant:
            values += 1
            gap = max(against(payoffs, 0, profile)) - max(against(payoffs, 0, theirs[0]))
            worst["value"] = max(worst["value"], abs(gap))
        else:
            gap = min(max(abs(a - b).max() for a, b in zip(profile, one)) for one in theirs)
            listed += gap < 1e-6
            unlisted += gap >= 1e-6
            if gap < 1e-6:
                worst["profile"] = max(worst["profile"], gap)
    print(f"{len(all_games)} games; largest regret {worst['regret']:.2g}; {values} values, largest "
          f"difference {worst['value']:.2g}; {listed} profiles are in pygambit's list, largest "
          f"difference {worst['profile']:.2g}; {unlisted} are not; pygambit has none of {unknown}")
    return 0 if worst["regret"] < 1e-6 and worst["value"] < 1e-6 else 1


def interesting(payoffs, theirs, constant):
    """Nobody plays pure; and the equilibrium is the only one, or the value is."""
    mixed = all((own > 0).sum() > 1 for own in theirs[0])
    return mixed and (constant or len(theirs) == 1)


def freeze():
    dice = numpy.random.default_rng(1)
    wanted = [((3, 3), False), ((3, 4), False), ((4, 4), False), ((5, 5), False),
              ((3, 3), True), ((4, 5), True), ((6, 6), True), ((8, 7), True),
              ((2, 2, 2), False), ((2, 2, 2), False), ((2, 2, 2), False), ((3, 2, 2), False)]
    for shape, constant_sum in wanted:
        while True:
            payoffs = integer_game(dice, shape, constant_sum)
            if pygambit.nash.enumpure_solve(as_game(payoffs)).equilibria:
                continue
            theirs, constant = solutions(payoffs)
            if theirs and interesting(payoffs, theirs, constant):
                break
        numbers = [str(payoffs[p][cell]) for cell in itertools.product(*map(range, shape))
                   for p in range(len(shape))]
        value = theirs[0][0] @ against(payoffs, 0, theirs[0])
        mixtures = ", ".join("{" + ", ".join(f"{w:.10g}" for w in own) + "}" for own in theirs[0])
        print(f"{{{{{', '.join(map(str, shape))}}}, {{{', '.join(numbers)}}}, "
              f"{'{}' if constant else '{' + mixtures + '}'}, {value:.10g}}},")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(freeze() if sys.argv[1] == "--freeze" else compare(sys.argv[1]))
