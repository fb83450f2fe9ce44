declare module "virtual:catalogue/*" {
  export const messages: Record<string, string | readonly string[]>;
  export function form(n: number): number;
}
declare module "virtual:palettes.css";
declare module "virtual:seats" {
  export const SEATS: readonly { readonly name: string; readonly mark: string }[];
}
declare module "virtual:python" {
  /** Where Python's files are, beside `assets`; its name changes with them. */
  export const FOLDER: string;
  /** Pyodide's list of packages, without any. */
  export const LOCK: string;
  /** Bytes by the name of a file. */
  export const SIZES: Readonly<Record<string, number>>;
}
