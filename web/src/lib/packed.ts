/** A text inside a link: compressed, in letters that an address may hold. */

/** Bytes of a text; no record is half as long, but a short link could unpack to more than a browser can hold. */
const MOST = 100_000;
/** Longer than anything that somebody writes without a blank, even a comment of 2,000 signs that all take two letters:
 * a browser that has to break a word of 90,000 letters into lines shows nothing else for many seconds, and on every
 * change again. */
const LONGEST_WORD = 4100;

export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Null where the letters are not what `packed` writes. */
export async function unpacked(letters: string): Promise<string | null> {
  try {
    const read = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(read, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return text.split(/[ \t\r\n]+/).some((word) => word.length > LONGEST_WORD) ? null : text;
  } catch {
    return null;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > MOST) {
      await reader.cancel();
      throw new RangeError(`more than ${MOST} bytes`);
    }
    pieces.push(read.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
