// What a test asks of a page as it is drawn; one expression, the value of which holds the questions.
({
  /** Every text that is shown or read aloud, the title first. */
  texts() {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.parentElement.closest("script, style, noscript")) texts.push(text.textContent);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
    }
    return texts.map((text) => text.trim()).filter(Boolean);
  },

  /** Texts that do not fit: hidden by a box around them, flowing over their button, or beyond the window. */
  cutOff() {
    const cut = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const element = text.parentElement;
      const words = text.textContent.trim();
      if (!words || element.closest("script, style, noscript, svg, option")) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (!box.width || !box.height) continue;
      const beyond = (around) => box.right > around.right + 1 || box.left < around.left - 1;
      let scrolls = false;
      let forReaders = false;
      for (let outer = element; outer !== document.documentElement; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        if (style.clipPath !== "none") forReaders = true;
        if (/auto|scroll/.test(style.overflowX)) scrolls = true;
        if (forReaders || scrolls) break;
        const around = outer.getBoundingClientRect();
        if (/hidden|clip/.test(style.overflowX) && beyond(around)) cut.add(`${words} (in ${outer.className})`);
      }
      if (forReaders) continue;
      if (!scrolls && beyond({ left: 0, right: innerWidth })) cut.add(`${words} (beyond the window)`);
      const button = element.closest("button, .button, a")?.getBoundingClientRect();
      if (button && (beyond(button) || box.bottom > button.bottom + 2)) cut.add(`${words} (over its button)`);
    }
    const width = document.documentElement.scrollWidth;
    if (width > innerWidth) cut.add(`the page is ${width} wide`);
    return [...cut];
  },

  /** Words that go on in the next line, but for those that have a hyphen there. */
  brokenWords() {
    const broken = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (text.parentElement.closest("script, style, noscript, svg, option")) continue;
      if (!text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
      for (const word of text.textContent.matchAll(/[\p{L}\p{M}]+/gu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width).map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word[0]);
      }
    }
    return broken;
  },

  /** Figures of a landscape that the knob in the middle of a card lies over. */
  covered() {
    const covered = [];
    for (const knob of document.querySelectorAll("[data-testid=turn-knob]")) {
      const round = [...knob.querySelectorAll("circle")].at(-1).getBoundingClientRect();
      const [x, y] = [round.left + round.width / 2, round.top + round.height / 2];
      for (const figure of knob.closest("svg").querySelectorAll("text")) {
        const box = figure.getBoundingClientRect();
        const across = Math.max(box.left - x, 0, x - box.right);
        const down = Math.max(box.top - y, 0, y - box.bottom);
        if (Math.hypot(across, down) < round.width / 2) covered.push(figure.textContent);
      }
    }
    return covered;
  },

  /** The emptiness below the page, where something unseen makes it higher than all that is shown. */
  emptiness() {
    const bottoms = [...document.body.children].map((each) => each.getBoundingClientRect().bottom + scrollY);
    const empty = document.documentElement.scrollHeight - Math.max(innerHeight, ...bottoms);
    return empty > 4 ? [`${Math.round(empty)} px`] : [];
  },

  /** What a finger can hardly hit, zones of a landscape with a card to be placed among them; a link inside a
      sentence is as high as its lines. */
  small(least) {
    const small = [];
    const zones = "svg:has([data-testid=turn-knob]) :is([role=gridcell], [data-testid=turn-knob])";
    for (const element of document.querySelectorAll(`button, a[href], select, input, summary, ${zones}`)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const inSentence = element.matches("a") && getComputedStyle(element).display === "inline";
      const forReaders = getComputedStyle(element).clipPath !== "none";
      if (inSentence || forReaders) continue;
      const hit = element.matches("[type=checkbox], [type=radio]") ? (element.closest("label") ?? element) : element;
      const { width, height } = hit.getBoundingClientRect();
      if (Math.min(width, height) < least - 0.5) {
        small.push(`${Math.round(width)} x ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return small;
  },
})
