// Colours by meaning complement those of the grammar: words that the grammar knows for certain are left to it, so that themes can
// tell a temporal operator from an equals sign.

/** Kinds of tokens for which the grammar has finer colours. */
const LEFT_TO_GRAMMAR = ["keyword", "operator", "comment", "number", "type", "decorator"];

/** The kinds to leave out, as numbers of a legend. */
export function leftToGrammar(legend: readonly string[]): Set<number> {
  return new Set(legend.flatMap((kind, index) => (LEFT_TO_GRAMMAR.includes(kind) ? [index] : [])));
}

/**
 * Tokens in the encoding of the protocol without those of some kinds. Five numbers are a token: lines and columns from the token
 * before it, length, kind, modifiers.
 */
export function without(data: ArrayLike<number>, kinds: ReadonlySet<number>): Uint32Array {
  const kept: number[] = [];
  let [line, column] = [0, 0];
  let [lastLine, lastColumn] = [0, 0];
  for (let at = 0; at + 5 <= data.length; at += 5) {
    const [down = 0, right = 0, length = 0, kind = 0, modifiers = 0] = [0, 1, 2, 3, 4].map((offset) => data[at + offset]);
    column = down === 0 ? column + right : right;
    line += down;
    if (kinds.has(kind)) continue;
    kept.push(line - lastLine, line === lastLine ? column - lastColumn : column, length, kind, modifiers);
    [lastLine, lastColumn] = [line, column];
  }
  return Uint32Array.from(kept);
}
