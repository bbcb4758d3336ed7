"""How much the server takes and gives: every number that bounds a request, the memory or the disk."""

MOST_BODY = 16 * 1024  # bytes of a request
MOST_UPLOAD = 8 * 1024 * 1024  # bytes of a file of records
HEAD_SECONDS = 10.0  # a request's first lines must have arrived by then
BODY_SECONDS = 10.0  # and the rest of it
MOST_CONNECTIONS = 1000  # at once; more are answered 503
LONGEST_SPEC = 120  # characters of a bot's name with arguments
LONGEST_ID = 64

MOST_ITERATIONS = 5000  # of a search on this server
MOST_MILLISECONDS = 5000
MOST_ANALYSIS = 1000  # iterations where every decision of a game is looked at
SEARCH_THREADS = 2
MOST_HINTS = 16  # asked for and not yet answered, values of a game among them; more are refused
MOST_WATCHED_SEARCHES = 8  # unfinished games of bots alone in which one searches
SPECS_KEPT = 8  # kinds of idle bots kept for later

WAIT_SECONDS = 20.0  # a request for news is answered by then
BOTS_SECONDS = 0.3  # a move's answer waits so long for quick bots
VALUES_SECONDS = 0.5  # of thinking in one request for the values of a game
MOST_ROWS = 12  # actions of an advice
LINES_SHOWN = 60  # of the log in an answer

LOADED_GAMES = 400  # in memory; the others are in the database
MOST_LOADED = 10 * LOADED_GAMES  # games asked for lately may be more than LOADED_GAMES, but no new one begins beyond this
IDLE_SECONDS = 60.0  # a game asked for more recently stays in memory
LOADED_REPLAYS = 24
MOST_GAMES = 20_000  # in the database
MOST_REPLAYS = 20_000
DAYS_KEPT = 30  # a game or a replay that nobody has touched for so long may be removed when room is needed
