"""A real PostgreSQL for a test run, in a folder of its own."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
from system_parts import found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Postgres:
    """A server that can be stopped, killed and started again; its data stay until `remove`."""

    def __init__(self) -> None:
        self._programs = found("PostgreSQL")
        self._folder = Path(tempfile.mkdtemp(prefix="limes-postgres-"))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:
            user = _unprivileged()
            shutil.chown(self._folder, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        as_everywhere = [
            "--encoding=UTF8",
            "--locale=C",
        ]  # not as the locale of whoever runs the tests has it
        own = ["--auth=trust", "--username=limes", "--no-sync", f"--pgdata={self._folder}/data"]
        self._call("initdb", *as_everywhere, *own)
        self.start()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://limes@127.0.0.1:{self.port}/postgres"

    def new_database(self, name: str, encoding: str = "UTF8") -> str:
        with psycopg.connect(self._dsn, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0".encode())
        return f"postgresql+psycopg://limes@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        arguments = ["-D", f"{self._folder}/data", "-p", str(self.port), "-h", "127.0.0.1", "-k", ""]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", *arguments], stdout=log, stderr=log, cwd="/", **self._as
            )
        end = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self._dsn).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def stop(self) -> None:
        """At once, as after a crash: the next start recovers."""
        if self._process:
            self._process.send_signal(3)
            self._process.wait()
            self._process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder)

    @property
    def _dsn(self) -> str:
        return f"postgresql://limes@127.0.0.1:{self.port}/postgres"

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments], check=True, cwd="/", stdout=subprocess.DEVNULL, **self._as
        )


def _unprivileged() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("PostgreSQL does not run as root, and there is no user postgres or nobody")
