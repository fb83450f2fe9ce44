/** Numbers as people read them. */

/** A change with its sign, a true minus for losses. */
export function signed(change: number): string {
  return change < 0 ? `−${-change}` : `+${change}`;
}
