/** What this browser remembers, as JSON in its local storage; without storage it remembers nothing.

Whatever is not as this release keeps it counts as forgotten: an older release may have kept it, or a fault. */
import { EMBEDDED } from "./place";
import { type Is, isObject } from "./shapes";

export function keep(name: string, value: unknown): void {
  if (EMBEDDED) return;
  try {
    if (value === undefined || value === null) localStorage.removeItem(`limes.${name}`);
    else localStorage.setItem(`limes.${name}`, JSON.stringify(value));
  } catch {
    // A private window or a full store: the game goes on without.
  }
}

export function kept<T, Otherwise>(name: string, is: Is<T>, otherwise: Otherwise): T | Otherwise {
  const value = read(name);
  return is(value) ? value : otherwise;
}

/** The entries of a list that are as they should be. */
export function keptList<T>(name: string, is: Is<T>): T[] {
  const value = read(name);
  return Array.isArray(value) ? value.filter(is) : [];
}

/** The entries of an object, by any names, that are as they should be. */
export function keptRecord<T>(name: string, is: Is<T>): Record<string, T> {
  const value = read(name);
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => is(entry[1])));
}

/** An object, with the usual value for each field that is not as it should be. */
export function keptFields<T extends object>(
  name: string,
  usual: T,
  fields: { readonly [Name in keyof T]: Is<T[Name]> },
): T {
  const value = read(name);
  if (!isObject(value)) return { ...usual };
  const good = Object.entries<Is<unknown>>(fields).filter(([field, is]) => is(value[field]));
  return { ...usual, ...Object.fromEntries(good.map(([field]) => [field, value[field]])) };
}

/** Tells when another tab keeps something else by this name; gives how to stop. */
export function whenKeptElsewhere(name: string, changed: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === `limes.${name}`) changed();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`limes.${name}`) ?? "null");
  } catch {
    return null;
  }
}
