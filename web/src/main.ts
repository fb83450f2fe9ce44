/** Starts the client: the person's language and its letters first, then the page that the address names. */
import { mount } from "svelte";
import "virtual:palettes.css";
import "./fonts.css";
import "./app.css";
import App from "./App.svelte";
import { findAddress } from "$lib/address.svelte";
import { chooseEnd } from "$lib/end";
import { watchFaults } from "$lib/faults.svelte";
import { speak, usersLanguage } from "$lib/i18n.svelte";
import { letters } from "$lib/letters";
import { EMBEDDED, SERVICE_WORKER, keepPython } from "$lib/place";
import { watchRenewal } from "$lib/renewal";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");

watchFaults();
watchRenewal();
const language = usersLanguage();
await Promise.all([speak(language).catch(() => undefined), letters(language), chooseEnd()]);
if (!EMBEDDED) void findAddress().catch(() => undefined);
mount(App, { target });

if (import.meta.env.PROD && !EMBEDDED && "serviceWorker" in navigator) {
  const register = () =>
    void navigator.serviceWorker
      .register(SERVICE_WORKER)
      .then(keepPython)
      .catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
