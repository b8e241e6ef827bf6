import assert from "node:assert/strict";
import { test } from "node:test";

import { leftToGrammar, without } from "../../src/pure/colours";

test("kinds that the grammar colours are known by their names", () => {
  assert.deepEqual(leftToGrammar(["keyword", "class", "operator", "variable"]), new Set([0, 2]));
});

test("tokens are left out, and those behind them stay where they are", () => {
  const tokens = [
    [0, 2, 3, 0, 0], // dropped
    [0, 4, 5, 1, 2], // line 0, column 6
    [0, 9, 1, 0, 0], // dropped
    [2, 1, 1, 0, 0], // dropped, line 2
    [0, 5, 4, 1, 0], // line 2, column 6
    [0, 7, 4, 3, 0], // line 2, column 13
    [1, 3, 4, 1, 0], // line 3, column 3
  ];
  const kept = [[0, 6, 5, 1, 2], [2, 6, 4, 1, 0], [0, 7, 4, 3, 0], [1, 3, 4, 1, 0]];
  assert.deepEqual([...without(tokens.flat(), new Set([0]))], kept.flat());
  assert.deepEqual([...without(tokens.flat(), new Set())], tokens.flat());
  assert.deepEqual([...without([], new Set([0]))], []);
});
