/** An answer that comes line by line, each a JSON value, until it is complete or nobody wants it any more. */
import { Refused, away, refusal } from "./api";
import { language } from "./i18n.svelte";

export async function* stream<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  const response = await fetch(`/api${path}`, {
    method: "POST",
    headers: { "Accept-Language": language(), "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new Refused("away", away(), 0);
  });
  if (!response.ok || !response.body) throw refusal(await response.text(), response.status);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) yield JSON.parse(line) as T;
    }
  } catch (error) {
    throw signal.aborted || error instanceof SyntaxError ? error : new Refused("away", away(), 0);
  } finally {
    void reader.cancel().catch(() => undefined); // who stops listening tells the server, too
  }
}
