// Numbers and sentences for people.

/** A number of decimal digits in groups of three. */
export function grouped(count: string): string {
  return count.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** What part of a whole a count is, from 0 to 1; both may be far beyond what numbers of scripts hold. */
export function share(count: string, whole: string): number {
  const [part, all] = [BigInt(count), BigInt(whole)];
  return all === 0n ? 0 : Number((part * 1_000_000n) / all) / 1_000_000;
}

/** Seconds as people read them. */
export function duration(seconds: number): string {
  if (seconds < 0.001) return "<1 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A joint action in a line. */
export function actionText(action: Record<string, string> | null): string {
  return Object.entries(action ?? {}).map(([agent, name]) => `${agent}: ${name}`).join(", ");
}

/** The number with its noun. */
export function counted(count: string | number, noun: string): string {
  return `${count} ${String(count) === "1" ? noun : `${noun}s`}`;
}

/** The parts of an explanation: lines without indentation are titles, what follows belongs to them. */
export function explained(text: string): [title: string, body: string][] {
  const parts: [title: string, lines: string[]][] = [];
  for (const line of text.split("\n")) {
    if (/^\S/.test(line) || parts.length === 0) parts.push([line, []]);
    else parts.at(-1)![1].push(line.replace(/^ {2}/, ""));
  }
  return parts.map(([title, lines]): [string, string] => [title, lines.join("\n").trim()]).filter(([, body]) => body !== "");
}

/** A sentence of the server as it stands by itself: with a large first letter, unless it begins with code. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
