// Tasks that run the program and read its output.

import * as vscode from "vscode";

import { commandLine, type Definition, isDefinition, matchers, OFFERED } from "./pure/tasks";

/** Offers tasks, and completes those of tasks.json. */
export function taskProvider(program: () => string): vscode.Disposable {
  const task = (definition: Definition, scope: vscode.WorkspaceFolder | vscode.TaskScope, name: string) => {
    const execution = new vscode.ProcessExecution(program(), commandLine(definition));
    const made = new vscode.Task({ ...definition }, scope, name, "savoir", execution, matchers(definition));
    if (definition.command === "check") made.group = vscode.TaskGroup.Test;
    return made;
  };
  return vscode.tasks.registerTaskProvider("savoir", {
    provideTasks: () =>
      (vscode.workspace.workspaceFolders ?? [])
        .filter((folder) => folder.uri.scheme === "file")
        .flatMap((folder) => OFFERED.map(({ name, definition }) => task(definition, folder, name))),
    resolveTask: (written) => {
      const definition: unknown = written.definition;
      if (!isDefinition(definition)) return undefined;
      return task(definition, written.scope ?? vscode.TaskScope.Workspace, written.name);
    },
  });
}
