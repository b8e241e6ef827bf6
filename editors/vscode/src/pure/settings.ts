// What the server is told about the settings.

/** Reads one setting below `savoir.`. */
export type Read = (name: string) => unknown;

export interface ServerSettings {
  check: "type" | "save" | "manual";
  seconds: number;
  limits: { seconds?: number; megabytes?: number };
  documentation?: string;
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Settings as the server wants them. What makes no sense is left to its defaults. */
export function serverSettings(read: Read): ServerSettings {
  const run = read("check.run");
  const seconds = positive(read("limits.seconds"));
  const documentation = read("documentation");
  const megabytes = positive(read("limits.megabytes"));
  return {
    check: run === "save" || run === "manual" ? run : "type",
    seconds: positive(read("check.seconds")) ?? 10,
    limits: { ...(seconds === undefined ? {} : { seconds }), ...(megabytes === undefined ? {} : { megabytes }) },
    ...(typeof documentation === "string" && documentation.trim() !== "" ? { documentation: documentation.trim() } : {}),
  };
}
