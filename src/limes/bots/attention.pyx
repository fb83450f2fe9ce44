"""Choosing a turn as people do who overlook things: by the points in sight, in the places that they look at."""

from libc.stdint cimport uint64_t

from limes.bots.evaluation cimport Choice, Frame, different_facings, openness, set_zone, survey_frame
from limes.bots.wording cimport turn_of
from limes.core.actions cimport MOVE, PLACE, STAY, card_territories, targets
from limes.core.bits cimport bit, count, grown, lowest
from limes.core.chance cimport Rng, below, start
from limes.core.landscape cimport (
    FOREST,
    ROCK,
    WORKERS,
    Landscape,
    Setup,
    Territory,
    copy,
    lay,
    open_spots,
)
from limes.core.state cimport State


cdef enum:
    POINT = 100  # values are whole hundredths, the same on every machine


cdef class Attention:
    cdef int cells
    cdef int facings
    cdef int moves
    cdef bint lines
    cdef bint shared
    cdef int room
    cdef Rng rng
    cdef int equals  # turns as good as the best, so far

    def __init__(self, uint64_t seed, manner):
        self.cells = manner.cells
        self.facings = manner.facings
        self.moves = manner.moves
        self.lines = manner.lines
        self.shared = manner.shared
        self.room = manner.room
        start(&self.rng, seed, 0)

    def choose(self, State state not None, int card):
        cdef Choice best
        with nogil:
            self._choose(&state.box.setup, &state.land, card - 1, &best)
        return turn_of(&state.box.setup, &state.land, card - 1, &best)

    cdef void _choose(self, const Setup* setup, const Landscape* land, int card, Choice* best) noexcept nogil:
        cdef uint64_t spots = self._places(setup, land)
        cdef Landscape laid
        cdef int spot, facing
        best.value = -1
        while spots:
            spot = lowest(spots)
            spots &= spots - 1
            for facing in range(min(self.facings, different_facings(setup, land, card))):
                copy(&laid, land)
                lay(setup, &laid, card, spot, facing)
                self._weigh(setup, &laid, spot, facing, best)

    cdef uint64_t _places(self, const Setup* setup, const Landscape* land) noexcept nogil:
        """The open cells that are looked at: those nearest to the card laid last, of them those between most cards."""
        cdef uint64_t spots = open_spots(setup, &land.state), chosen = 0, rest
        cdef int row = 1 + (land.corner >> 4), column = 1 + (land.corner & 7) / 2
        cdef int spot, nearest, distance, least
        while spots and count(chosen) < self.cells:
            rest = spots
            nearest, least = 0, 1 << 20
            while rest:
                spot = lowest(rest)
                rest &= rest - 1
                distance = 8 * ((row - (spot >> 3)) ** 2 + (column - (spot & 7)) ** 2)
                distance -= count(land.state.cells & (bit(spot + 1) | bit(spot) >> 1 | bit(spot + 8) | bit(spot) >> 8))
                if distance < least:
                    nearest, least = spot, distance
            chosen |= bit(nearest)
            spots ^= bit(nearest)
        return chosen

    cdef float _worth(self, const Landscape* land, const Frame* frame, int number) noexcept nogil:
        """What a worker there seems to earn, and what room there is to earn more."""
        cdef const Territory* territory = &land.territory[number]
        cdef float worth = POINT * territory.points
        if territory.terrain == ROCK and not self.lines:
            worth = POINT * count(grown(territory.mask) & land.state.zones[FOREST])
        if self.room:
            worth += self.room * openness(frame, territory)
        return worth

    cdef void _weigh(
        self, const Setup* setup, const Landscape* land, int spot, int facing, Choice* best
    ) noexcept nogil:
        """Everything that a worker may do with the card there; without a gain in sight nobody acts."""
        cdef Choice turn
        cdef uint64_t manned = land.manned, entered
        cdef Frame frame
        cdef float total = 0, leave
        cdef int number, crowd
        survey_frame(land, &frame)
        turn.spot = spot
        turn.facing = facing
        turn.action.kind = STAY
        turn.action.origin = turn.action.target = turn.action.zone = 0
        while manned:
            number = lowest(manned)
            manned &= manned - 1
            crowd = 1 if self.shared else land.territory[number].crowd
            total += crowd * self._worth(land, &frame, number)
        turn.value = total
        self._consider(land, &turn, best)
        if land.state.workers < WORKERS:
            turn.action.kind = PLACE
            entered = card_territories(land) & ~land.manned
            while entered:
                turn.action.target = lowest(entered)
                entered &= entered - 1
                turn.value = total + self._worth(land, &frame, turn.action.target)
                if turn.value > total:
                    self._consider(land, &turn, best)
        if WORKERS - land.state.workers > self.moves:
            return
        turn.action.kind = MOVE
        manned = land.manned
        while manned:
            turn.action.origin = lowest(manned)
            manned &= manned - 1
            leave = self._worth(land, &frame, turn.action.origin)
            if self.shared and land.territory[turn.action.origin].crowd > 1:
                leave = 0
            entered = targets(setup, land, turn.action.origin) & ~land.manned
            while entered:
                turn.action.target = lowest(entered)
                entered &= entered - 1
                turn.value = total - leave + self._worth(land, &frame, turn.action.target)
                if turn.value > total:
                    self._consider(land, &turn, best)

    cdef void _consider(self, const Landscape* land, const Choice* turn, Choice* best) noexcept nogil:
        """The turn that seems to be worth most; of equal ones, one by chance."""
        if turn.value > best.value:
            self.equals = 0
        elif turn.value < best.value:
            return
        self.equals += 1
        if below(&self.rng, self.equals) == 0:
            best[0] = turn[0]
            set_zone(land, &best.action)
