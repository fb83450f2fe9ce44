"""Settings of the server: from the command line, else from `LIMES_...` in the environment."""

import logging
from ipaddress import ip_network
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from limes.rules import LimesError
from limes.server.store import default_database

ANYBODY = "*"
LEAST, MOST = 1e-6, 1e9  # of any figure: with what is beyond, sums of times are infinite or lose the present
EXAMPLES = {  # lists are JSON
    "origins": '["https://play.example"]',
    "hosts": '["play.example"]',
    "bots": '["./my_bots.py:Cautious"]',
}


class Settings(BaseSettings):
    """Every figure that an operator may want to change."""

    model_config = SettingsConfigDict(
        env_prefix="LIMES_", env_parse_none_str="never", extra="ignore", frozen=True
    )

    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8484, ge=0, le=65535)
    database: str = Field(default_factory=default_database)
    listen_database: str = Field(
        default="",
        description="PostgreSQL itself, where `database` is a pooler, through which nobody can LISTEN",
    )
    origins: list[str] = Field(default_factory=list, description="other sites whose pages may connect")
    hosts: list[str] = Field(default_factory=list, description="names by which pages may be opened here")
    behind_tls: bool = Field(default=False, description="a proxy speaks TLS: cookies are for https only")
    trusted_proxies: str = Field(default="127.0.0.1", description="whose X-Forwarded-For is believed")
    address: str = Field(default="", description="where friends reach it, for links made on this machine")
    log_level: str = "info"

    message_bytes: int = Field(default=4_096, ge=256, description="the largest message on a socket")
    request_bytes: int = Field(default=65_536, ge=1_024, description="the largest body of a request")
    header_bytes: int = Field(default=16_384, ge=1_024, description="the largest headers of a request")
    headers_a_request: int = Field(default=100, ge=10)
    header_seconds: float = Field(default=10.0, gt=0, description="in which they have to arrive")
    body_seconds: float = Field(default=20.0, gt=0, description="in which the body has to arrive after them")
    connections_an_address: int = Field(
        default=500, ge=1, description="open connections of an address, unless it is a trusted proxy's"
    )
    tables_a_guest: int = Field(default=50, ge=1, description="unfinished tables that a guest may own")
    tables_an_address: int = Field(default=500, ge=1, description="unfinished tables made from an address")
    tables_a_day: int = Field(default=300, ge=1, description="tables made from an address within a day")
    seats_a_table: int = Field(default=12, ge=1)
    sockets_an_address: int = Field(default=200, ge=1)
    rate_factor: float = Field(default=1.0, gt=0, description="every rate limit times this")

    bots: list[str] = Field(
        default_factory=list, description="bots to play against beside ours, as `limes arena` names them"
    )
    bot_threads: int = Field(default=1, ge=1, description="bots that think at the same time")
    bot_seconds: float = Field(default=1.0, gt=0, description="how long a bot may think while none waits")
    bots_a_guest: int = Field(default=24, ge=1, description="bots at the unfinished tables of a guest")
    bots_an_address: int = Field(default=500, ge=1, description="bots at an address's unfinished tables")
    unwatched_seconds: float = Field(
        default=5.0, ge=0, description="how long a bot takes where nobody looks at the table"
    )
    abandoned_days: float = Field(
        default=3.0, ge=0, description="of absence, after which a seat without a clock may be handed to a bot"
    )
    idle_days: float | None = Field(
        default=60.0, gt=0, description="after which an unfinished table that nobody touches is closed"
    )
    closed_days: float | None = Field(
        default=30.0, gt=0, description="after which a closed or given-up table is deleted"
    )
    finished_days: float | None = Field(
        default=None, gt=0, description="after which a finished game is deleted; never if not set"
    )
    review_seconds: float = Field(default=4.0, gt=0, description="how long the coach may think about a game")
    study_seconds: float = Field(
        default=1.0, gt=0, description="how long the coach may think about a position on the study board"
    )
    takeover_seconds: float = Field(
        default=3.0, ge=0, description="when another process's bots are taken over"
    )
    resting_tables: int = Field(default=2_000, ge=1, description="tables nobody looks at that stay in memory")

    @field_validator("*")
    @classmethod
    def _within_reason(cls, value: object) -> object:
        if isinstance(value, int | float) and value and not LEAST <= value <= MOST:
            raise ValueError(f"must be from {LEAST:f} to {MOST:.0f}")
        return value

    @field_validator("log_level")
    @classmethod
    def _level(cls, name: str) -> str:
        if name.upper() not in logging.getLevelNamesMapping():
            raise ValueError("must be debug, info, warning or error")
        return name

    @field_validator("address", "origins")
    @classmethod
    def _links(cls, given: str | list[str]) -> str | list[str]:
        """Their hosts are read for every request: one that cannot be read would fail them all."""
        for link in [given] if isinstance(given, str) else given:
            urlsplit(link)
        return given

    @field_validator("address")
    @classmethod
    def _reachable(cls, link: str) -> str:
        if link and not link.startswith(("http://", "https://")):
            raise ValueError("must begin with http:// or https://")
        return link

    @field_validator("trusted_proxies")
    @classmethod
    def _addresses(cls, text: str) -> str:
        """A name, or a network with a typing error, would trust nobody: all visitors would count as one."""
        for each in filter(None, map(str.strip, text.split(","))) if text != ANYBODY else ():
            ip_network(each)
        return text


def read_settings(**given: object) -> Settings:
    """What was given, else the environment, else the defaults; `LimesError` names what makes no sense."""
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name, reason = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
    except SettingsError as error:
        name = next(name for name in EXAMPLES if f'"{name}"' in str(error))
        reason = f"LIMES_{name.upper()}={EXAMPLES[name]}"
    raise LimesError("setting {name}: {reason}", name=name, reason=reason)
