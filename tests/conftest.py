"""Compiles the rules once, before the tests are spread over processes."""

import pytest
from hypothesis import settings

from louis14_env.core.kernels import compile_kernels
from louis14_env.games import get_game

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        compile_kernels(get_game("louis14"))


@pytest.fixture(scope="session")
def game():
    return get_game("louis14")
