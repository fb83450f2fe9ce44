"""Who is asking: a guest by a signed cookie, or a program by a seat's token. Nobody signs up."""

import hmac
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from itsdangerous import TimestampSigner

from limes.server.entries import ByLink
from limes.server.game import hidden, new_id
from limes.server.store import Keys

COOKIE = "limes_guest"
COOKIE_OF_HOST = f"__Host-{COOKIE}"  # over TLS: browsers let no other host of the domain set or replace it
YEAR = 365 * 24 * 3600
MONTH = 30 * 24 * 3600  # after which a cookie is renewed
DERIVED_LETTERS = 26
LONGEST_COOKIE = 200  # letters; ours have half as many
# To check a signature takes a while, so only some cookies are looked at. Ours, for all paths, comes last.
MOST_COOKIES = 5
HEARD_OF = 60.0  # seconds in which every process hears of a new key, though the database may be away a while


@dataclass(frozen=True)
class Caller:
    """A guest, perhaps new or with an old cookie, and the seat's token that the request may carry.

    `network` stands for the address, from which it cannot be told without the key.
    """

    guest: str
    new: bool = False
    renewed: bool = False
    token_hash: str | None = None
    network: str = ""  # a keyed hash of the address, which it does not tell

    @property
    def by_link(self) -> ByLink | None:
        return ByLink(self.guest, self.token_hash) if self.token_hash else None


class Signatures:
    """Signs what clients bring back: the guest's cookie, and invitations to a table."""

    def __init__(self, keys: Keys) -> None:
        self._known_since: dict[str, float] = {}
        self.use(keys)

    def use(self, keys: Keys) -> bool:
        """The newest key signs, but not before every process knows it: one that did not would take a cookie
        for forged and name another guest. Cookies of older keys are known, and renewed.

        Gives whether a key was forgotten, whose cookies are good no longer.
        """
        now = time.monotonic()
        forgotten = self._known_since.keys() - set(keys.signing)
        self._known_since = {key: self._known_since.get(key, now) for key in keys.signing}
        self._signers = [_signer(key) for key in keys.signing]
        settled = [now - self._known_since[key] >= HEARD_OF for key in keys.signing]
        self._signing = max((number for number, known in enumerate(settled) if known), default=0)
        self._links = keys.links.encode()
        self.days = keys.days
        return bool(forgotten)

    def caller(self, cookies: Sequence[str], authorization: str | None, address: str = "") -> Caller:
        """The guest of the first of these cookies that is ours; where there is none, a new one."""
        scheme, _space, token = (authorization or "").partition(" ")
        token_hash = hidden(token) if token and scheme.lower() == "bearer" else None
        network = self._derived(f"address {address}") if address else ""
        for cookie in [each for each in cookies if len(each) <= LONGEST_COOKIE][-MOST_COOKIES:]:
            if signed := self._signed(cookie):
                guest, renewed = signed
                return Caller(guest, renewed=renewed, token_hash=token_hash, network=network)
        return Caller(new_id(20), new=True, token_hash=token_hash, network=network)

    def cookie(self, guest: str) -> str:
        return self._signers[self._signing].sign(guest).decode()

    def _signed(self, cookie: str) -> tuple[str, bool] | None:
        """Whose cookie it is, and whether it is time for a new one; None if it is not ours.

        The signer's own error for that would keep the whole request in memory until the collector comes by,
        which is seldom.
        """
        value, _dot, signature = cookie.rpartition(".")
        for number, signer in reversed(list(enumerate(self._signers))):
            if signer.verify_signature(value, signature):
                guest, signed = signer.unsign(cookie, return_timestamp=True)
                return guest.decode(), number < self._signing or abs(time.time() - signed.timestamp()) > MONTH
        return None

    def invitation(self, table_id: str, turned_out: int = 0) -> str:
        """Who has it may take an open seat; it follows from the table, so it need not be stored.

        Each time that somebody is turned out it becomes another one.
        """
        return self._derived(f"join {table_id} {turned_out}" if turned_out else f"join {table_id}")

    def rematch(self, table_id: str) -> str:
        """The id of the table to which the players of this one move on, whoever asks first."""
        return self._derived(f"rematch {table_id}")

    def rematches(self, table_id: str, many: int) -> list[str]:
        """So many, each the rematch of the one before it."""
        following: list[str] = []
        for _ in range(many):
            table_id = self.rematch(table_id)
            following.append(table_id)
        return following

    def day_table(self, day: str, guest: str) -> str:
        """The id of the table at which a guest plays a day's deal."""
        return self._derived(f"day {day} {guest}")

    def invites(self, table_id: str, invitation: str, turned_out: int = 0) -> bool:
        return hmac.compare_digest(self.invitation(table_id, turned_out).encode(), invitation.encode())

    def _derived(self, text: str) -> str:
        return hmac.new(self._links, text.encode(), sha256).hexdigest()[:DERIVED_LETTERS]


def _signer(key: str) -> TimestampSigner:
    return TimestampSigner(key, salt="limes.guest", digest_method=sha256)
