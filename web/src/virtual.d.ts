declare module "virtual:catalogues" {
  interface Catalogue {
    readonly messages: Record<string, string | readonly string[]>;
    readonly form: (n: number) => number;
  }
  /** By language (English needs none) and by part: the `shell` of all pages, and each page. */
  export const CATALOGUES: Readonly<Record<string, Readonly<Record<string, () => Promise<Catalogue>>>>>;
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
