"""The client on a home screen: the icons that systems ask for are there, in the sizes that are named."""

import io

import httpx
from PIL import Image
from serving import Serving

HIGH = 255


def test_every_icon_of_the_manifest_is_there(server: Serving) -> None:
    icons = httpx.get(f"{server.url}/manifest.webmanifest").json()["icons"]
    for icon in icons:
        answer = httpx.get(f"{server.url}/{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = picture(answer.content).size
            assert icon["sizes"] == f"{width}x{height}"
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= {
        (icon["sizes"], icon["purpose"]) for icon in icons
    }


def test_icons_that_the_system_cuts_out_have_no_corners_of_their_own(server: Serving) -> None:
    for name in ("apple-touch-icon.png", "icon-maskable-512.png"):
        icon = picture(httpx.get(f"{server.url}/{name}").content)
        assert icon.getchannel("A").getextrema() == (HIGH, HIGH)
    assert 'rel="apple-touch-icon" href="/apple-touch-icon.png"' in httpx.get(server.url).text


def picture(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGBA")
