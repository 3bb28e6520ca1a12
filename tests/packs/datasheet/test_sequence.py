"""The sequence against a baseline: its bound by an independent integral, its errors by drawing."""

from __future__ import annotations

import numpy as np
import pytest

from tests.lazily import lazily
from tests.sampling import many
from xpert_studio.packs.datasheet.sequence import ALPHA, bound, log_mixture, watch

integrate = lazily("scipy.integrate")
special = lazily("scipy.special")


def mixture(total: float, spread: float, c: float, tuning: float) -> float:
    """The mixture of proposition 9 of Howard and others (2021), integrated by number."""
    start = tuning / c**2
    density = np.exp(
        start * np.log(start) - special.gammaln(start) - np.log(special.gammainc(start, start))
    )

    def at(rate: float) -> float:
        left = 1 - c * rate
        body = np.exp(rate * total + spread * (np.log(left) + c * rate) / c**2)
        return float(density * c * left ** (start - 1) * np.exp(-start * left) * body)

    return integrate.quad(at, 0, 1 / c, limit=200)[0]


@pytest.mark.parametrize("c", [0.4, 1.5])
@pytest.mark.parametrize(("total", "spread"), [(0, 0), (1, 1), (5, 2), (3, 10)])
def test_the_mixture_is_the_integral_that_it_stands_for(total, spread, c):
    found = np.exp(log_mixture(np.array(float(total)), np.array(float(spread)), c, 0.7))
    assert found == pytest.approx(mixture(total, spread, c, 0.7), rel=1e-6)


def test_the_bound_is_where_the_mixture_reaches_one_in_so_many():
    spread = np.array([0.0, 0.3, 4.0, 60.0])
    edge = bound(spread, 0.0125, 0.8, 0.5)
    assert np.exp(log_mixture(edge, spread, 0.8, 0.5)) == pytest.approx(80.0, rel=1e-6)
    assert (np.diff(edge) > 0).all()


def test_the_bound_holds_at_all_times_together():
    """A total is beyond its bound where its mixture is; to look for the bound takes much longer."""
    chance = np.random.default_rng(3)
    crossed = 0
    for _ in range(400):
        values = (chance.random(400) < 0.1) * 1.0
        spread = np.cumsum((values - 0.1) ** 2)
        total = np.cumsum(values - 0.1)
        crossed += bool((log_mixture(total, spread, 0.1, 2.0) > np.log(1 / 0.1)).any())
    # 0.1 and three standard errors of 400 drawings
    assert crossed / 400 <= 0.1 + 3 * np.sqrt(0.1 * 0.9 / 400)


def drawn(chance, asks: int, agree, *, flips: float, points: int = 15):
    """Mean agreement of asks by cluster, where verdicts come out the other way by chance."""
    share = np.where(agree, 1 - flips, flips)
    return (chance.random((asks, *agree.shape)) < share).mean(axis=-1)


def series(seed: int, looks: int, *, drop: float = 0.0, flips: float = 0.06):
    chance = np.random.default_rng(seed)
    agree = chance.random((20, 15)) < 0.85
    base = drawn(chance, 3, agree, flips=flips)
    after = drawn(chance, looks, agree, flips=flips)
    if drop:
        wrong = chance.random((looks, 20, 15)) < drop / 0.85
        share = np.where(agree, 1 - flips, flips)
        after = ((chance.random((looks, 20, 15)) < share) & ~wrong).mean(axis=-1)
    return watch(base, after, np.full(20, 15.0), np.ones(looks), is_steady=False)


def test_a_judge_that_stays_the_same_alarms_seldom():
    count = many(60, by_night=120)
    alarms = [series(seed, 150).at is not None for seed in range(count)]
    assert sum(alarms) / count <= ALPHA + 3 * np.sqrt(ALPHA * (1 - ALPHA) / count)


def test_a_judge_that_falls_alarms_and_says_so():
    found = [series(seed, 60, drop=0.05) for seed in range(30)]
    assert sum(one.at is not None for one in found) >= 27
    assert all(one.fell for one in found if one.at is not None)


def test_a_steady_judge_alarms_at_its_first_change():
    steady = np.full((3, 4), 0.75)
    looks = np.full((5, 4), 0.75)
    size = np.full(4, 4.0)
    quiet = watch(steady, looks, size, np.zeros(5), is_steady=True)
    assert quiet.at is None
    # A verdict may change without a change of the agreement.
    assert watch(steady, looks, size, np.array([0, 0, 1, 0, 0]), is_steady=True).at == 2


def test_with_too_little_nothing_is_watched():
    size = np.ones(4)
    few = np.full((2, 4), 0.5), np.full((1, 4), 0.5)
    assert watch(*few, size, np.zeros(1), is_steady=False) is None
    one = np.full((3, 1), 0.5)
    assert watch(one, one[:1], size[:1], np.zeros(1), is_steady=False) is None


def test_what_could_not_be_had_is_as_expected():
    chance = np.random.default_rng(5)
    base = chance.random((3, 6)) * 0.2 + 0.7
    looks = np.full((4, 6), np.nan)
    found = watch(base, looks, np.full(6, 10.0), np.zeros(4), is_steady=False)
    assert found.at is None
    assert found.looks == pytest.approx(np.full(4, base.mean()))
