/** Whether a value is what it should be, where another release of ours, or nobody knows who, has written it. */

export type Is<T> = (value: unknown) => value is T;

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Zero or more, as a place in a list. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

export function isMatching(pattern: RegExp): Is<string> {
  return (value): value is string => isText(value) && pattern.test(value);
}

export function isAnyOf<const T>(...all: readonly T[]): Is<T> {
  return (value): value is T => (all as readonly unknown[]).includes(value);
}

export function isNullOr<T>(is: Is<T>): Is<T | null> {
  return (value): value is T | null => value === null || is(value);
}

/** For what may be left out of an object. */
export function isLeftOutOr<T>(is: Is<T>): Is<T | undefined> {
  return (value): value is T | undefined => value === undefined || is(value);
}

export function isListOf<T>(is: Is<T>): Is<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(is);
}

/** An object with any names. */
export function isRecordOf<T>(is: Is<T>): Is<Record<string, T>> {
  return (value): value is Record<string, T> => isObject(value) && Object.values(value).every(is);
}

/** An object that has at least these fields. */
export function isMadeOf<T>(fields: { readonly [Name in keyof T]-?: Is<T[Name]> }): Is<T> {
  return (value): value is T =>
    isObject(value) && Object.entries<Is<unknown>>(fields).every(([name, is]) => is(value[name]));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
