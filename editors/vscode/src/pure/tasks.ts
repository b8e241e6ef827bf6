// Tasks: what a definition in tasks.json means.

export interface Definition {
  type: "savoir";
  command: "check" | "lint" | "fmt";
  files?: string[];
  args?: string[];
}

/** Whether a definition from tasks.json is one. */
export function isDefinition(value: unknown): value is Definition {
  const definition = value as Partial<Definition> | null;
  const texts = (list: unknown) => list === undefined || (Array.isArray(list) && list.every((text) => typeof text === "string"));
  return (
    typeof definition === "object" &&
    definition !== null &&
    ["check", "lint", "fmt"].includes(definition.command ?? "") &&
    texts(definition.files) &&
    texts(definition.args)
  );
}

/** The arguments of the program. Files follow `--`, so that none is taken for an option. */
export function commandLine(definition: Definition): string[] {
  const files = definition.files ?? [];
  return [definition.command, ...(definition.args ?? []), "--", ...(files.length > 0 ? files : ["."])];
}

/** Which problem matchers read the output. */
export function matchers(definition: Definition): string[] {
  return definition.command === "check" ? ["$savoir", "$savoir-verdicts"] : ["$savoir"];
}

/** The tasks that are offered without a definition. Verdicts become problems where the output names lines. */
export const OFFERED: { name: string; definition: Definition }[] = [
  { name: "check all models", definition: { type: "savoir", command: "check" } },
  { name: "check all models, verdicts as problems", definition: { type: "savoir", command: "check", args: ["--format=github"] } },
  { name: "lint all models", definition: { type: "savoir", command: "lint" } },
];
