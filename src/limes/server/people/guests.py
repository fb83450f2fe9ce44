"""Who is asking: a guest by a signed cookie, or a program by a seat's token. Nobody signs up."""

import hmac
import time
from dataclasses import dataclass
from hashlib import sha256

from itsdangerous import BadSignature, Signer, TimestampSigner

from limes.server.game import hidden, new_id

COOKIE = "limes_guest"
YEAR = 365 * 24 * 3600
MONTH = 30 * 24 * 3600  # after which a cookie is renewed
DERIVED_LETTERS = 26


@dataclass(frozen=True)
class Caller:
    """A guest, perhaps new or with an old cookie, and the seat's token that the request may carry.

    `network` stands for the address, from which it cannot be told without the key.
    """

    guest: str
    new: bool = False
    renewed: bool = False
    token_hash: str | None = None
    network: str = ""


class Signatures:
    """Signs what clients bring back: the guest's cookie, and invitations to a table."""

    def __init__(self, key: str) -> None:
        self._signer = TimestampSigner(key, salt="limes.guest", digest_method=sha256)
        self._undated = Signer(key, salt="limes.guest", digest_method=sha256)
        self._key = key.encode()

    def caller(self, cookie: str | None, authorization: str | None, address: str = "") -> Caller:
        """A cookie that is missing or not ours makes a new guest."""
        scheme, _space, token = (authorization or "").partition(" ")
        token_hash = hidden(token) if token and scheme.lower() == "bearer" else None
        network = self._derived(f"address {address}")
        try:
            guest, signed = self._signed(cookie or "")
        except (BadSignature, UnicodeDecodeError):
            return Caller(new_id(20), new=True, token_hash=token_hash, network=network)
        renewed = time.time() - signed > MONTH
        return Caller(guest, renewed=renewed, token_hash=token_hash, network=network)

    def cookie(self, guest: str) -> str:
        return self._signer.sign(guest).decode()

    def _signed(self, cookie: str) -> tuple[str, float]:
        """Whose cookie it is, and since when; the first cookies had no date."""
        try:
            guest, signed = self._signer.unsign(cookie, return_timestamp=True)
            return guest.decode(), signed.timestamp()
        except BadSignature:
            return self._undated.unsign(cookie).decode(), 0.0

    def invitation(self, table_id: str) -> str:
        """Who has it may take an open seat; it follows from the table, so it need not be stored."""
        return self._derived(f"join {table_id}")

    def rematch(self, table_id: str) -> str:
        """The id of the table to which the players of this one move on, whoever asks first."""
        return self._derived(f"rematch {table_id}")

    def invites(self, table_id: str, invitation: str) -> bool:
        return hmac.compare_digest(self.invitation(table_id).encode(), invitation.encode())

    def _derived(self, text: str) -> str:
        return hmac.new(self._key, text.encode(), sha256).hexdigest()[:DERIVED_LETTERS]
