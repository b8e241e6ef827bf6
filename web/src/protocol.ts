// What the page and the server say to each other: the part of the language server protocol that is used here, and `savoir/…`.

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** The codes of a state's values in the order of the model; those that scripts could not hold exactly are strings of digits. */
export type Raw = (number | string)[];

export type Verdict = "true" | "false" | "unknown";

export interface FormulaVerdict {
  /** From 1, in the order of the section. */
  index: number;
  name: string | null;
  text: string;
  range: Range;
  /** Null while it is not known. */
  verdict: Verdict | null;
  expected: boolean | null;
  met: boolean | null;
  seconds: number | null;
  notes: string[];
  reading: string[];
}

export type CheckState = "checking" | "done" | "cancelled" | "stopped" | "broken";

export interface Verdicts {
  uri: string;
  version: number;
  state: CheckState;
  message: string | null;
  states: string | null;
  engine: string | null;
  formulas: FormulaVerdict[];
}

export interface AgentValues {
  agent: string;
  values: [name: string, value: string][];
}

export interface StateView {
  /** Raw values in the order of the model. */
  state: Raw;
  name?: string;
  agents: AgentValues[];
  holding: string[];
}

export type Known = "true" | "false" | "open";

export interface AgentInsight {
  agent: string;
  sees: [name: string, value: string][];
  /** How many states it considers possible. */
  possible: string;
  listed: StateView[];
  complete: boolean;
  knows: { proposition: string; status: Known }[];
  watched: { formula: string; status: Known }[];
}

export interface Insight {
  state: StateView;
  /** Whether a fair path starts there; otherwise knowledge is not about it. */
  fair: boolean;
  agents: AgentInsight[];
  watched: { formula: string; holds: boolean | null }[];
}

export interface Refutation {
  holds: boolean;
  knows: boolean;
  state: StateView | null;
  links: { observers: string[]; state: StateView }[];
  sentence: string;
}

export interface Worlds {
  complete: boolean;
  count: number | string;
  worlds: StateView[];
  classes: { agent: string; sets: number[][] }[];
  fragment: string;
  data: PageData;
}

export interface Evidence {
  title: string;
  fragment: string;
  data: PageData;
  text: string;
}

/** What the script of evidence pages is given; opaque here, but for the states. */
export interface PageData {
  drawings: { nodes: { name: string; state?: Raw }[]; paths: { trace: number; title: string; nodes: number[] }[] }[];
}

export type Side = "coalition" | "opponents";

export interface Round {
  number: number;
  state: StateView;
  did: Record<string, string> | null;
  /** Yours, of agents that have actions. */
  choices: { agent: string; actions: string[] }[];
  /** What may come of the joint action, if you have to choose that. */
  outcomes: StateView[];
  status: "going on" | "reached" | "avoided so far" | "lost" | "stuck";
  /** After so many more steps it is decided at the latest. */
  within: number | null;
  /** After so many steps the play was here before. */
  before: number | null;
  sentence: string;
}

export interface Play {
  play: string | number;
  coalition: string[];
  you: string[];
  winner: Side;
  formula: string;
  goal: string;
  table: string;
  /** Whether all of the strategy is in the table. */
  whole: boolean;
  /** Where a play may begin. */
  starts: StateView[];
  round: Round;
}

export type JsonState = Record<string, Record<string, string | number | boolean>>;


export interface Place {
  step: number;
  action: Record<string, string> | null;
  state: JsonState;
  /** As `agent.variable`. */
  changed: string[];
}

/** The reply to a command of a simulation, as in the schema `savoir/simulation/1`; fields depend on the kind. */
export type Reply = { kind: string } & Record<string, unknown>;

export interface Entry {
  command: string;
  reply: Reply;
}

export interface Simulation {
  simulation: string | number;
  entries: Entry[];
  state?: Raw | null;
}

export interface SimulationStep {
  entry: Entry;
  state?: Raw | null;
}

interface OnModel {
  uri: string;
}

/** By method: what is asked, and what is answered. */
export interface Requests {
  "savoir/check": [OnModel & { formulas?: number[] }, Verdicts];
  "savoir/evidence": [OnModel & { formula: number }, Evidence];
  "savoir/explain": [OnModel & { formula: number }, { text: string }];
  "savoir/inspect": [OnModel & { state: Raw; agents?: string[]; most?: number; watch?: string[] }, Insight];
  "savoir/refute": [OnModel & { state: Raw; agent: string; formula: string }, Refutation];
  "savoir/worlds": [OnModel & { state: Raw; agents: string[]; most: number }, Worlds];
  "savoir/simulate/open": [OnModel & { evidence?: number }, Simulation];
  "savoir/simulate/do": [{ simulation: string | number; command: string }, SimulationStep];
  "savoir/simulate/close": [{ simulation: string | number }, unknown];
  "savoir/play/open": [OnModel & { formula: number; side?: Side }, Play];
  "savoir/play/move": [{ play: string | number; actions?: Record<string, string>; outcome?: number }, { round: Round }];
  "savoir/play/start": [{ play: string | number; start: number }, { round: Round }];
  "savoir/play/back": [{ play: string | number }, { round: Round }];
  "savoir/play/close": [{ play: string | number }, unknown];
}

export interface Progress {
  token: string | number;
  title: string;
  message: string;
  percentage: number | null;
  cancellable: boolean;
}

/** By method: what the server says unasked. */
export interface Notifications {
  "savoir/verdicts": Verdicts;
  "panel/show": PanelShow;
  /** Long work of the server: all that is going on now. */
  "progress": Progress[];
}

export type ViewName = "formulas" | "evidence" | "worlds" | "play" | "simulate";

export interface PanelShow {
  uri: string;
  version?: number;
  view: ViewName;
  formula?: number;
}
