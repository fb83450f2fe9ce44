"""The best in hindsight: what `find_par` finds against what beams find in many processor seconds."""

import argparse
from statistics import mean
from time import process_time

from limes.bots.beam import Beam
from limes.bots.par import TRIES, find_par
from limes.bots.weights import tuned
from limes.rules import ROUNDS, STANDARD, Landscape, Turn, Variants, shuffled

NARROWEST = 50
WIDER = 4


def beam_total(order: tuple[int, ...], variants: Variants, seconds: float) -> int:
    """The best of beams of growing width, the last one begun before the time is over and completed."""
    end = process_time() + seconds
    width, best, last = NARROWEST, 0, 0.0
    while process_time() + WIDER * last < end:
        begun = process_time()
        best = max(best, _beam(order, variants, width))
        last = process_time() - begun
        width *= WIDER
    fitting = int(width / WIDER * (end - process_time()) / last)
    return max(best, _beam(order, variants, fitting)) if fitting > NARROWEST else best


def _beam(order: tuple[int, ...], variants: Variants, width: int) -> int:
    beam = Beam(tuned(), STANDARD, variants, order, width)
    for _ in range(ROUNDS):
        beam.advance(0.0)
    return beam.total


def replayed(order: tuple[int, ...], variants: Variants, turns: list[Turn]) -> int:
    """The total by the rules, which refuse what is not legal."""
    landscape = Landscape(STANDARD, variants)
    for card, turn in zip(order, turns, strict=True):
        landscape = landscape.play(card, turn)
    return landscape.total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--seconds", type=float, default=30.0, help="for the beams")
    parser.add_argument("--ferryman", action="store_true")
    parser.add_argument("--diagonal", action="store_true")
    options = parser.parse_args()
    variants = Variants(diagonal=options.diagonal, ferryman=options.ferryman)
    ours, beams, spent = [], [], []
    for number in range(options.deals):
        order = shuffled(STANDARD, f"dev-{number}")[:ROUNDS]
        begun = process_time()
        par = find_par(STANDARD, variants, order, tries=options.tries)
        spent.append(process_time() - begun)
        ours.append(par.total)
        assert replayed(order, variants, par.turns) == par.total
        beams.append(beam_total(order, variants, options.seconds))
        print(f"dev-{number}: {ours[-1]}, beam {beams[-1]}", flush=True)
    print(f"mean {mean(ours):.2f} in {mean(spent):.2f} s, beam {mean(beams):.2f} in {options.seconds:g} s")
    worse = sum(our < beam for our, beam in zip(ours, beams, strict=True))
    print("withstood" if not worse else f"less than the beam on {worse} deals")


if __name__ == "__main__":
    main()
