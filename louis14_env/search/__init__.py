"""Information-set Monte Carlo tree search for any Game."""

from louis14_env.search.ismcts import Found, Search

__all__ = ["Found", "Search"]
