/** The worker in which Python plays: one thing after the other, each event durable before it is told. */
import { type Bridge, booted } from "./booting";
import { Granting } from "./granting";
import type { FromWorker, ToWorker } from "./messages";
import type { Wish } from "./store";

interface Told {
  readonly wish?: Wish;
  readonly done?: unknown;
  readonly watched?: readonly string[];
  readonly messages: readonly { socket: number; text: string | null; code: number }[];
}

const tell = (message: FromWorker) => postMessage(message);

const BROKEN = 1011;

let bridge: Promise<Bridge>;
let granting: Promise<Granting>;
let channel: BroadcastChannel | undefined;
let last: Promise<unknown> = Promise.resolve();
const clocks = new Map<string, ReturnType<typeof setTimeout>>();
const attended = new Set<string>();

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.say) {
    case "files": {
      const { files } = data;
      granting = Granting.open(
        files.storage,
        files.folder,
        () => tell({ say: "forgetful" }),
        (table) => channel?.postMessage(table),
      );
      bridge = booted(files, (part) => tell({ say: "progress", part }));
      bridge.then(
        () => tell({ say: "ready" }),
        (error: unknown) =>
          tell({
            say: "failed",
            why: error instanceof Error ? (error.stack ?? error.message) : String(error),
          }),
      );
      channel = new BroadcastChannel(files.storage);
      channel.onmessage = ({ data: table }: MessageEvent<string>) => attend(table);
      return;
    }
    case "ask": {
      const { method, path, body = null, language } = data.asked;
      const answered = (done: unknown) =>
        tell({ say: "answer", number: data.number, answered: done as never });
      ordered({ do: "ask", method, path, body, accepted: language }).then(answered, () => answered(null));
      return;
    }
    case "connect":
      spoken(data.socket, {
        do: "connect",
        socket: data.socket,
        table_id: data.table,
        after: data.after,
        accepted: data.language,
      });
      return;
    case "hear":
      spoken(data.socket, { do: "hear", socket: data.socket, text: data.text });
      return;
    case "leave":
      carryOut({ do: "leave", socket: data.socket });
  }
});

/** What a socket waits for. Where the storage fails, the page is told that the connection is lost, and tries again. */
function spoken(socket: number, order: Readonly<Record<string, unknown>>): void {
  ordered(order).catch(() =>
    bridge.then(
      () => tell({ say: "message", socket, text: null, code: BROKEN }),
      () => undefined,
    ),
  );
}

/** What needs no answer; why Python does not run was told when it did not start. */
function carryOut(order: Readonly<Record<string, unknown>>): void {
  ordered(order).catch(() => undefined);
}

/** One order after the other, since Python holds one at a time. */
function ordered(order: Readonly<Record<string, unknown>>): Promise<unknown> {
  const mine = last.then(() => carriedOut(order));
  last = mine.catch(() => undefined);
  return mine;
}

async function carriedOut(order: Readonly<Record<string, unknown>>): Promise<unknown> {
  const [python, storage] = await Promise.all([bridge, granting]);
  let told = JSON.parse(python.begin(JSON.stringify(order))) as Told;
  for (;;) {
    for (const message of told.messages) tell({ say: "message", ...message });
    if (!told.wish) break;
    const granted = await storage.grant(told.wish);
    told = JSON.parse(python.go_on(JSON.stringify(granted))) as Told;
  }
  if (order["do"] === "connect" || order["do"] === "hear") told.watched?.forEach(attend);
  if (order["do"] === "attend") waitFor(String(order["table"]), told.done as number | null);
  return told.done;
}

/** Bots lay after what came before, and after what other tabs have stored. */
function attend(table: string): void {
  if (attended.has(table)) return;
  attended.add(table);
  void last.then(() => {
    attended.delete(table);
    carryOut({ do: "attend", table });
  });
}

/** Somebody's time is over then. */
function waitFor(table: string, seconds: number | null): void {
  clearTimeout(clocks.get(table));
  if (seconds !== null)
    clocks.set(
      table,
      setTimeout(() => attend(table), Math.min(seconds * 1000 + 20, 2 ** 31 - 1)),
    );
}
