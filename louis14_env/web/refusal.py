"""An answer that says no."""


class Refusal(Exception):
    """A request that is not granted: an HTTP status and the reason, in words for who asked."""

    def __init__(self, status: int, reason: str):
        super().__init__(reason)
        self.status, self.reason = status, reason


BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_SLOW, CONFLICT = 400, 403, 404, 408, 409
GONE, TOO_LARGE, WRONG_TYPE, UNPROCESSABLE, TOO_MANY, UNAVAILABLE = 410, 413, 415, 422, 429, 503
