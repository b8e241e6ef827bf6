// What the server says beyond the language server protocol, as far as the extension reads it. Everything else passes through to
// the panel, which knows more.

export interface Place {
  line: number;
  character: number;
}

export type Verdict = "true" | "false" | "unknown";

export interface FormulaVerdict {
  /** From 1, in the order of the section. */
  index: number;
  name: string | null;
  text: string;
  range: { start: Place; end: Place };
  /** Null while it is not known. */
  verdict: Verdict | null;
  expected: boolean | null;
  /** Whether the verdict is the expected one. */
  met: boolean | null;
  seconds: number | null;
  notes: string[];
  reading: string[];
}

export interface Verdicts {
  uri: string;
  version: number;
  state: "checking" | "done" | "cancelled" | "stopped" | "broken";
  message: string | null;
  states: string | null;
  engine: string | null;
  formulas: FormulaVerdict[];
}

/** What the notification is called. */
export const VERDICTS = "savoir/verdicts";

export interface Evidence {
  title: string;
  text: string;
}

/** Long work of the server, as the panel shows it. */
export interface Progress {
  token: string | number;
  title: string;
  message: string;
  percentage: number | null;
  cancellable: boolean;
}

export type ViewName = "formulas" | "evidence" | "worlds" | "play" | "simulate";
