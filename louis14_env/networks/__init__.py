"""Networks that play: their files (`checkpoint`), and how they are computed in compiled code (`compiled`)."""
