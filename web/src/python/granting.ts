/** Grants what Python asks of the storage; where the browser stores nothing, this page remembers it. */
import {
  Store,
  type Stored,
  type StoredAnswer,
  type StoredEvent,
  type StoredTable,
  type Wish,
  opened,
} from "./store";

export class Granting {
  #store: Store | null = null;
  /** What could not be stored. */
  readonly #tables = new Map<string, StoredTable>();
  readonly #events = new Map<string, StoredEvent[]>();
  readonly #answers = new Map<string, StoredAnswer>();

  private constructor(
    readonly onforget: () => void,
    readonly onchange: (table: string) => void,
  ) {}

  static async open(
    name: string,
    build: string,
    onforget: () => void,
    onchange: (table: string) => void,
  ): Promise<Granting> {
    const granting = new Granting(onforget, onchange);
    try {
      granting.#store = new Store(await opened(name), build);
    } catch {
      onforget();
    }
    return granting;
  }

  async grant(wish: Wish): Promise<unknown> {
    switch (wish.wish) {
      case "read":
        return this.#read(wish.table, wish.after);
      case "readall":
        return this.#readAll();
      case "create":
        return this.#written(
          (store) => store.create(wish.table, wish.events),
          () => {
            this.#tables.set(wish.table.id, wish.table);
            this.#events.set(wish.table.id, [...wish.events]);
          },
        );
      case "append": {
        const remember = () =>
          this.#events.set(wish.table, [...(this.#events.get(wish.table) ?? []), wish.event]);
        if (this.#events.has(wish.table)) {
          remember();
          return true;
        }
        return this.#written(async (store) => {
          const stored = await store.append(wish.table, wish.event);
          if (stored) this.onchange(wish.table);
          return stored;
        }, remember);
      }
      case "keep":
        if (!this.#events.has(wish.table))
          await this.#store?.keep(wish.table, wish.last, wish.row, wish.view).catch(() => undefined);
        return null;
      case "readanswers":
        return [...((await this.#store?.answers()) ?? []), ...this.#answers.values()];
      case "keepanswer": {
        const { answer } = wish;
        if (this.#answers.has(answer.puzzle)) return false;
        return this.#written(
          (store) => store.keepAnswer(answer),
          () => this.#answers.set(answer.puzzle, answer),
        );
      }
    }
  }

  async #read(id: string, after: number): Promise<Stored | null> {
    const stored = await this.#store?.read(id, after);
    const table = stored?.table ?? this.#tables.get(id);
    const remembered = (this.#events.get(id) ?? []).filter(({ number }) => number > after);
    return table ? { table, events: [...(stored?.events ?? []), ...remembered] } : null;
  }

  async #readAll(): Promise<Stored[]> {
    const stored = (await this.#store?.readAll()) ?? [];
    const only = [...this.#tables.values()].map((table) => ({ table, events: [] }));
    return [...stored, ...only].map(({ table, events }) => ({
      table,
      events: [...events, ...(this.#events.get(table.id) ?? [])],
    }));
  }

  /** Stored, or remembered where nothing can be stored; false if it is there already. */
  async #written(write: (store: Store) => Promise<boolean>, remember: () => void): Promise<boolean> {
    try {
      if (this.#store) return await write(this.#store);
    } catch {
      this.onforget();
    }
    remember();
    return true;
  }
}
