/* Keeps the client itself at hand, so that it opens without a network. Nothing of a game is kept here.

A site where Python plays alone is registered with `?alone` and keeps Python, too; on a server a page asks for it. */
const HERE = new URL("./", self.location);
const NAME = `limes ${HERE.pathname} __VERSION__`;
const PYTHON_CACHES = `limes ${HERE.pathname} python `;
const PYTHON = `${PYTHON_CACHES}__PYTHON_VERSION__`;
const FILES = __FILES__.map(address);
const PYTHON_FILES = __PYTHON_FILES__.map(address);
const ALONE = self.location.search === "?alone";

function address(file) {
  return new URL(file, HERE).pathname;
}

/* Only these names say what is in a file; of any other the browser's own cache may have an older one. */
function fresh(file) {
  const named = ["assets/", "python/"].some((folder) => file.startsWith(address(folder)));
  return named ? file : new Request(file, { cache: "reload" });
}

async function kept(name, files) {
  const cache = await caches.open(name);
  const there = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, index) => !there[index]).map(fresh));
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
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match(address("./"))));
  } else if (FILES.includes(url.pathname) || PYTHON_FILES.includes(url.pathname)) {
    event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
  }
});
