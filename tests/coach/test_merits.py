"""What speaks for a suggested turn: every sentence, and nothing that is not so."""

import gettext

from coach.games import random_game

from limes.coach import say
from limes.coach.facts import chances_kept, could_grow, earns_more, would_earn
from limes.coach.merits import MOST, merits
from limes.coach.prospects import Prospects
from limes.locale import DOMAIN, FOLDER, LANGUAGES
from limes.rules import Deck, Landscape, Turn, Variants
from limes.rules.landscape import BASIC

PLAIN = Deck("plain", ("ffff", "wwww", "tttt", "rrrr", "FFFF", "ffww", "fftt", "rtft", *["fwtr"] * 10))


def said(text: str, card: int, turn: str, variants: Variants = BASIC) -> list[str]:
    before = Landscape.parse(text, PLAIN, variants) if text else Landscape(PLAIN)
    found = merits(before, before.play(card, Turn.parse(turn)))
    return [say(sentence, gettext.NullTranslations()) for sentence in found]


def test_a_worker_who_stays_earns_more() -> None:
    assert said("1@d4N | d4nw", 6, "d3N") == ["The worker on d4nw earns 2 more points."]


def test_a_new_worker_earns_and_has_room() -> None:
    assert said("", 1, "d4N+nw") == [
        "A farmer on d4nw would already earn 4 points.",
        "The field of a farmer on d4nw would have 8 open sides to grow on.",
    ]


def test_where_nothing_is_earned_chances_are_named() -> None:
    assert said("1@d4N", 2, "d5N") == ["It keeps the most chances open for the cards to come."]


def test_a_worker_who_comes_second_is_not_praised() -> None:
    assert said("1@d4N | d4nw", 5, "d5N+nw") == ["The worker on d4nw earns 4 more points."]


def test_fields_with_farmers_that_flow_together_are_no_merit() -> None:
    assert said("1@d4N 2@d5N 6@d6N | d4nw d6nw", 5, "e4N") == ["The worker on d4nw earns 4 more points."]
    joined = said("1@d4N 2@e4N 5@e5N | d4nw e5nw", 6, "d5E")
    assert joined == ["It keeps the most chances open for the cards to come."]


def test_what_only_a_variant_allows_is_named() -> None:
    across = said("1@d4N 2@e4N 5@f4N | d4nw e4nw", 6, "f5N:d4nw>f4nw", Variants(ferryman=True))
    assert "The fisherman on e4nw would take the worker on d4nw across to f4nw." in across
    assert said("1@d4N", 2, "e5N", Variants(diagonal=True)) == [
        "On e5 the card would touch the others at a corner only"
        " and leave the places between them free for cards that fit."
    ]


def test_nothing_is_said_that_is_not_so() -> None:
    for seed in range(4):
        game = random_game(seed)
        before = Landscape(game.deck, variants=game.variants)
        for round_ in game.rounds:
            turn = round_.turns[0]
            assert turn
            after = before.play(round_.card, turn)
            found = [say(sentence, gettext.NullTranslations()) for sentence in merits(before, after)]
            assert 1 <= len(found) <= MOST
            assert set(found) <= set(true_sentences(before, after))
            before = after


def test_every_sentence_can_be_said_in_every_language() -> None:
    for language in LANGUAGES:
        speech = gettext.translation(DOMAIN, FOLDER, [language], fallback=True)
        assert say(chances_kept(), speech)
        assert [
            say(earns_more(Landscape.parse("1@d4N | d4nw", PLAIN).workers[0], n), speech) for n in (1, 2, 5)
        ]


def true_sentences(before: Landscape, after: Landscape) -> list[str]:
    """All that could be said of the workers after a turn, with their numbers."""
    was, then = Prospects(before), Prospects(after)
    sentences = [chances_kept()]
    for zone in after.workers:
        territory = then.at(zone)
        earned = then.points(territory)
        if zone in before.workers:
            sentences.append(earns_more(zone, earned - was.points(was.at(zone))))
        sentences.append(would_earn(territory.terrain, zone, earned))
        sentences.append(could_grow(territory.terrain, zone, then.open_sides(territory)))
    return [say(sentence, gettext.NullTranslations()) for sentence in sentences]
