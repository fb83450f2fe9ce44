/** What is told of the devices of a seat, as long as it is news. */
import { type Table, roundOf } from "$game/table";
import { t } from "$lib/i18n.svelte";

export function deviceNews(table: Table): string {
  if (table.deviceChange?.round !== roundOf(table)) return "";
  const { name, own, change } = table.deviceChange;
  if (change === "given") return t("{name}: the seat now belongs to somebody else.", { name });
  if (change === "ended") {
    return own
      ? t("A device was signed out of your seat.")
      : t("{name}: a device was signed out of the seat.", { name });
  }
  return own && table.running // the menu is there only during a game
    ? t(
        "Another device can now play in your seat. If it is not yours, sign it out: This table, This seat's devices.",
      )
    : t("{name}: another device can now play in the seat.", { name });
}
