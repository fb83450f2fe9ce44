"""What clients hear of bots."""

from pydantic import BaseModel


class OwnBots(BaseModel):
    """The names of the bots that this server has beside those that every server has."""

    bots: list[str]
