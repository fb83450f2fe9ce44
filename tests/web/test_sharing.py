"""Pictures that leave the page look elsewhere as they do here."""

from pathlib import Path

from playwright.sync_api import Page
from serving import Serving
from web.conftest import Visit
from web.pages import open_page

# The widths of the caption in the picture's own type and without it.
WIDTHS = """async () => {
  await Promise.all([...document.fonts].map((face) => face.load()));
  const caption = [...document.querySelectorAll('svg text')].at(-1);
  const own = caption.getBBox().width;
  caption.style.fontFamily = 'monospace';
  return [document.fonts.size, own, caption.getBBox().width];
}"""
CAPTION = """async () => {
  await document.fonts.load("700 40px 'Alegreya Sans'", 'Limes');
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = "700 40px 'Alegreya Sans'";
  return pen.measureText(%r).width;
}"""


def test_a_picture_brings_its_type_along(visit: Visit, server: Serving) -> None:
    page = open_page(visit(), server, "end")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share", exact=True).click()
    svg, png = saved(page, "Save as SVG"), saved(page, "Save as PNG")
    assert png.startswith(b"\x89PNG")
    elsewhere = page.context.new_page()
    elsewhere.set_content(svg.decode())
    caption = elsewhere.locator("svg text").last.text_content()
    faces, own, other = elsewhere.evaluate(WIDTHS)
    assert faces == 1
    assert abs(own - other) > 20
    assert abs(own - page.evaluate(CAPTION % caption)) < 0.05 * own


def saved(page: Page, button: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return Path(download.value.path()).read_bytes()
