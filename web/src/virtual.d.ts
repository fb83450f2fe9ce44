declare module "virtual:catalogue/*" {
  export const messages: Record<string, string | readonly string[]>;
  export function form(n: number): number;
}
declare module "virtual:palettes.css";
declare module "virtual:seats" {
  export const SEATS: readonly { readonly name: string; readonly mark: string }[];
}
