"""How many unfinished tables, and bots at them, a guest may have."""

from limes.server import problems
from limes.server.settings import Settings
from limes.server.tables.live_tables import LiveTables


class Quota:
    def __init__(self, tables: LiveTables, settings: Settings) -> None:
        self._tables = tables
        self._settings = settings

    async def check(self, guest: str, tables: int = 0, bots: int = 0) -> None:
        most, most_bots = self._settings.tables_a_guest, self._settings.bots_a_guest
        owned, seated = await self._tables.read(self._tables.log.count_unfinished, guest)
        if tables and owned + tables > most:
            raise problems.too_many_tables(most)
        if bots and seated + bots > most_bots:
            raise problems.too_many_bots(most_bots)
