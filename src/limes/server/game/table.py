"""A table as its events make it: seats, rounds, landscapes. Its secrets stay here; `views` shows the rest."""

import json
from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from limes.rules import ROUNDS, STANDARD, Game, Landscape, LimesError, NotationError, Round, Turn
from limes.server import problems
from limes.server.entries import HOLDER_CHANGES, SEAT_CHANGES, Event, StoredTable
from limes.server.game.deal import commitment
from limes.server.game.position import Position, Start
from limes.server.game.setup import Seat, Setup

MOST_TAKEN_BACK = 1_000  # turns of a table: each stays in its log, which is replayed whenever it is opened
MOST_CHANGES = 1_000  # of who holds a seat, for the same reason


class Checked(NamedTuple):
    """A turn that the rules allow, and the position after it."""

    turn: Turn
    position: Position


class Laid(NamedTuple):
    """A turn of the running round and the position after it; nobody else may know them yet."""

    number: int
    turn: Turn
    position: Position


class Table:
    """Rebuilt from the log at any time: the same events give the same table in every process."""

    def __init__(self, stored: StoredTable, start: Start) -> None:
        self.stored = stored
        self.id = stored.id
        self.setup = Setup.loads(stored.setup)
        self.last = 0
        self.events: list[Event] = []
        self.rounds: list[Round] = []
        self.opened_by: dict[int, int] = {}
        self.laid: dict[int, Laid] = {}
        self.positions = (start(self.setup.deck, self.setup.variants),) * len(self.seats)
        self.withdrawn: dict[tuple[int, int, int], int] = {}
        self._laid_by_people: set[tuple[int, int]] = set()  # rounds and seats
        self._taken_back: Counter[tuple[int, int]] = Counter()
        self._changes: Counter[int] = Counter()
        self.holders_changed: dict[int, int] = {}  # by seat: the last event after which others may hold it
        self._turns: dict[tuple[int, int, int], Event] = {}
        self.closed: str | None = None
        self.round_began = stored.created
        self.rematch: str | None = None
        self.names_left: dict[int, str] = {}
        self.turned_out = 0  # how often; each time the invitation becomes another one
        self.begun = self._all_seated()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.setup.seats

    @property
    def landscapes(self) -> tuple[Landscape, ...]:
        """Each player's landscape as of the last complete round."""
        return tuple(position.landscape for position in self.positions)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(position.total for position in self.positions)

    @property
    def finished(self) -> bool:
        return len(self.rounds) == ROUNDS

    @property
    def over(self) -> bool:
        """Whether no more turns are due: the game came to its end, or the table was closed before."""
        return self.finished or self.closed is not None

    @property
    def running(self) -> bool:
        return self.begun and not self.over

    @property
    def round(self) -> int:
        """The running round from 1; 0 before the first card, 16 after the last."""
        return min(len(self.rounds) + 1, ROUNDS) if self.begun else 0

    @property
    def card(self) -> int | None:
        return self.stored.cards[len(self.rounds)] if self.running else None

    @property
    def chosen(self) -> bool:
        """Whether somebody may have chosen which cards come."""
        return self.setup.deck != STANDARD or self.setup.known != 0

    @property
    def by_chance(self) -> bool:
        """Whether nobody chose the cards, and nobody else has the same ones."""
        return not self.chosen and self.stored.day is None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not laid the running round's card."""
        if not self.running:
            return ()
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.laid)

    @property
    def deadline(self) -> float | None:
        if self.setup.seconds is None or not self.running:
            return None
        return self.round_began + self.setup.seconds

    @property
    def kept_seats(self) -> list[int]:
        """Seats at which a bot plays on for somebody who may come back."""
        left = () if self.over else self.names_left
        return sorted(seat for seat in left if self.seats[seat].kind == "bot")

    def seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise problems.no_seat(number)
        return self.seats[number]

    def has_played(self, seat: int) -> bool:
        """Whether somebody laid a card there, and not only bots and the stand-in."""
        return any(by == seat for _round, by in self._laid_by_people)

    def attempt(self, seat: int) -> int:
        """Which of its turns of the running round the seat lays or has laid: more than 1 after an undo."""
        return 1 + self._taken_back[self.round, seat]

    def seed(self, seat: int) -> int:
        """A bot's, in the running round; the nonce is in it, so that nobody can work its turn out before."""
        digest = sha256(f"{self.stored.nonce}:{self.round}:{seat}".encode()).digest()
        return int.from_bytes(digest[:6], "big")

    def repeated(self, seat: int, number: int, turn: str, attempt: int) -> int | None:
        """The event of this very turn, if it was stored before; `Problem` if it was taken back."""
        if (number, seat, attempt) in self.withdrawn:
            raise problems.withdrawn(number)
        if self.running and number == self.round and seat not in self.laid:
            return None
        event = self._turns.get((number, seat, attempt))
        return event.number if event and event.turn == turn else None

    def checked(self, seat: int, number: int, text: str, attempt: int = 1) -> Checked:
        """A turn that this seat may make in the running round; `Problem` says why it may not."""
        self._check_round(seat, number)
        if seat in self.laid or attempt > self.attempt(seat):
            raise problems.already_laid(number)
        try:
            return self._checked(seat, text)
        except NotationError as error:
            raise problems.refused(error, "not_a_turn") from None
        except LimesError as error:
            raise problems.refused(error) from None

    def check_undo(self, seat: int, number: int, attempt: int) -> None:
        """`Problem` unless this turn lies, hidden from the others, while the round waits for somebody."""
        self._check_round(seat, number)
        if seat not in self.laid or attempt != self.attempt(seat) or not self._laid_by_hand(seat):
            raise problems.nothing_laid(number)
        most = MOST_TAKEN_BACK // len(self.seats)  # nobody uses up what others may want to take back
        if sum(by == seat for _round, by, _attempt in self.withdrawn) >= most:
            raise problems.too_often_taken_back(most)

    def check_changes(self, seat: int) -> None:
        """`Problem` where a seat changed hands too often for anybody else to come; who is there may go."""
        if self._changes[seat] >= MOST_CHANGES:
            raise problems.too_often_changed(MOST_CHANGES)

    def _laid_by_hand(self, seat: int) -> bool:
        """Whether who sits there laid it: no stand-in, and no bot that sat there before."""
        since = self.events[self.laid[seat].number - 1 :]
        return not since[0].stand_in and not any(
            each.kind in SEAT_CHANGES and each.seat == seat for each in since
        )

    def _check_round(self, seat: int, number: int) -> None:
        if self.seat(seat).kind != "person":
            raise problems.not_your_seat(seat)
        if not self.begun:
            raise problems.not_begun()
        if self.over:
            raise problems.game_over()
        if number < self.round:
            raise problems.round_over(number, self.round)
        if number > self.round:
            raise problems.round_not_open(number, self.round)

    def apply(self, event: Event, checked: Checked | None = None) -> None:
        """What follows from the next event of the log; who has checked a turn hands it in."""
        assert event.number == self.last + 1, (event.number, self.last)
        begun = self.begun
        if event.kind == "turn":
            self._apply_turn(event, checked)
        elif event.kind == "undo":
            self._apply_undo(event)
        elif event.kind == "closed":
            self.closed = event.body
        elif event.kind in SEAT_CHANGES:
            self._apply_seat(event)
        elif event.kind == "rematch":
            self.rematch = json.loads(event.body or "{}")["table"]
        if event.kind in HOLDER_CHANGES and event.seat is not None:
            self._changes[event.seat] += 1
            self.holders_changed[event.seat] = event.number
        if self.begun and not begun:
            self.round_began = event.at
        self.last = event.number
        self.events.append(event)

    def game(self) -> Game:
        """The game as everybody may see it: complete rounds only."""
        return Game(
            players=tuple(seat.name or "-" for seat in self.seats),
            deck=self.setup.deck,
            variants=self.setup.variants,
            id=self.id,
            date=datetime.fromtimestamp(self.stored.created, UTC).date().isoformat(),
            rounds=tuple(self.rounds),
            landscapes=self.landscapes,
        )

    def committed(self) -> bool:
        """Whether the secret order is the one that was promised."""
        return commitment(self.stored.cards, self.stored.nonce) == self.stored.commitment

    def _all_seated(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    def _apply_turn(self, event: Event, checked: Checked | None) -> None:
        assert event.seat is not None
        if event.round != self.round or not self.running:
            raise LimesError("event {number} is not a turn of the current round", number=event.number)
        turn, position = checked or self._checked(event.seat, event.turn or "")
        self.laid[event.seat] = Laid(event.number, turn, position)
        self._turns[event.round, event.seat, event.attempt] = event
        if self.seats[event.seat].kind == "person" and not event.stand_in:
            self._laid_by_people.add((event.round, event.seat))
        if len(self.laid) == len(self.seats):
            self._open_round(event)

    def _apply_undo(self, event: Event) -> None:
        assert event.seat is not None
        if event.round != self.round or not self.running or event.seat not in self.laid:
            raise LimesError("event {number} is not a turn of the current round", number=event.number)
        del self.laid[event.seat]
        self._laid_by_people.discard((event.round, event.seat))
        self.withdrawn[event.round, event.seat, event.attempt] = event.number
        self._taken_back[event.round, event.seat] += 1

    def _apply_seat(self, event: Event) -> None:
        assert event.seat is not None
        if event.kind == "turned_out":
            self.turned_out += 1
        before, taken = self.seats[event.seat], Seat(**json.loads(event.body or "{}"))
        if taken.kind == "open":  # for whoever comes first
            self.names_left.pop(event.seat, None)
        elif before.kind == "person":  # the name under which somebody who comes back sits there again
            self.names_left[event.seat] = before.name
        self.setup = self.setup.with_seat(event.seat, taken)
        self.begun = self._all_seated()

    def _open_round(self, event: Event) -> None:
        laid = [self.laid[seat] for seat in range(len(self.seats))]
        card = self.stored.cards[len(self.rounds)]
        self.rounds.append(Round(card, tuple(each.turn for each in laid)))
        self.positions = tuple(each.position for each in laid)
        self.laid = {}
        self.opened_by[event.number] = len(self.rounds)
        self.round_began = event.at

    def _checked(self, seat: int, text: str) -> Checked:
        turn = Turn.parse(text)
        return Checked(turn, self.positions[seat].after(self.stored.cards[len(self.rounds)], turn))
