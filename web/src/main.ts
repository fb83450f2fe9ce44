/** Starts the client: the person's language first, then the page that the address names. */
import { mount } from "svelte";
import "virtual:palettes.css";
import "./fonts.css";
import "./app.css";
import App from "./App.svelte";
import { speak, usersLanguage } from "$lib/i18n.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");

await speak(usersLanguage()).catch(() => undefined);
mount(App, { target });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
