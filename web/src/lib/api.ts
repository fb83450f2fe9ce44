/** What is asked of the other end: typed answers, errors as a sentence for the person. */
import type { components } from "./api.gen";
import { type End, end } from "./end";
import { language, t } from "./i18n.svelte";
import { ALONE } from "./place";
import { sentence } from "./refusals";

export type Schemas = components["schemas"];

/** What the server refused, and why, in the person's language. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export function get<T>(path: string): Promise<T> {
  return ask<T>("GET", path);
}

export function post<T>(path: string, body?: unknown): Promise<T> {
  return ask<T>("POST", path, body);
}

export async function ask<T>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  of: End = end(),
): Promise<T> {
  const asked = { method, path, body, language: language() };
  const { status, text, json } = await of.ask(asked).catch(() => {
    throw new Refused("away", away(), 0);
  });
  if (status === 204) return undefined as T;
  if (status >= 200 && status < 300) return (json ? JSON.parse(text) : text) as T;
  throw refusal(text, status);
}

/** What an answer that is none says. */
export function refusal(text: string, status: number): Refused {
  try {
    const { error } = JSON.parse(text) as Schemas["Failure"];
    return new Refused(error.code, sentence(error.code, error.message), status);
  } catch {
    return new Refused("away", away(), status);
  }
}

export function away(): string {
  return ALONE
    ? t("The game could not be loaded. Load the page again.")
    : t("The server is not responding. Try again in a moment.");
}
