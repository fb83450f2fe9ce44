"""What stands for a client's address in the logs."""

import hmac
import time
from hashlib import sha256

MARK_LETTERS = 12


class AddressMarks:
    """An address gets the same mark for a week; without the key nobody can tell whose it is."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def mark(self, address: str, week: str | None = None) -> str:
        """`2026W47-0123456789ab`: the week, this one if none is given, and a keyed hash."""
        week = week or time.strftime("%GW%V", time.gmtime())
        digest = hmac.new(self._key, f"{week} {address}".encode(), sha256).hexdigest()
        return f"{week}-{digest[:MARK_LETTERS]}"
