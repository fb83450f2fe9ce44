"""Who is asking, and who is kept out. Nobody signs up."""

from limes.server.people.addresses import AddressMarks
from limes.server.people.bans import Bans, canonical, means, require_complete
from limes.server.people.guests import COOKIE, COOKIE_OF_HOST, YEAR, Caller, Signatures
from limes.server.people.histories import answers_as_csv, as_csv, figures

__all__ = [
    "COOKIE",
    "COOKIE_OF_HOST",
    "YEAR",
    "AddressMarks",
    "Bans",
    "Caller",
    "Signatures",
    "answers_as_csv",
    "as_csv",
    "canonical",
    "figures",
    "means",
    "require_complete",
]
