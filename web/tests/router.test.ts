/** Addresses lead to pages; secrets leave the address as soon as they are read. */
import { beforeEach, expect, test } from "vitest";
import { follow, go, route, takeSecret } from "../src/lib/router.svelte";

beforeEach(() => go("/"));

test.each([
  ["/", ""],
  ["/t/abcdefghij", "abcdefghij"],
])("%s is a page", (address, id) => {
  go(address);
  expect(route()).toMatchObject({ path: address, id });
  expect(route().load).not.toBeNull();
});

const NONE = ["/t/", "/t/UPPER", "/t/short", "/nowhere", "/t/abcdefghij/more"];
test.each([...NONE, "/day/2026-99-99", "/day/2026-02-30"])("%s is none", (address) => {
  go(address);
  expect(route().load).toBeNull();
});

test("the secret of a link is read once and not shown any more", () => {
  go("/t/abcdefghij#join=secret");
  expect(takeSecret("seat")).toBeNull();
  expect(takeSecret("join")).toBe("secret");
  expect(location.hash).toBe("");
  expect(takeSecret("join")).toBeNull();
});

test.each(["", "A".repeat(1_000_000), "a b", "<b>"])("no secret is as long or odd as that", (text) => {
  go(`/t/abcdefghij#join=${encodeURIComponent(text)}`);
  expect(takeSecret("join")).toBeNull();
});

test("links of our own are followed without loading, others are left alone", () => {
  const stop = follow();
  document.body.innerHTML =
    '<a id="own" href="/t/abcdefghij"><b>x</b></a><a id="other" href="https://example.org">y</a>';
  const other = document.getElementById("other")!;
  other.addEventListener("click", (event) => event.preventDefault());
  other.click();
  expect(route().path).toBe("/");
  document.querySelector("b")!.click();
  expect(route().id).toBe("abcdefghij");
  stop();
});
