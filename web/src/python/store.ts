/** Tables and their events in this browser's database; an event that is there is durable. */

export interface StoredTable {
  readonly id: string;
}
export interface StoredEvent {
  readonly number: number;
}
export interface Stored {
  readonly table: StoredTable;
  readonly events: readonly StoredEvent[];
}

/** A first answer to a puzzle. */
export interface StoredAnswer {
  readonly puzzle: string;
}

/** What Python asks for; `limes.browser.storing` says what each means. */
export type Wish =
  | { readonly wish: "read"; readonly table: string; readonly after: number }
  | { readonly wish: "readall" }
  | { readonly wish: "create"; readonly table: StoredTable; readonly events: readonly StoredEvent[] }
  | { readonly wish: "append"; readonly table: string; readonly event: StoredEvent }
  | {
      readonly wish: "keep";
      readonly table: string;
      readonly last: number;
      readonly row: string;
      readonly view: string;
    }
  | { readonly wish: "readanswers" }
  | { readonly wish: "keepanswer"; readonly answer: StoredAnswer };

/** What pages show of a table without asking Python. */
export interface Kept {
  readonly table: string;
  readonly row: string;
  readonly view: string;
  /** The build that wrote it: another one may write it otherwise. */
  readonly build: string;
}

const VERSION = 2;
const STORES = ["tables", "events", "kept", "answers"];
const WRITTEN = { durability: "strict" } as const;

/** Async, so that a browser that refuses by an exception at once is as one that answers with an error. */
export async function opened(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, VERSION);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore("tables", { keyPath: "id" });
      opening.result.createObjectStore("events", { keyPath: ["table", "number"] });
      opening.result.createObjectStore("kept", { keyPath: "table" });
    }
    opening.result.createObjectStore("answers", { keyPath: "puzzle" });
  };
  const database = await answered(opening);
  if (!STORES.every((each) => database.objectStoreNames.contains(each))) {
    database.close();
    throw new DOMException(name, "NotFoundError"); // it is somebody else's, or broken
  }
  database.onversionchange = () => database.close();
  return database;
}

export class Store {
  constructor(
    readonly database: IDBDatabase,
    readonly build: string,
  ) {}

  async read(table: string, after = 0): Promise<Stored | null> {
    const transaction = this.database.transaction(["tables", "events"]);
    const events = transaction.objectStore("events");
    const range = IDBKeyRange.bound([table, after + 1], [table, Infinity]);
    const [found, list] = await Promise.all([
      answered(transaction.objectStore("tables").get(table) as IDBRequest<StoredTable | undefined>),
      answered(events.getAll(range) as IDBRequest<StoredEvent[]>),
    ]);
    return found ? { table: found, events: list.map(bare) } : null;
  }

  async readAll(): Promise<Stored[]> {
    const transaction = this.database.transaction(["tables", "events"]);
    const [tables, events] = await Promise.all([
      answered(transaction.objectStore("tables").getAll() as IDBRequest<StoredTable[]>),
      answered(transaction.objectStore("events").getAll() as IDBRequest<(StoredEvent & { table: string })[]>),
    ]);
    const of = new Map<string, StoredEvent[]>(tables.map(({ id }) => [id, []]));
    for (const event of events) of.get(event.table)?.push(bare(event));
    return tables.map((table) => ({ table, events: of.get(table.id) ?? [] }));
  }

  /** False if there is one of that id. */
  create(table: StoredTable, events: readonly StoredEvent[]): Promise<boolean> {
    return added(this.database.transaction(["tables", "events"], "readwrite", WRITTEN), (transaction) => {
      transaction.objectStore("tables").add(table);
      for (const event of events) transaction.objectStore("events").add({ table: table.id, ...event });
    });
  }

  /** False if another tab stored an event of that number first. */
  append(table: string, event: StoredEvent): Promise<boolean> {
    return added(this.database.transaction(["events", "kept"], "readwrite", WRITTEN), (transaction) => {
      transaction.objectStore("events").add({ table, ...event });
      transaction.objectStore("kept").delete(table);
    });
  }

  /** Nothing is kept where another tab has stored an event after the `last` one. */
  keep(table: string, last: number, row: string, view: string): Promise<boolean> {
    return added(this.database.transaction(["events", "kept"], "readwrite"), (transaction) => {
      const later = transaction.objectStore("events").count([table, last + 1]);
      later.onsuccess = () => {
        if (later.result === 0)
          transaction.objectStore("kept").put({ table, row, view, build: this.build } satisfies Kept);
      };
    });
  }

  answers(): Promise<StoredAnswer[]> {
    return answered(
      this.database.transaction("answers").objectStore("answers").getAll() as IDBRequest<StoredAnswer[]>,
    );
  }

  /** False if the puzzle has been answered. */
  keepAnswer(answer: StoredAnswer): Promise<boolean> {
    return added(this.database.transaction("answers", "readwrite", WRITTEN), (transaction) => {
      transaction.objectStore("answers").add(answer);
    });
  }

  /** What is kept of a table by this very build. */
  async kept(table: string): Promise<Kept | null> {
    const found = await answered(
      this.database.transaction("kept").objectStore("kept").get(table) as IDBRequest<Kept | undefined>,
    );
    return found?.build === this.build ? found : null;
  }

  /** The rows of all tables, the newest first; null if one of them is not kept. */
  async rows(): Promise<string[] | null> {
    const transaction = this.database.transaction(["tables", "kept"]);
    const [tables, kept] = await Promise.all([
      answered(transaction.objectStore("tables").getAllKeys()),
      answered(transaction.objectStore("kept").getAll() as IDBRequest<Kept[]>),
    ]);
    const fresh = kept.filter(({ build }) => build === this.build);
    if (fresh.length !== tables.length) return null;
    const created = (row: string) => (JSON.parse(row) as { created: number }).created;
    return fresh.map(({ row }) => row).sort((one, other) => created(other) - created(one));
  }
}

function bare<T extends object>(event: T): Omit<T, "table"> {
  const { table: _, ...rest } = event as T & { table?: string };
  return rest as Omit<T, "table">;
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database does not answer"));
  });
}

/** True once it is durable; false if what was to be added is there already. Any other failure is thrown. */
function added(transaction: IDBTransaction, write: (transaction: IDBTransaction) => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () =>
      transaction.error?.name === "ConstraintError"
        ? resolve(false)
        : reject(transaction.error ?? new Error("the database stored nothing"));
    write(transaction);
  });
}
