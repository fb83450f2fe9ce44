/** Whom pages talk to: a server over HTTP and WebSocket, or Python in this browser. Both say the same. */
import { ALONE, EMBEDDED } from "./place";

export interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly language: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Whether the text is JSON. */
  readonly json: boolean;
}

/** As much of a WebSocket as a table needs. */
export interface Socket {
  readonly readyState: number;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
  /** Nothing is lost on the way to the other end, which may take its time. */
  readonly near?: boolean;
}

export interface End {
  /** Fails if nobody answers. */
  ask(asked: Asked): Promise<Answered>;
  /** A table live; `path` is that of its socket, with its query. */
  socket(path: string): Socket;
}

const SERVER: End = {
  async ask({ method, path, body, language }) {
    const headers: Record<string, string> = { "Accept-Language": language };
    const request: RequestInit = { method, headers, credentials: EMBEDDED ? "omit" : "same-origin" };
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      request.body = JSON.stringify(body);
    }
    const response = await fetch(`/api${path}`, request);
    const json = response.headers.get("content-type")?.includes("json") ?? false;
    return { status: response.status, text: await response.text(), json };
  },
  socket(path) {
    return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api${path}`);
  },
};

let chosen = SERVER;

export function end(): End {
  return chosen;
}

/** Before the first page is shown. What runs Python is loaded only where it is needed. */
export async function chooseEnd(): Promise<void> {
  if (ALONE) chosen = (await import("../python/end.svelte")).pythonEnd();
}
