/** Giving something out of the page: into the clipboard, or as a file. */

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

/** For pages without a secure address, where the clipboard is closed. */
function copiedBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  (document.querySelector("dialog[open]") ?? document.body).append(field); // behind a dialog nothing can be selected
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
