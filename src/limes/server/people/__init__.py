"""Who is asking. Nobody signs up."""

from limes.server.people.guests import COOKIE, YEAR, Caller, Signatures

__all__ = ["COOKIE", "YEAR", "Caller", "Signatures"]
