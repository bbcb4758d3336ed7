"""Matches and tournaments of bots, and what can honestly be said about their outcome.

`match` plays, `journal` keeps the games on disk, `results` holds them as arrays, `intervals`, `stats`, `luck` and `ratings` are
the arithmetic, `report`, `page` and `svg` show it, `commands` are the `louis14` commands. Nothing below imports this.
"""
