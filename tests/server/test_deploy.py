"""What `deploy/` runs beside the server."""

import os
import re
import subprocess
import sys
from pathlib import Path

from limes.server.store import open_engine, upgrade

DEPLOY = Path(__file__).parents[2] / "deploy"
BACKUP = DEPLOY / "backup.sh"


def back_up(database: str, folder: Path) -> int:
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LIMES_DATABASE": database,
        "BACKUPS": str(folder),
        "KEPT": "2",
    }
    return subprocess.run(["sh", BACKUP, "once"], env=environment, check=False).returncode


def test_the_backup_job_keeps_the_newest_copies(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    engine = open_engine(database)
    upgrade(engine)
    engine.dispose()
    other = tmp_path / "my"
    other.touch()
    folder = tmp_path / "my tables' backups"
    folder.mkdir()
    for day in (1, 2):
        (folder / f"limes-2026010{day}T030000Z.dump").touch()
    assert back_up(database, folder) == 0
    older, newest = sorted(folder.iterdir())
    assert older.name == "limes-20260102T030000Z.dump"
    assert newest.stat().st_size
    assert other.exists(), "half of the folder's name"


def test_a_backup_that_fails_removes_no_copy(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    copies = {folder / f"limes-2026010{day}T030000Z.dump" for day in (1, 2, 3)}
    for copy in copies:
        copy.touch()
    assert back_up(f"sqlite:///{tmp_path}/nothing.sqlite", folder) != 0
    assert set(folder.iterdir()) == copies


def test_no_client_fills_the_disk_with_lines_of_the_log() -> None:
    """Docker keeps every line for ever unless it is told otherwise."""
    services = (DEPLOY / "compose.yaml").read_text(encoding="utf-8").partition("\nservices:\n")[2]
    services = re.split(r"^networks:", services, flags=re.MULTILINE)[0]
    _before, *found = re.split(r"^  (\w+):", services, flags=re.MULTILINE)
    bounded = {
        name
        for name, body in zip(found[::2], found[1::2], strict=True)
        if "    logging: *logging\n" in body or body.startswith(" *app\n")
    }
    assert bounded == {"database", "one", "two", "backup", "proxy"}
