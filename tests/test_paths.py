"""The path table against a slow enumeration of its own (I2, I4, C17, Q11)."""

from itertools import pairwise, product

import pytest

from louis14_env.games.louis14 import tables

EDGES = "1-2 1-4 1-6 1-7 2-3 2-8 2-9 3-4 3-10 3-11 4-5 4-12 5-6 7-8 9-10 11-12"
NEIGHBOURS = {frozenset(map(int, edge.split("-"))) for edge in EDGES.split()}


def walks(start, stones):
    """Every sequence of tiles on which stones can be dropped one after another: stay, or jump to a neighbour."""
    for tiles in product(range(1, 13), repeat=stones - 1):
        walk = (start, *tiles)
        if all(a == b or frozenset((a, b)) in NEIGHBOURS for a, b in pairwise(walk)):
            yield walk


def lying(walk):
    return tuple(walk.count(tile) for tile in range(1, 13))


def expected(starts, most):
    return {lying(walk) for start in starts for n in range(1, most + 1) for walk in walks(start, n)}


def table_row(kind, own=4):
    return {tables.PATHS[k] for k in tables.PATHS_OF[kind][: tables.PATHS_WITH[kind, own]]}


def test_neighbours_are_the_sixteen_edges():
    found = {frozenset((a + 1, b + 1)) for a, row in enumerate(tables.NEIGHBOURS) for b in row}
    assert found == NEIGHBOURS and len(found) == 16


@pytest.mark.parametrize("tile", range(12))
def test_person_paths(tile):
    assert table_row(tile) == expected([tile + 1], 3)
    assert len(table_row(tile)) == (23 if tile < 4 else 13)


def test_joker_paths():
    assert table_row(tables.JOKER) == expected(range(1, 13), 2)
    assert len(table_row(tables.JOKER)) == 40


def test_four_stone_paths():
    paths = expected(range(1, 13), 4)
    assert table_row(tables.FOUR) == set(tables.PATHS) == paths
    assert len(paths) == len(tables.PATHS) == 321
    by_tiles = [sum(sum(n > 0 for n in path) == tiles for path in paths) for tiles in (1, 2, 3, 4)]
    assert by_tiles == [48, 96, 128, 49]


@pytest.mark.parametrize("own", range(5))
@pytest.mark.parametrize("kind", range(14))
def test_paths_with_few_stones(kind, own):
    assert table_row(kind, own) == {path for path in table_row(kind) if sum(path) <= own}
