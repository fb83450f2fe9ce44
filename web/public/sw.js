/* Keeps the client itself at hand, so that it opens without a network. Nothing of a game is kept here.

A site where Python plays alone is registered with `?alone` and keeps Python, too; on a server a page asks for it. */
const HERE = new URL("./", self.location);
const NAME = `limes ${HERE.pathname} __VERSION__`;
const PYTHON_CACHES = `limes ${HERE.pathname} python `;
const PYTHON = `${PYTHON_CACHES}__PYTHON_VERSION__`;
const FILES = __FILES__.map(address);
const PYTHON_FILES = __PYTHON_FILES__.map(address);
const ALONE = self.location.search === "?alone";
/* Files that are asked for at once: the page that somebody looks at wants to load, too. */
const AT_ONCE = 4;

function address(file) {
  return new URL(file, HERE).pathname;
}

/* Only these names say what is in a file; of any other the browser's own cache may have an older one. */
function fresh(file) {
  const named = ["assets/", "python/"].some((folder) => file.startsWith(address(folder)));
  return named ? file : new Request(file, { cache: "reload" });
}

/* A page with parts, as this build has them. */
function isOurs(page) {
  const parts = [...page.matchAll(/"[^"]*?(assets\/[^"]+)"/g)];
  return parts.length > 0 && parts.every(([, part]) => FILES.includes(address(part)));
}

/* A network that wants a login, or a host that is being updated, answers with a page of its own, or of another build;
kept as a part of the app, it would break it for good. */
async function asked(file) {
  const answer = await fetch(fresh(file));
  const isPage = (answer.headers.get("content-type") ?? "").startsWith("text/html");
  const good = isPage ? file === address("./") && isOurs(await answer.clone().text()) : file !== address("./");
  if (!answer.ok || answer.redirected || !good) throw new TypeError(`${file} is not what was asked for`);
  return answer;
}

/* All of the files, or none. */
async function kept(name, files) {
  const cache = await caches.open(name);
  const there = await Promise.all(files.map((file) => cache.match(file)));
  const missing = files.filter((_, index) => !there[index]);
  try {
    const left = missing.values();
    const keepSome = async () => {
      for (const file of left) await cache.put(file, await asked(file));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, keepSome));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/* Whoever has a server's app with an older Python wants the one of this build, too. */
async function keptAgain() {
  const names = await caches.keys();
  if (names.some((name) => name.startsWith(PYTHON_CACHES))) await kept(PYTHON, PYTHON_FILES);
}

self.addEventListener("install", (event) => {
  const all = [kept(NAME, FILES), ALONE ? kept(PYTHON, PYTHON_FILES) : keptAgain().catch(() => undefined)];
  event.waitUntil(Promise.all(all).then(() => self.skipWaiting()));
});

self.addEventListener("message", (event) => {
  if (event.data === "keep python") event.waitUntil(kept(PYTHON, PYTHON_FILES).catch(() => undefined));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(`limes ${HERE.pathname} `) && name !== NAME && name !== PYTHON;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  /* A frame is left to the browser, which says what it is; asked for from here, it would pass for a page. */
  if (event.request.mode === "navigate" && event.request.destination === "document") {
    event.respondWith(fetch(event.request).catch(() => caches.match(address("./"))));
  } else if (FILES.includes(url.pathname) || PYTHON_FILES.includes(url.pathname)) {
    event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
  }
});
