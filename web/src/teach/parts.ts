/** What stands beside the sentences of a chapter or a lesson; all texts are those of the catalogues. */

/** A landscape to look into, row by row from the north. */
export interface Explored {
  readonly rows: readonly string[];
  readonly prompt: string;
  readonly points?: boolean;
}

/** A task to try. */
export interface Tried<Name extends string = string> {
  readonly name: Name;
  readonly prompt: string;
  readonly praise: string;
}
