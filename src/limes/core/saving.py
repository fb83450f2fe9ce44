"""A game of a batch as bytes; what comes back is checked before the core sees it."""

import struct
from typing import NamedTuple

from limes.rules import ROUNDS, WORKERS

VERSION = 1
HEAD = struct.Struct("<4sBQBBBB")
SIGN = b"lime"
LAY, WORKER, CHANCE, OVER = range(4)
PLACES = 7 * 7 * 4
ZONES = 64


class SavedGame(NamedTuple):
    """Cards from 0 in the order in which they come; places and zones as the core numbers them."""

    number: int
    phase: int
    cards: bytes
    places: bytes
    workers: bytes


def pack_game(game: SavedGame) -> bytes:
    sizes = len(game.cards), len(game.places), len(game.workers)
    return HEAD.pack(SIGN, VERSION, game.number, game.phase, *sizes) + game.cards + game.places + game.workers


def unpack_game(saved: bytes, deck_size: int) -> SavedGame:
    """The game, if all of its numbers are in range and fit its phase; `ValueError` otherwise."""
    body = bytes(saved)[HEAD.size :]
    if len(saved) < HEAD.size:
        raise ValueError("this is no saved game: it is too short")
    sign, version, number, phase, cards, places, workers = HEAD.unpack_from(saved)
    if sign != SIGN or version != VERSION:
        raise ValueError(f"this is no saved game of version {VERSION}")
    game = SavedGame(number, phase, body[:cards], body[cards : cards + places], body[cards + places :])
    if len(body) != cards + places + workers or not _in_range(game, deck_size) or not _fits_phase(game):
        raise ValueError("this is no saved game of this deck")
    return game


def _in_range(game: SavedGame, deck_size: int) -> bool:
    return (
        len(game.cards) <= ROUNDS
        and len(game.workers) <= WORKERS
        and len(set(game.cards)) == len(game.cards)
        and all(card < deck_size for card in game.cards)
        and all(place < PLACES for place in game.places)
        and all(zone < ZONES for zone in game.workers)
    )


def _fits_phase(game: SavedGame) -> bool:
    laid, known = len(game.places), len(game.cards)
    return {
        LAY: laid < known,
        WORKER: 0 < laid <= known,
        CHANCE: laid == known < ROUNDS,
        OVER: laid == known == ROUNDS,
    }.get(game.phase, False)
