"""What goes wrong at a table, each with a code for programs and a sentence for people."""

from limes.rules.message import LimesError, Message


class Problem(LimesError):  # noqa: N818  the name that HTTP has for it
    """A request that changes nothing; `code` and the seconds until it may be tried again are for programs."""

    def __init__(self, code: str, message: Message, seconds: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.seconds = seconds

    def __reduce__(self) -> tuple[type[LimesError], tuple[object, ...]]:
        return type(self), (self.code, self.message, self.seconds)


def no_table() -> Problem:
    return Problem("no_table", Message("there is no such table"))


def banned() -> Problem:
    return Problem("banned", Message("you are banned from this server"))


def no_seat(seat: int) -> Problem:
    return Problem("no_seat", Message("the table has no seat {seat}", seat=seat))


def not_your_seat(seat: int) -> Problem:
    return Problem("not_your_seat", Message("seat {seat} is not yours", seat=seat))


def not_the_owner() -> Problem:
    return Problem("not_the_owner", Message("only the person who set up the table can do that"))


def not_invited() -> Problem:
    return Problem("not_invited", Message("this link leads to no seat; ask for a new one"))


def seat_taken(seat: int) -> Problem:
    return Problem("seat_taken", Message("seat {seat} is taken", seat=seat))


def not_begun() -> Problem:
    return Problem("not_begun", Message("the game begins when every seat is taken"))


def not_finished() -> Problem:
    return Problem("not_finished", Message("the game is not over yet"))


def no_hint() -> Problem:
    message = Message("hints are available only when you play alone or against bots")
    return Problem("no_hint", message)


def no_hint_today() -> Problem:
    return Problem("no_hint_today", Message("the deal of the day is played without hints"))


def day_over() -> Problem:
    return Problem("day_over", Message("the day of this deal is over: nothing more counts for its board"))


def day_not_over() -> Problem:
    return Problem("day_not_over", Message("today's deal is played once; tomorrow anybody can play it again"))


def day_hidden() -> Problem:
    message = Message("this is a game with today's cards: it can be seen once you have played them yourself")
    return Problem("day_hidden", message)


def day_kept() -> Problem:
    return Problem("day_kept", Message("your attempt at the deal of the day is kept until the day is over"))


def no_day(day: str) -> Problem:
    return Problem("no_day", Message("there is no deal of the day {day!r}", day=day))


def answer_first(puzzle: str) -> Problem:
    message = Message("answer puzzle {puzzle} first; then the coach explains any turn", puzzle=puzzle)
    return Problem("answer_first", message)


def too_many_reviews() -> Problem:
    message = Message("too many games are being reviewed at the moment; try again soon")
    return Problem("too_many_reviews", message, 5.0)


def game_over() -> Problem:
    return Problem("game_over", Message("the game is over"))


def round_over(number: int, running: int) -> Problem:
    message = Message("round {round} is over; round {running} is in progress", round=number, running=running)
    return Problem("round_over", message)


def time_over(number: int) -> Problem:
    message = Message("the time for round {round} is over; a card that has been laid stays", round=number)
    return Problem("time_over", message)


def round_not_open(number: int, running: int) -> Problem:
    message = Message(
        "round {round} has not begun yet; round {running} is in progress", round=number, running=running
    )
    return Problem("round_not_open", message)


def already_laid(number: int) -> Problem:
    message = Message("you have already played another turn in round {round}", round=number)
    return Problem("already_laid", message)


def withdrawn(number: int) -> Problem:
    return Problem("withdrawn", Message("this turn of round {round} was undone", round=number))


def nothing_laid(number: int) -> Problem:
    message = Message("there is no turn of round {round} to undo", round=number)
    return Problem("nothing_laid", message)


def too_often_taken_back(most: int) -> Problem:
    message = Message("no more turns can be undone at this seat: {most} have been", most=most)
    return Problem("too_often_taken_back", message)


def too_often_changed(most: int) -> Problem:
    message = Message("this seat can no longer change hands: it has done so {most} times", most=most)
    return Problem("too_often_changed", message)


def nothing_to_leave() -> Problem:
    return Problem("nothing_to_leave", Message("you have no seat at this table"))


def nowhere_to_return() -> Problem:
    return Problem("nowhere_to_return", Message("no seat at this table is kept for you"))


def refused(error: LimesError, code: str = "illegal_turn") -> Problem:
    """What the rules say of a turn, a deck, a name or a bot."""
    return Problem(code, error.message)


def malformed(place: str, reason: str) -> Problem:
    message = Message(
        "the server does not understand the request at {place}: {reason}", place=place, reason=reason
    )
    return Problem("malformed", message)


def too_large(most: int) -> Problem:
    return Problem("too_large", Message("a message can have at most {most} bytes", most=most))


def in_too_many_pieces(most: int) -> Problem:
    return Problem("too_large", Message("a message can come in at most {most} pieces", most=most))


def headers_too_large(most: int) -> Problem:
    message = Message("the request has too many headers, or they are longer than {most} bytes", most=most)
    return Problem("headers_too_large", message)


def address_too_long(most: int) -> Problem:
    return Problem("address_too_long", Message("an address can have at most {most} bytes", most=most))


def too_slow() -> Problem:
    return Problem("too_slow", Message("the request did not arrive in time"))


def not_http() -> Problem:
    return Problem("not_http", Message("this is not an HTTP request"))


def too_fast(seconds: float) -> Problem:
    seconds = max(1.0, seconds)
    message = Message("too many requests; try again in {seconds:.0f} s", seconds=seconds)
    return Problem("too_fast", message, seconds)


def too_many_tables(most: int) -> Problem:
    return Problem("too_many_tables", Message("you already have {most} unfinished tables", most=most))


def too_many_tables_of_address(most: int) -> Problem:
    message = Message("there are already {most} unfinished tables from your address", most=most)
    return Problem("too_many_tables", message)


def too_many_tables_today(most: int) -> Problem:
    message = Message("your address has set up {most} tables within a day; try again later", most=most)
    return Problem("too_many_tables", message)


def too_many_bots_of_address(most: int) -> Problem:
    message = Message("at most {most} bots can play at unfinished tables from your address", most=most)
    return Problem("too_many_bots", message)


def busy(seconds: float) -> Problem:
    message = Message("too many people are asking for this at the moment; try again soon")
    return Problem("busy", message, seconds)


def abandoned() -> Problem:
    """Nobody reads it; it is counted."""
    return Problem("abandoned", Message("this was cancelled before it was answered"))


def too_many_bots(most: int) -> Problem:
    message = Message("at most {most} bots can play at your unfinished tables", most=most)
    return Problem("too_many_bots", message)


def shared_clock() -> Problem:
    message = Message(
        "people who share a screen cannot share a clock: play without a time limit, "
        "or invite the others with a link"
    )
    return Problem("shared_clock", message)


def not_abandoned(seat: int, days: float) -> Problem:
    message = Message(
        "seat {seat} is not abandoned: its player is here, or has not been away long enough (days: {days:g})",
        seat=seat,
        days=days,
    )
    return Problem("not_abandoned", message)


def time_not_over(seat: int) -> Problem:
    message = Message(
        "seat {seat} is not abandoned: no round has run out of time for its player, who may still be here",
        seat=seat,
    )
    return Problem("not_abandoned", message)


def already_begun() -> Problem:
    return Problem("already_begun", Message("the game has begun; nobody can be removed now"))


def outranked() -> Problem:
    message = Message("this device joined the seat later; use one that joined earlier")
    return Problem("outranked", message)


def no_cookie() -> Problem:
    message = Message("only a browser that keeps cookies can take this seat; allow them and try again")
    return Problem("no_cookie", message)


def last_device() -> Problem:
    message = Message("no other device is signed in to this seat; leave the table instead")
    return Problem("last_device", message)


def too_many_devices() -> Problem:
    message = Message("too many devices are signed in to this seat; sign one of them out first")
    return Problem("too_many_devices", message)


def live_position() -> Problem:
    message = Message(
        "you are playing this very position against people; its values are shown once that game is over"
    )
    return Problem("live_position", message)


def foreign_host(host: str) -> Problem:
    message = Message(
        "this server does not answer to the name {host!r}; its operator can allow it with {setting}",
        host=host[:100],
        setting="LIMES_HOSTS",
    )
    return Problem("foreign_host", message)


def too_many_sockets() -> Problem:
    return Problem("too_many_sockets", Message("too many connections from your address"))


def foreign_origin() -> Problem:
    return Problem("foreign_origin", Message("the server does not answer requests from other sites"))


def stopping() -> Problem:
    return Problem("stopping", Message("the server is shutting down; connect again"))


def log_unreachable() -> Problem:
    message = Message("the server's database cannot be reached at the moment; try again soon")
    return Problem("log_unreachable", message, 2.0)


def disk_full() -> Problem:
    message = Message("the server's disk is full: nothing can be saved until its operator makes room")
    return Problem("disk_full", message, 5.0)


def database_damaged() -> Problem:
    message = Message("the server's database is damaged; its operator must restore it")
    return Problem("database_damaged", message)


def unexpected() -> Problem:
    return Problem("unexpected", Message("something went wrong on the server; its log says more"))


def no_page() -> Problem:
    return Problem("no_page", Message("there is nothing at this address"))


def wrong_method() -> Problem:
    return Problem("wrong_method", Message("this address does not support that method"))


def too_many_cards(most: int) -> Problem:
    return Problem("bad_deck", Message("at a table, a deck has at most {most} cards", most=most))


def deck_name_too_long(most: int) -> Problem:
    return Problem("bad_deck", Message("at a table, a deck's name has at most {most} characters", most=most))


def called_standard(name: str) -> Problem:
    message = Message("only the standard deck can be called {name!r}; choose another name", name=name)
    return Problem("bad_deck", message)


def too_many_seats(most: int) -> Problem:
    return Problem("too_many_seats", Message("a table has at most {most} seats", most=most))


def needs_server() -> Problem:
    return Problem("needs_server", Message("this needs a server; here, the game runs in your browser alone"))
