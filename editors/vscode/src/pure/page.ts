// The page of the panel: nothing but its script and its styles, and a policy that lets nothing else in.

export interface PageParts {
  script: string;
  style: string;
  /** Where scripts and styles of the extension come from, as the policy names it. */
  source: string;
  nonce: string;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The page as HTML. */
export function page({ script, style, source, nonce }: PageParts): string {
  // Fragments of evidence come without scripts and styles of their own, so neither has to be let in.
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `img-src ${source} data:`,
    `font-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Savoir</title>
<link rel="stylesheet" href="${attribute(style)}">
</head>
<body>
<div id="panel"></div>
<script nonce="${nonce}" src="${attribute(script)}"></script>
</body>
</html>
`;
}

/** A fresh word that only this page's script has. */
export function freshNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
