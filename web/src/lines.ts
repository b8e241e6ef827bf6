// Ends of lines: the editor has line feeds, a file keeps those that it has.

export type LineEnd = "\n" | "\r\n";

/** How the lines of a text end: as the first one does. */
export function lineEndOf(text: string): LineEnd {
  return /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
}

/** A text as the editor has it. */
export function plainLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** A text of the editor as it is written. */
export function withLineEnd(text: string, end: LineEnd): string {
  return end === "\n" ? text : text.replaceAll("\n", end);
}
