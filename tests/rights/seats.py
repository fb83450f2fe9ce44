"""A seat with all that holds it: browsers and a link, in the order in which they joined."""

from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

WEEK = 7  # days


class Caller(NamedTuple):
    """Who asks: a browser by its cookie, a program by a link, or both at once."""

    browser: str | None
    token: str | None = None


@dataclass(eq=False)
class Device:
    """A browser, or a link by its token. `since` is a moment, `seen` a day."""

    holder: str
    since: int
    seen: int
    link: bool = False
    gives: bool = False

    def is_of(self, caller: Caller) -> bool:
        return self.holder == (caller.token if self.link else caller.browser)

    def may_end(self, other: "Device", today: int) -> bool:
        """Those that joined later, and those that have been away for a week. Of a browser and the link that
        it got when it sat down, the browser is the earlier one."""
        if other is self or today - other.seen >= WEEK:
            return True
        return other.since > self.since or (other.since == self.since and other.link and not self.link)

    def copied(self) -> "Device":
        return replace(self)


@dataclass(eq=False)
class Seat:
    """Who sits there. A seat that a bot has may be `kept` for the browsers that held it."""

    kind: Literal["person", "open", "bot"]
    name: str = ""
    devices: list[Device] = field(default_factory=list)
    kept: list[Device] = field(default_factory=list)
    kept_name: str = ""
    played: set[int] = field(default_factory=set)  # rounds in which a person laid the card

    def held_by(self, caller: Caller) -> bool:
        return any(device.is_of(caller) for device in self.devices)

    def kept_for(self, browser: str | None) -> bool:
        return any(device.holder == browser for device in self.kept)

    def device_of(self, caller: Caller) -> Device:
        """The browser, if it holds the seat, else the link."""
        return min((each for each in self.devices if each.is_of(caller)), key=lambda each: each.link)

    def in_order(self) -> list[Device]:
        return sorted(self.devices, key=lambda device: (device.since, device.link))

    def hand_to_bot(self, bot: str) -> None:
        """Links end; whoever held the seat by cookie may return."""
        if self.kind == "person":
            self.kept = [device for device in self.devices if not device.link]
            self.kept_name = self.name
        self.devices = []
        self.kind, self.name = "bot", f"{bot} (bot)"

    def give_back(self) -> None:
        self.devices, self.kept = self.kept, []
        self.kind, self.name = "person", self.kept_name

    def open(self) -> None:
        """For anybody; nobody returns."""
        self.kind, self.name, self.devices, self.kept, self.kept_name = "open", "", [], [], ""
