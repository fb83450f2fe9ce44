/** What a page and the worker that runs Python say to each other. */
import type { Answered, Asked } from "$lib/end";

/** Where Python's files are, and how large. */
export interface Files {
  readonly folder: string;
  readonly sizes: Readonly<Record<string, number>>;
  /** What Pyodide wants to know of packages: that there are none for this version. */
  readonly lock: string;
  /** The storage of this folder of files; another one on the same host has its own. */
  readonly storage: string;
}

export type ToWorker =
  | { readonly say: "files"; readonly files: Files }
  | { readonly say: "ask"; readonly number: number; readonly asked: Asked }
  | {
      readonly say: "connect";
      readonly socket: number;
      readonly table: string;
      readonly after: number | null;
      readonly language: string;
    }
  | { readonly say: "hear"; readonly socket: number; readonly text: string }
  | { readonly say: "leave"; readonly socket: number };

export type FromWorker =
  | { readonly say: "progress"; readonly part: number }
  | { readonly say: "ready" }
  | { readonly say: "failed"; readonly why: string }
  /** Nothing more can be stored. */
  | { readonly say: "forgetful" }
  | { readonly say: "answer"; readonly number: number; readonly answered: Answered | null }
  | { readonly say: "message"; readonly socket: number; readonly text: string | null; readonly code: number };
