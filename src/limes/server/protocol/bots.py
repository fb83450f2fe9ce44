"""What clients hear of bots."""

from pydantic import BaseModel


class OwnBots(BaseModel):
    """The names of the bots that this server has in addition to those on every server."""

    bots: list[str]
