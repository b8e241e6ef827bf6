// Documentation of the server as markup: paragraphs, lists, headings, code, bold and italic. Everything is escaped first, so that no
// markup but ours comes out. The build puts this in the place of the Markdown parser that CodeMirror's client would bring along.

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** Code spans first: nothing means anything in them. */
function inline(text: string): string {
  const parts = text.split(/(`+[^`]+`+)/);
  return parts.map((part) => (/^`/.test(part) ? `<code>${escape(part.replace(/^`+|`+$/g, ""))}</code>` : spans(part))).join("");
}

/** Characters after a backslash are nothing but characters: they are numbers in between until all else is done. */
function spans(text: string): string {
  const plain = text.replace(/[\u0001\u0002]/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  const hidden = plain.replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => `\u0001${character.charCodeAt(0)}\u0002`);
  return escape(hidden)
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/(^|[^\w*])\*([^*\s][^*]*)\*/g, "$1<em>$2</em>")
    .replace(/(^|\W)_([^_\s][^_]*)_(?=\W|$)/g, "$1<em>$2</em>")
    .replace(/ {2,}\n/g, "<br>")
    .replace(/\u0001(\d+)\u0002/g, (_, code: string) => escape(String.fromCharCode(Number(code))));
}

function block(lines: string[]): string {
  const first = lines[0]!;
  const heading = /^#{1,6} +(.*)$/.exec(first);
  if (heading) return `<p><strong>${inline(heading[1]!)}</strong></p>` + (lines.length > 1 ? block(lines.slice(1)) : "");
  if (/^(-{3,}|\*{3,})$/.test(first)) return "<hr>";
  if (/^[-*] /.test(first)) {
    const items = lines.join("\n").split(/^[-*] +/m).slice(1);
    return `<ul>${items.map((item) => `<li>${inline(item.trim())}</li>`).join("")}</ul>`;
  }
  return `<p>${inline(lines.join("\n"))}</p>`;
}

/** Markdown as markup. */
export function render(markdown: string): string {
  const out: string[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) out.push(block(lines));
    lines = [];
  };
  let code: string[] | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    if (/^\s*```/.test(line)) {
      if (code) out.push(`<pre><code>${escape(code.join("\n"))}</code></pre>`);
      else flush();
      code = code ? null : [];
    } else if (code) code.push(line);
    else if (line.trim() === "") flush();
    else lines.push(line);
  }
  if (code) out.push(`<pre><code>${escape(code.join("\n"))}</code></pre>`);
  flush();
  return out.join("");
}

/** The shape in which CodeMirror's client wants it. */
export class Marked {
  parse(text: string): string {
    return render(text);
  }
}
