"""A card just laid, the worker not yet: what a worker may do, and what each action is worth.

Territories and points depend on the placement alone, so they are found once here and serve every action.
"""

from collections.abc import Iterator
from typing import NamedTuple

from limes.rules.board import Board, Terrain, Territory
from limes.rules.geometry import QUARTERS, Cell, Facing, Mask, Zone, bit, cell_of, is_zone, zone_of
from limes.rules.message import TurnError
from limes.rules.scoring import points
from limes.rules.turn import Action, Move, Place, ScoredTurn, Turn

WORKERS = 7


class Placement(NamedTuple):
    """The board after a card was laid, with the workers that were there before."""

    cell: Cell
    facing: Facing
    board: Board
    workers: tuple[Zone, ...]
    ferryman: bool

    def targets(self, origin: Territory) -> tuple[Territory, ...]:
        """The territories that a worker in this one may move to."""
        around = self.board.bordering(origin)
        if not self.ferryman:
            return around
        manned = 0
        for zone in self.workers:
            manned |= bit(zone)
        reached = {territory.mask: territory for territory in around}
        for water in around:
            if water.terrain is Terrain.WATER and water.mask & manned:
                reached |= {beyond.mask: beyond for beyond in self.board.bordering(water)}
        reached.pop(origin.mask, None)
        return tuple(reached.values())

    def actions(self) -> Iterator[tuple[Action, int]]:
        """Every legal action with the landscape's total after it."""
        territory_of = {zone: self.board.territory(bit(zone)) for zone in dict.fromkeys(self.workers)}
        crowd: dict[Mask, int] = {}
        for zone in self.workers:
            mask = territory_of[zone].mask
            crowd[mask] = crowd.get(mask, 0) + 1
        manned = {territory.mask: territory for territory in territory_of.values()}
        total = sum(points(self.board, territory) for territory in manned.values())

        yield None, total
        if len(self.workers) < WORKERS:
            for quarter in QUARTERS:
                territory = self.board.territory(bit(zone_of(self.cell, quarter)))
                gain = 0 if territory.mask in crowd else points(self.board, territory)
                yield Place(quarter), total + gain
        for origin, left in territory_of.items():
            loss = points(self.board, left) if crowd[left.mask] == 1 else 0
            for entered in self.targets(left):
                after = total - loss + (0 if entered.mask in crowd else points(self.board, entered))
                for target in entered.zones:
                    yield Move(origin, target), after

    def action_count(self) -> int:
        """How many legal actions there are, without listing them."""
        moves = sum(
            territory.mask.bit_count()
            for zone in set(self.workers)
            for territory in self.targets(self.board.territory(bit(zone)))
        )
        return 1 + moves + (len(QUARTERS) if len(self.workers) < WORKERS else 0)

    def turns(self) -> Iterator[ScoredTurn]:
        """Every legal turn with this placement, with the landscape's total after it."""
        for action, total in self.actions():
            yield ScoredTurn(Turn(self.cell, self.facing, action), total)

    def check(self, action: Action) -> None:
        """`TurnError` if an action breaks a rule; it names the rule."""
        match action:
            case Place(quarter):
                check_zone(zone_of(self.cell, quarter))
                self._check_supply()
            case Move(origin, target):
                self._check_move(origin, target)

    def workers_after(self, action: Action) -> tuple[Zone, ...]:
        """The workers after a legal action, sorted by name."""
        match action:
            case Place(quarter):
                return tuple(sorted((*self.workers, zone_of(self.cell, quarter))))
            case Move(origin, target):
                workers = list(self.workers)
                workers[workers.index(origin)] = target
                return tuple(sorted(workers))
        return self.workers

    def _check_supply(self) -> None:
        if len(self.workers) >= WORKERS:
            raise TurnError("the supply is empty")

    def _check_move(self, origin: Zone, target: Zone) -> None:
        if origin not in self.workers:
            raise TurnError("there is no worker on {origin}", origin=origin)
        check_zone(target)
        if not bit(target) & self.board.laid:
            raise TurnError(
                "there is no card on {cell}, so no worker can move to {target}",
                cell=cell_of(target),
                target=target,
            )
        left, entered = self.board.territory(bit(origin)), self.board.territory(bit(target))
        if left == entered:
            raise TurnError(
                "{target} is in the same territory as {origin}; a move must lead to another one",
                target=target,
                origin=origin,
            )
        if entered in self.targets(left):
            return
        if self.ferryman:
            raise TurnError(
                "{target} does not border the territory of {origin}, "
                "and no ferryman can take the worker there",
                target=target,
                origin=origin,
            )
        raise TurnError("{target} does not border the territory of {origin}", target=target, origin=origin)


def check_zone(zone: Zone) -> None:
    """`TurnError` for a text that names no zone at all."""
    if not is_zone(zone):
        raise TurnError("{zone!r} is not a zone; a zone is a cell and a quarter, such as d4ne", zone=zone)
