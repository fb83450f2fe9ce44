"""Write the OpenAPI description with the messages of sockets; the types of the client are made from it."""

import json
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from limes.server.protocol.requests import ClientMessage
from limes.server.protocol.tables import ServerMessage
from limes.server.web.app import ROUTERS
from limes.version import VERSION


def described() -> dict[str, Any]:
    app = FastAPI(title="Limes", version=VERSION)
    for router in ROUTERS:
        app.include_router(router)
    description = app.openapi()
    schemas = description["components"]["schemas"]
    for name, message in (("ClientMessage", ClientMessage), ("ServerMessage", ServerMessage)):
        schema = message.json_schema(mode="serialization", ref_template="#/components/schemas/{model}")
        schemas |= {part: found for part, found in schema.pop("$defs").items() if part not in schemas}
        schemas[name] = schema
    return description


def main() -> None:
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(described(), indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
