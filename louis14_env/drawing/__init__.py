"""Pictures of games: SVG pieces, pixels, windows and films. The pictures themselves are each game's own."""
