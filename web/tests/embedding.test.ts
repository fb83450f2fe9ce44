/** The HTML that people copy holds the address and the title as they are, and nothing that they could break. */
import { expect, test } from "vitest";
import { embedCode, embedPicture, embedPuzzle } from "../src/game/embedding";
import { fromLink } from "../src/game/painted";
import { exhibitIn } from "../src/pages/embed/exhibit";

test("a page reads from the HTML what was put into it", () => {
  const link = "https://limes.example/embed#record=a-b_c&seat=1";
  const title = `Limes · <b onclick="x">"Ann" & 'Bob'</b>`;
  const page = document.createElement("template"); // where nothing is loaded
  page.innerHTML = embedCode(link, title, 600);
  expect(page.content.children).toHaveLength(1);
  const frame = page.content.querySelector("iframe")!;
  expect([frame.getAttribute("src"), frame.title, frame.height]).toEqual([link, title, "600"]);
});

test("addresses hold what is shown", () => {
  expect(embedPicture(fromLink("fwR1-tt"))).toBe("/embed#picture=fwR1.-tt..");
  expect(embedPuzzle("1f09c2")).toBe("/embed#puzzle=1f09c2");
});

test.each(["", "#", "#record=***", "#study=***", "#puzzle=../me", "#picture=<b>", "#other=1"])(
  "%s holds nothing",
  async (hash) => expect(await exhibitIn(hash)).toBeNull(),
);
