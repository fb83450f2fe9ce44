"""The database's tables as they are now; `migrations` says how they came to be.

`events` is the log: one row a turn (a seat has one a round and attempt) and one for each other change.
`tables` holds what is fixed when a table is made, the secret order of the cards among it, and what the
writer counts: `last`, when it was `touched` last, `turns_left`, how many seats are `bots`, whether no more
turns are due (`finished`) and, where the game did not come to its end, why it was `closed`. `due` is when
somebody has to look at a table with a time for each round, never later than the round's end. `network` is
a keyed hash of the address that the table was made from, kept while it counts for the limits by address;
`stand_ins` the seats at which a bot that searches may come to stand in.
`seats` and `holders` say who holds a seat, by a link and by cookie: `since` when, when they were last `seen`
there, to some minutes, and their `network`.
`results` has a row for each seat that has laid its last card. `boards` has each guest's points on a board, a
day's, a week's or a month's, and `board_counts` how many guests have as many; `day_bots` what bots made of a
day's deal, and what could have been made of it.
`puzzle_answers` has a guest's first answer to each puzzle with the rating after it and its change; what
follows from all of them is in `solvers` for guests and in `puzzle_ratings` for puzzles.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

METADATA = MetaData()
# An index is used only where a query says its condition word for word.
RUNNING_TIMED = text("timed AND NOT finished")
UNFINISHED = text("NOT finished")
CLOSED = text("closed IS NOT NULL")
COUNTED = text("network IS NOT NULL")
RUNNING_WITH_BOTS = text("bots > 0 AND NOT finished")

KEYS = Table(
    "keys",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", String(100), nullable=False),
)

BANS = Table(
    "bans",
    METADATA,
    Column("who", String(100), primary_key=True),
    Column("created", Double, nullable=False),
    Column("until", Double),
    Column("reason", Text, nullable=False),
)

GUESTS = Table(
    "guests",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("created", Double, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("created", Double, nullable=False),
    Column("owner", String(40), ForeignKey("guests.id"), nullable=False),
    Column("setup", Text, nullable=False),
    Column("cards", Text, nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("last", Integer, nullable=False),
    Column("turns_left", Integer, nullable=False),
    Column("timed", Boolean, nullable=False),
    Column("finished", Boolean, nullable=False, server_default=false()),
    Column("bots", Integer, nullable=False, server_default=text("0")),
    Column("due", Double),
    Column("touched", Double, nullable=False, server_default=text("0")),
    Column("closed", String(10)),
    Column("network", String(40)),
    Column("stand_ins", Integer, nullable=False, server_default=text("0")),
    Column("day", String(10)),
    Index("tables_of_owner", "owner", "created"),
    Index("timed_tables", "due", sqlite_where=RUNNING_TIMED, postgresql_where=RUNNING_TIMED),
    Index("tables_with_bots", "id", sqlite_where=RUNNING_WITH_BOTS, postgresql_where=RUNNING_WITH_BOTS),
    Index("unfinished_tables", "owner", sqlite_where=UNFINISHED, postgresql_where=UNFINISHED),
    Index("idle_tables", "touched", sqlite_where=UNFINISHED, postgresql_where=UNFINISHED),
    Index("closed_tables", "touched", sqlite_where=CLOSED, postgresql_where=CLOSED),
    Index("tables_of_network", "network", "created", sqlite_where=COUNTED, postgresql_where=COUNTED),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("gives", Boolean, nullable=False, server_default=false()),
    Column("since", Double, nullable=False, server_default=text("0")),
    Column("seen", Double, nullable=False, server_default=text("0")),
    Column("network", String(40)),
    Index("seats_by_network", "network"),
)

HOLDERS = Table(
    "holders",
    METADATA,
    Column("guest", String(40), ForeignKey("guests.id"), primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("away", Boolean, nullable=False, server_default=false()),
    Column("since", Double, nullable=False, server_default=text("0")),
    Column("seen", Double, nullable=False, server_default=text("0")),
    Column("network", String(40)),
    Index("holders_of_seat", "table_id", "seat"),
    Index("holders_by_network", "network"),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),
    Column("round", Integer),
    Column("turn", String(20)),
    Column("stand_in", Boolean, nullable=False),
    Column("body", Text),
    Column("at", Double, nullable=False),
    Column("attempt", Integer, nullable=False, server_default=text("1")),
    UniqueConstraint("table_id", "round", "seat", "attempt", "kind", name="one_turn_an_attempt"),
)

RESULTS = Table(
    "results",
    METADATA,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("total", Integer, nullable=False),
    Column("farmer", Integer, nullable=False),
    Column("fisherman", Integer, nullable=False),
    Column("woodcutter", Integer, nullable=False),
    Column("watchman", Integer, nullable=False),
    Column("workers", String(40), nullable=False),
    Column("bot", String(40), nullable=False),
    Column("at", Double, nullable=False),
    Column("luck", Integer),
    Column("lost", Integer),
)

BOARDS = Table(
    "boards",
    METADATA,
    Column("board", String(10), primary_key=True),
    Column("guest", String(40), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("table_id", String(40)),
    Column("at", Double, nullable=False),
    Index("best_of_board", "board", "points", "at"),
    Index("boards_of_guest", "guest", "board"),
)

BOARD_COUNTS = Table(
    "board_counts",
    METADATA,
    Column("board", String(10), primary_key=True),
    Column("points", Integer, primary_key=True),
    Column("guests", Integer, nullable=False),
)

DAY_BOTS = Table(
    "day_bots",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("bot", String(40), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("record", Text, nullable=False),
)

PUZZLE_ANSWERS = Table(
    "puzzle_answers",
    METADATA,
    Column("guest", String(40), primary_key=True),
    Column("puzzle", String(10), primary_key=True),
    Column("at", Double, nullable=False),
    Column("turn", String(20), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("change", Integer, nullable=False),
)

SOLVERS = Table(
    "solvers",
    METADATA,
    Column("guest", String(40), primary_key=True),
    Column("mean", Double, nullable=False),
    Column("error", Double, nullable=False),
)

PUZZLE_RATINGS = Table(
    "puzzle_ratings",
    METADATA,
    Column("puzzle", String(10), primary_key=True),
    Column("mean", Double, nullable=False),
    Column("error", Double, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)
