/** Starts Python from the memory it had when everything was imported. */
import type { loadPyodide } from "pyodide";
import type { Files } from "./messages";

/** `limes.browser.bridge.Bridge`. */
export interface Bridge {
  begin(text: string): string;
  go_on(text: string): string;
}

type Options = NonNullable<Parameters<typeof loadPyodide>[0]>;

const WASM = "pyodide.asm.wasm";

export async function booted(files: Files, onprogress: (part: number) => void): Promise<Bridge> {
  const all = Object.values(files.sizes).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  const count = (bytes: number) => onprogress(Math.min(1, (loaded += bytes) / all));
  const unpacked = async (name: string) => {
    const { ok, body } = await fetch(files.folder + name);
    if (!ok || !body) throw new Error(`${name} is missing`);
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        count(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  };

  const memory = unpacked("memory.bin").then((stream) => new Response(stream).arrayBuffer());
  const program = unpacked("wasm.bin");
  const script = (name: string) => import(/* @vite-ignore */ files.folder + name);
  const started = script("pyodide.js") as Promise<{ loadPyodide: typeof loadPyodide }>;
  const module = script("pyodide.asm.js") as Promise<{
    default: NonNullable<Options["createPyodideModule"]>;
  }>;
  const plain = self.fetch;
  self.fetch = async (input, init) =>
    String(input).endsWith(WASM)
      ? new Response(await program, { headers: { "Content-Type": "application/wasm" } })
      : plain(input, init);
  const [{ loadPyodide: load }, { default: createPyodideModule }] = await Promise.all([
    started,
    module,
    program,
    memory,
  ]);
  const python = await load({
    createPyodideModule,
    indexURL: files.folder,
    stdLibURL: `${files.folder}library.zip`,
    lockFileContents: files.lock,
    _loadSnapshot: memory,
  });
  self.fetch = plain;
  onprogress(1);
  return python.pyimport("limes.browser.warm").BRIDGE as Bridge;
}
