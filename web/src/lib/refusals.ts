/** What the server refuses, as a person at a page reads it. */
import { language, msg, t } from "./i18n.svelte";

/** Where the server's own words are meant for programs, or number the seats; all others are good as they are. */
export const OWN_WORDS: Readonly<Record<string, string>> = {
  no_seat: msg("There is no such seat at this table."),
  not_your_seat: msg("This seat is not yours, or no longer yours."),
  seat_taken: msg("Somebody else has taken this seat."),
  not_abandoned: msg(
    "This player is here, or has not been away for long. A bot can take over once a round has run out of time without them or, if there is no time limit, after a few days.",
  ),
  no_day: msg("There is no deal of the day for this date."),
  day_over: msg("The day of this deal is over, so nothing more counts for its board."),
  malformed: msg("The server did not understand this page. Load it again."),
  too_large: msg("That is more than the server can take at once."),
  wrong_method: msg("The server did not understand this page. Load it again."),
  headers_too_large: msg("The server did not understand this page. Load it again."),
  address_too_long: msg("The server did not understand this page. Load it again."),
  not_http: msg("The server did not understand this page. Load it again."),
  too_slow: msg("Your connection is too slow at the moment. Try again."),
  foreign_origin: msg("The server accepts only its own pages. Open this one at the server's address."),
  log_unreachable: msg("The server cannot save anything at the moment. Nothing was changed."),
  unexpected: msg("Something went wrong on the server. Try again in a moment."),
};

const PLACE = /^[a-g][1-7]/;

/** The server's message, in words of our own where there are some, with a capital and a full stop. */
export function sentence(code: string, message: string): string {
  const own = OWN_WORDS[code];
  if (own) return t(own);
  const capital = message.charAt(0).toLocaleUpperCase(language());
  const said = PLACE.test(message) ? message : capital + message.slice(1);
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}
