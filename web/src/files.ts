// The files below the folder of the studio.

export interface FileEntry {
  path: string;
  bytes: number;
  kind: "model" | "session";
}

export interface FileList {
  folder: string;
  files: FileEntry[];
  complete: boolean;
}

export interface FileText {
  path: string;
  text: string;
  /** What tells this text from another one. */
  hash: string;
}

/** The file is another one than expected. */
export class Conflict extends Error {
  readonly hash: string;

  constructor(hash: string) {
    super("The file has changed on the disk");
    this.hash = hash;
  }
}

async function answer<T>(response: Response): Promise<T> {
  const value = (await response.json().catch(() => ({}))) as T & { error?: string; hash?: string };
  if (response.ok) return value;
  if (response.status === 409 && typeof value.hash === "string") throw new Conflict(value.hash);
  throw new Error(value.error ?? `The server answered ${response.status}`);
}

export async function listFiles(): Promise<FileList> {
  return answer(await fetch("api/files"));
}

export async function readFile(path: string): Promise<FileText> {
  return answer(await fetch(`api/file?path=${encodeURIComponent(path)}`));
}

/** Writes a file if it is still the expected one; null means that there must be none. */
export async function writeFile(path: string, text: string, expect: string | null): Promise<string> {
  const body = JSON.stringify({ path, text, expect });
  const response = await fetch("api/file", { method: "PUT", headers: { "content-type": "application/json" }, body });
  return (await answer<{ hash: string }>(response)).hash;
}

/** The address by which the server of the language knows a file. */
export function uriOf(path: string): string {
  return `savoir:///${path.split("/").map(encodeURIComponent).join("/")}`;
}
