"""The generator inside a state: Chris Doty-Humphrey's sfc32, in int64 arithmetic that never overflows.

Plain integers keep it identical whether it is compiled or interpreted.
"""

from louis14_env.core.jit import jit

RNG_WORDS = 4
START_STREAM = 4  # tells the draw of a random start player from a game's own chance
WORD = 0xFFFFFFFF
WORD_BITS = 32
WARM_UP = 12


@jit
def seed_rng(rng, seed, stream):
    """Starts the generator from two non-negative integers."""
    rng[0] = seed & WORD
    rng[1] = (seed >> WORD_BITS) & WORD
    rng[2] = stream & WORD
    rng[3] = 1 + ((stream >> WORD_BITS) & WORD)
    for _ in range(WARM_UP):
        next_word(rng)


@jit
def next_word(rng):
    """Returns 32 random bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + counter) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = ((((c << 21) & WORD) | (c >> 11)) + word) & WORD
    rng[3] = (counter + 1) & WORD
    return word


@jit
def below(rng, n):
    """Returns an exactly uniform integer in 0 .. n-1 (Lemire's method)."""
    product = next_word(rng) * n
    low = product & WORD
    if low < n:
        least = (WORD + 1 - n) % n
        while low < least:
            product = next_word(rng) * n
            low = product & WORD
    return product >> WORD_BITS


@jit
def shuffle(rng, items, n):
    """Shuffles the first n items."""
    for last in range(n - 1, 0, -1):
        other = below(rng, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@jit
def derive_seed(rng, seed, game, episode):
    """Returns the seed of one game's episode in a batch; `rng` is scratch space."""
    seed_rng(rng, seed, (game << 24) ^ episode)
    return (next_word(rng) << (WORD_BITS - 2)) ^ next_word(rng)


@jit
def random_start(rng, seed, num_players):
    """Returns the start player that a game's seed draws; `rng` is scratch space."""
    seed_rng(rng, seed, START_STREAM)
    return below(rng, num_players)
