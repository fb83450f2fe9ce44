/** The server over HTTP: typed answers, errors as a sentence for the person. */
import type { components } from "./api.gen";
import { language, t } from "./i18n.svelte";
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

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": language() };
  const request: RequestInit = { method, headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  const response = await fetch(`/api${path}`, request).catch(() => {
    throw new Refused("away", t("The server is not responding. Try again in a moment."), 0);
  });
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  if (response.ok) {
    return (response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as T;
  }
  throw refusal(text, response.status);
}

function refusal(text: string, status: number): Refused {
  try {
    const { error } = JSON.parse(text) as Schemas["Failure"];
    return new Refused(error.code, sentence(error.code, error.message), status);
  } catch {
    return new Refused("away", t("The server is not responding. Try again in a moment."), status);
  }
}
