"""Play, watch and replay in the browser: `louis14 serve`. Knows the Game contract and the bots, no game."""
