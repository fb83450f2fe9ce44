"""Tables in a browser, without a server: the same game, the same messages.

Python cannot wait there for what is stored, so every action is a generator: it gives what is to be read
or stored, and goes on when that is done. Whoever runs it, a web worker or a test, has the storage.
"""

from limes.browser.bridge import Bridge
from limes.browser.desk import Answer, Desk
from limes.browser.storing import Append, Create, Keep, KeepAnswer, Read, ReadAll, ReadAnswers, Stored

__all__ = [
    "Answer",
    "Append",
    "Bridge",
    "Create",
    "Desk",
    "Keep",
    "KeepAnswer",
    "Read",
    "ReadAll",
    "ReadAnswers",
    "Stored",
]
