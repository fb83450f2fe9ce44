/** Catalogues are read as gettext reads them; the client gets only what it says. */
import { expect, test } from "vitest";
import { readCatalogue, usedBy } from "../plugins/po";

const TEXT = `# A catalogue
msgid ""
msgstr ""
"Language: cs\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#: cli/words.py web/src/draw/words.ts
msgid "field"
msgstr "pole"

#: cli/words.py
msgid "only in the terminal"
msgstr "jen v terminálu"

#: web/src/a.svelte
#, python-brace-format
msgid ""
"a \\"long\\" text "
"for {name}"
msgstr ""
"dlouhý \\"text\\" "
"pro {name}"

#: web/src/a.svelte
msgid "{n} hut"
msgid_plural "{n} huts"
msgstr[0] "{n} chatrč"
msgstr[1] "{n} chatrče"
msgstr[2] "{n} chatrčí"
`;

test("the client gets its messages, joined and unescaped, with all plural forms", () => {
  const catalogue = readCatalogue(TEXT);
  expect(usedBy(catalogue, new Set(["draw/words.ts", "a.svelte"]))).toEqual({
    field: "pole",
    'a "long" text for {name}': 'dlouhý "text" pro {name}',
    "{n} hut": ["{n} chatrč", "{n} chatrče", "{n} chatrčí"],
  });
  expect(catalogue.plural).toBe("(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2");
});
