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
/** The parts of gifenc that are used; it has no types of its own. */
declare module "gifenc" {
  type Palette = readonly (readonly number[])[];
  interface Frame {
    /** If another than before. */
    readonly palette?: Palette;
    /** In milliseconds. */
    readonly delay: number;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    readonly dispose: number;
  }
  interface Encoder {
    writeFrame(pixels: Uint8Array<ArrayBuffer>, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(pixels: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(pixels: Uint8ClampedArray, palette: Palette): Uint8Array<ArrayBuffer>;
}
