// When models are checked, and how long and with how much memory.

import { h } from "../dom.ts";
import type { Context } from "./context.ts";

export interface Settings {
  check: "type" | "save" | "manual";
  /** Of a check that nobody asked for. */
  seconds: number;
  limits: { seconds: number | null; megabytes: number | null };
}

export const DEFAULTS: Settings = { check: "type", seconds: 10, limits: { seconds: 120, megabytes: 2048 } };

export interface Limits {
  settings: Settings;
  changed(settings: Settings): void;
}

/** What was stored, as far as it makes sense. */
export function settingsFrom(stored: unknown): Settings {
  const found = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<Settings>;
  const number = (value: unknown, otherwise: number | null) => (typeof value === "number" && value > 0 ? value : otherwise);
  const check = found.check === "save" || found.check === "manual" ? found.check : "type";
  const limits = found.limits ?? DEFAULTS.limits;
  return {
    check,
    seconds: number(found.seconds, DEFAULTS.seconds) ?? DEFAULTS.seconds,
    limits: { seconds: number(limits.seconds, null), megabytes: number(limits.megabytes, null) },
  };
}

const WHEN = { type: "while typing", save: "when saved", manual: "when asked" } as const;

export class LimitsForm {
  readonly element: HTMLElement;

  constructor(context: Context, limits: Limits) {
    let settings = limits.settings;
    const change = (part: Partial<Settings>) => {
      settings = { ...settings, ...part };
      limits.changed(settings);
      context.client.notify("workspace/didChangeConfiguration", { settings: { savoir: settings } });
    };
    const when = h("select", { on: { change: () => change({ check: when.value as Settings["check"] }) } },
      Object.entries(WHEN).map(([value, text]) => h("option", { attributes: { value, selected: value === settings.check } }, text)),
    );
    const number = (value: number | null, unit: string, apply: (value: number | null) => void) => {
      const field = h("input", {
        attributes: { type: "number", min: 1, step: 1, value, placeholder: "none", inputmode: "numeric" },
        on: { change: () => apply(field.value === "" ? null : Math.max(1, Number(field.value))) },
      });
      return [field, ` ${unit}`];
    };
    this.element = h("details", { class: "limits" },
      h("summary", null, "When to check, and limits"),
      h("label", null, "Check ", when),
      h("label", null, "A check while typing stops after ",
        number(settings.seconds, "s", (value) => change({ seconds: value ?? DEFAULTS.seconds }))),
      h("label", null, "One that was asked for, after ",
        number(settings.limits.seconds, "s", (seconds) => change({ limits: { ...settings.limits, seconds } }))),
      h("label", null, "or with more than ",
        number(settings.limits.megabytes, "MB", (megabytes) => change({ limits: { ...settings.limits, megabytes } }))),
    );
  }
}
