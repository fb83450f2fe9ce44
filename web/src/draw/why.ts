/** Why a worker earns what it earns, in a few words. */
import type { Profession } from "$game/terrain";
import { tn } from "$lib/i18n.svelte";

export function whyText(profession: Profession, points: number): string {
  switch (profession) {
    case "farmer":
      return tn("{n} zone of field", "{n} zones of field", points);
    case "fisherman":
      return tn("{n} hut on the shore", "{n} huts on the shore", points);
    case "woodcutter":
      return tn("{n} adjacent territory", "{n} adjacent territories", points);
    case "watchman":
      return tn("{n} forest zone in sight", "{n} forest zones in sight", points);
  }
}
