"""A seat on several devices, and the owner's door: links, devices that hold a seat, somebody turned out."""

from typing import Annotated

from fastapi import Path
from fastapi import Response as Plain
from starlette.responses import Response

from limes.server.game import views
from limes.server.limits import Rate
from limes.server.protocol import requests
from limes.server.protocol import tables as messages
from limes.server.tables import ListedDevice
from limes.server.web.answers import answer
from limes.server.web.routing import api_router
from limes.server.web.table_routes import ByCaller, InServices, SeatNumber, TableName, limited

ROUTER = api_router("/api/tables/{table}")
DeviceId = Annotated[str, Path(alias="device", pattern="^[0-9a-f]{16}$")]


@ROUTER.post(
    "/seats/{seat}/link", status_code=201, response_model=messages.Token, dependencies=[limited(Rate.JOIN)]
)
async def new_link(
    table: TableName,
    seat: SeatNumber,
    services: InServices,
    caller: ByCaller,
    link: requests.LinkSeat | None = None,
) -> Response:
    """A new private token for the caller's seat; the previous one no longer works."""
    gives = link is not None and link.gives
    token = await services.devices.new_token(caller, table, seat, gives)
    return answer(views.dumps({"token": token}), 201)


@ROUTER.post("/claim", response_model=messages.SeatNumber, dependencies=[limited(Rate.JOIN)])
async def claim_seat(
    table: TableName, claim: requests.ClaimSeat, services: InServices, caller: ByCaller
) -> Response:
    """Play in the seat of a private token on this device, too; alone, if the token gives the seat away."""
    return answer(views.dumps({"seat": await services.devices.claim(caller, table, claim.token)}))


@ROUTER.get("/seats/{seat}/devices", response_model=messages.Devices)
async def see_devices(table: TableName, seat: SeatNumber, services: InServices, caller: ByCaller) -> Response:
    """The browsers that hold the caller's seat, and its link."""
    devices = await services.devices.of_seat(caller, table, seat)
    return answer(views.dumps({"devices": [_shown(each) for each in devices]}))


@ROUTER.post(
    "/seats/{seat}/devices/end", status_code=204, response_class=Plain, dependencies=[limited(Rate.JOIN)]
)
async def end_other_devices(
    table: TableName, seat: SeatNumber, services: InServices, caller: ByCaller
) -> Response:
    """End all devices that joined the seat after this one, and its link."""
    await services.devices.end(caller, table, seat, None)
    return Response(status_code=204)


@ROUTER.post(
    "/seats/{seat}/devices/{device}/end",
    status_code=204,
    response_class=Plain,
    dependencies=[limited(Rate.JOIN)],
)
async def end_device(
    table: TableName, seat: SeatNumber, device: DeviceId, services: InServices, caller: ByCaller
) -> Response:
    """End one device of the seat. Sending it again is harmless."""
    await services.devices.end(caller, table, seat, device)
    return Response(status_code=204)


@ROUTER.post("/seats/{seat}/out", status_code=204, response_class=Plain, dependencies=[limited(Rate.JOIN)])
async def turn_out(table: TableName, seat: SeatNumber, services: InServices, caller: ByCaller) -> Response:
    """Remove somebody from a seat before the first card (owner only); the invitation changes."""
    await services.seats.turn_out(caller, table, seat)
    return Response(status_code=204)


def _shown(listed: ListedDevice) -> dict[str, object]:
    device, this, may_end = listed
    return {
        "device": device.id,
        "kind": "browser" if device.guest else "link",
        "since": device.since or None,
        "seen": device.seen or None,
        "this": this,
        "may_end": may_end,
    }
