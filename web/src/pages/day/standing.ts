/** Where one's own result of a day stands. */
import { type DayPage, betterLine } from "$game/days";
import { t } from "$lib/i18n.svelte";

/** A place only once there is somebody to stand beside. */
export function standing({ yours, board, over }: DayPage): string {
  const all = board?.players ?? 1;
  if (all > 1) {
    const place = t("Place {place} of {all}", { place: yours?.place ?? 1, all });
    const better = betterLine(yours?.better_than ?? null);
    return better ? `${place}, ${better}` : place;
  }
  return over
    ? t("Nobody else finished this deal.")
    : t("You are the first to finish this deal. Look again when others have played it.");
}
