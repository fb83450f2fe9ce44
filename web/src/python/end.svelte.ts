/** The page's side of the worker that runs Python: asks it, and meanwhile shows what is known. */
import { FOLDER, LOCK, SIZES } from "virtual:python";
import type { Answered, Asked, End, Socket } from "$lib/end";
import { ALONE } from "$lib/place";
import type { Files, FromWorker, ToWorker } from "./messages";
import { Store, opened } from "./store";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
/** A line on pages that are whole without it. */
const BESIDE = "/puzzles/today";

interface Loading {
  /** How much of Python is here, up to 1. */
  part: number;
  ready: boolean;
  /** Why it cannot run. */
  failed: string;
  /** Nothing more can be stored: games last as long as this page. */
  forgetful: boolean;
  /** How many wait for it. */
  waiting: number;
}

export const loading: Loading = $state({ part: 0, ready: false, failed: "", forgetful: false, waiting: 0 });

export function pythonEnd(): End {
  return new PythonEnd();
}

class PythonEnd implements End {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "limes" });
  readonly #store: Promise<Store | null>;
  readonly #asked = new Map<number, (answered: Answered | null) => void>();
  readonly #sockets = new Map<number, PythonSocket>();
  #number = 0;

  constructor() {
    const here: string = import.meta.url; // by another name, or the build would look for the files itself
    const files: Files = {
      folder: new URL(`../${FOLDER}`, here).href,
      sizes: SIZES,
      lock: LOCK,
      storage: `limes ${ALONE ? location.pathname.replace(/[^/]*$/, "") : "/"}`,
    };
    this.#store = opened(files.storage).then(
      (database) => new Store(database, files.folder),
      () => null,
    );
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    this.#worker.onerror = ({ message }) => this.#hear({ say: "failed", why: message });
    this.tell({ say: "files", files });
  }

  async ask(asked: Asked): Promise<Answered> {
    await null; // whoever asks in an effect does not depend on how far Python is
    if (asked.method === "POST" && asked.path === "/tables") askToPersist();
    const known = await this.#known(asked);
    if (known) return known;
    const awaited = asked.path !== BESIDE;
    if (awaited) loading.waiting++;
    try {
      const answered = await new Promise<Answered | null>((resolve) => {
        const number = ++this.#number;
        this.#asked.set(number, resolve);
        this.tell({ say: "ask", number, asked: $state.snapshot(asked) as Asked });
        if (loading.failed) resolve(null);
      });
      if (!answered) throw new Error("Python does not run");
      return answered;
    } finally {
      if (awaited) loading.waiting--;
    }
  }

  socket(path: string): Socket {
    const socket = new PythonSocket(++this.#number, this);
    this.#sockets.set(socket.number, socket);
    const found = /^\/tables\/(\w+)\/socket\?(.*)$/.exec(path);
    const query = new URLSearchParams(found?.[2]);
    const after = query.get("after");
    const table = found?.[1] ?? "";
    if (!loading.ready && after === null) void this.#show(socket, table);
    this.tell({
      say: "connect",
      socket: socket.number,
      table,
      after: after === null ? null : Number(after),
      language: query.get("lang") ?? "en",
    });
    return socket;
  }

  tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  forget(number: number): void {
    this.#sockets.delete(number);
    this.tell({ say: "leave", socket: number });
  }

  /** What can be answered without Python, which would replay every game for the list. */
  async #known({ method, path }: Asked): Promise<Answered | null> {
    if (method !== "GET") return null;
    if (path === "/bots") return { status: 200, text: '{"bots":[]}', json: true };
    if (path !== "/tables" || loading.forgetful) return null; // Python alone knows what could not be stored
    const rows = await (await this.#store)?.rows().catch(() => null);
    return rows ? { status: 200, text: `{"tables":[${rows.join()}]}`, json: true } : null;
  }

  /** The table as it was last, unless Python was quicker. */
  async #show(socket: PythonSocket, table: string): Promise<void> {
    const kept = await (await this.#store)?.kept(table).catch(() => null);
    if (kept) socket.show(`{"type":"table",${kept.view.slice(1)}`);
  }

  #hear(message: FromWorker): void {
    switch (message.say) {
      case "progress":
        loading.part = message.part;
        return;
      case "ready":
        loading.ready = true;
        return;
      case "forgetful":
        loading.forgetful = true;
        return;
      case "failed":
        loading.failed = message.why;
        console.error(message.why);
        for (const answer of this.#asked.values()) answer(null);
        return;
      case "answer":
        this.#asked.get(message.number)?.(message.answered);
        this.#asked.delete(message.number);
        return;
      case "message":
        this.#sockets.get(message.socket)?.hear(message.text, message.code);
    }
  }
}

let persisting = false;

/** A browser that is short of room deletes what a page did not ask it to keep; without https nobody can ask. */
function askToPersist(): void {
  if (persisting) return;
  persisting = true;
  void (navigator.storage as StorageManager | undefined)?.persist?.().catch(() => undefined);
}

class PythonSocket implements Socket {
  readonly near = true;
  readyState = CONNECTING;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;

  constructor(
    readonly number: number,
    readonly end: PythonEnd,
  ) {}

  /** A table that is shown until Python tells of it; what is sent meanwhile waits for it. */
  show(text: string): void {
    if (this.readyState === CONNECTING) this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  hear(text: string | null, code: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = text === null ? CLOSED : OPEN;
    if (text === null) this.onclose?.(new CloseEvent("close", { code }));
    else this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  send(text: string): void {
    this.end.tell({ say: "hear", socket: this.number, text });
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.end.forget(this.number);
  }
}
