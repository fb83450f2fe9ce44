/** What this browser remembers, as JSON in its local storage; without storage it remembers nothing. */
import { EMBEDDED } from "./place";

export function keep(name: string, value: unknown): void {
  if (EMBEDDED) return;
  try {
    if (value === undefined || value === null) localStorage.removeItem(`limes.${name}`);
    else localStorage.setItem(`limes.${name}`, JSON.stringify(value));
  } catch {
    // A private window or a full store: the game goes on without.
  }
}

export function kept<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`limes.${name}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}
