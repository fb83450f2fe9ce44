/** A link that can be scanned has a code; one that holds too much is copied or sent. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import ShareLink from "../src/ui/ShareLink.svelte";

afterEach(cleanup);

const link = (length: number) => "https://limes.example.org/study/board#study=".padEnd(length, "A");

test("a short link can be scanned", async () => {
  render(ShareLink, { link: link(400), label: "A link" });
  expect(await screen.findByRole("img", { name: "The link as a QR code" }, { timeout: 20_000 })).toBeTruthy();
});

test("a study with many words has a link without a code", async () => {
  await import("../src/ui/QrCode.svelte");
  render(ShareLink, { link: link(5000), label: "A link" });
  await new Promise((done) => setTimeout(done, 0));
  expect(screen.getByLabelText<HTMLInputElement>("A link").value).toBe(link(5000));
  expect(screen.queryByRole("img")).toBeNull();
});
